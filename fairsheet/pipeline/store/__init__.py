"""Store plans and results under their keys, and records as files in a folder.

Others use: folders, limits, plan, record_files, store.
"""
