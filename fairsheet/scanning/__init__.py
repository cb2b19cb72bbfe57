"""From photos to records with doubts, as values and as files."""
