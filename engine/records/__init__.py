"""The ink on sheets as values and as JSON: records, histories, and which records are of one table."""
