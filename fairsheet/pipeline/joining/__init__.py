"""Join all readings of one seat into one sheet.

Others use: joining, kept_pages, mark_by_mark, one_sheet.
"""
