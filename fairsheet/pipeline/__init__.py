"""Turn photos and records into judged tables.

Other packages use: batch_files, batch_state, tables_from_files.
"""
