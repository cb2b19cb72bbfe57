"""Store plans and results under their keys, and records as files in a folder.

Other packages use: folders, keys, limits, plan, scanned_records, store.
"""
