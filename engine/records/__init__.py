"""The ink on sheets as values and as JSON: records, histories, and the records of one table.

Other packages use: column_records, ink, json_documents, record, record_checks, side_owners, slots, solo_pages,
table_choices, table_options, table_records.
"""
