"""Loading: turn photos, scans and PDFs into grey pictures.

Others use: load.
"""
