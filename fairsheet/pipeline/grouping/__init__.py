"""Group sheets into tables, and date each table.

Others use: dates, grouping, seated_tables.
"""
