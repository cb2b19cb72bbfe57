"""Doubts about marks: kept beside records, corrected, grouped, and what each could change."""
