"""Turn photos and records into judged tables.

Others use: batch_state, sources, table_files.
"""
