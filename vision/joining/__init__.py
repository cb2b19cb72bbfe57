"""Joining several photos of one sheet, and the pages of a sheet, into one reading.

Other packages use: combine, pages.
"""
