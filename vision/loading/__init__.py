"""Loading: turn photos, scans and PDFs into grey pictures.

Other packages use: load.
"""
