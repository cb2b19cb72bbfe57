"""Join all readings of one seat into one sheet.

Other packages use: joining, kept_pages, same_paper, unjoined_marks.
"""
