"""Turn photos and records into judged tables.

Others use: batch_files, batch_state, tables_from_files.
"""
