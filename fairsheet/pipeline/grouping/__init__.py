"""Group sheets into tables, and date each table.

Other packages use: dates, grouping, seated_tables.
"""
