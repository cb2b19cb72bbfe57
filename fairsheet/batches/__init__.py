"""Batches: many photos and records of many tables to one answer per table."""
