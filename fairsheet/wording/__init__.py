"""Describe histories, verdicts, tables, points and missing sheets in words for players, and label their pages.

Other packages use: field_names, formatting, labels, missing_parts, points, table_words.
"""
