"""Define the values that all steps of the pipeline share, and the `.doubts` file next to a record.

Other packages use: doubt_files, values.
"""
