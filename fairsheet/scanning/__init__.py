"""From photos to records with doubts, as values and as files.

Others use: doubt_lines, kept_pages, photos, picture_files, reading_json, record_files, scan_lines.
"""
