"""Turn photos and records into judged tables, and tell how far a batch is.

Others use: batch_state, sources, table_files.
"""
