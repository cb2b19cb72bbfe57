"""Batches: many photos and records of many tables to one answer per table.

Others use: run, show, sources, watch.
"""
