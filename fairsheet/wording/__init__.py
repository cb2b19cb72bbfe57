"""Say histories, verdicts, tables, points and labels of pages in words for players.

Others use: field_names, formatting, labels, missing_parts, points, table_words.
"""
