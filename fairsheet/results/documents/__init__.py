"""Describe what a command has read and found, in lines for people and as JSON.

Other packages use: doubt_lines, fields_json, reading_json, scan_lines, table_documents.
"""
