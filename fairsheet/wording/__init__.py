"""Histories, verdicts, tables and points in words for players.

Others use: formatting, missing_parts, points, table_words.
"""
