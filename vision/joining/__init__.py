"""Several photos of one sheet, and the pages of a sheet, to one reading.

Others use: combine, pages.
"""
