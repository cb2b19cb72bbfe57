"""Describe histories, verdicts, tables, points and analyses in words for players, and label their pages.

Other packages use: analysis_words, field_names, formatting, labels, missing_parts, points, table_words.
"""
