"""From files to grey pictures: photos, scans, PDF.

Others use: load.
"""
