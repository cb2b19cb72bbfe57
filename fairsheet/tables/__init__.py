"""From what was read to tables: several photos of one sheet, sheets of one table, and certainty.

Others use: answers, certainty, grouping, joining, known_players, read_sheet, records, table_files, two_sheets, values.
"""
