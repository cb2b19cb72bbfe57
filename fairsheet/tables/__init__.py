"""From what was read to tables: several photos of one sheet, sheets of one table, and certainty.

Others use: answers, given_tables, grouping, joining, judging, known_players, records, table_documents, table_files,
two_sheets, values.
"""
