"""Histories, verdicts, tables and points in words for players."""
