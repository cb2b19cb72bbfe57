"""Doubts about marks: kept beside records, corrected, grouped, and what each could change.

Others use: consequences, corrections, doubt_files, groups, implausible, misreadings, rule_context.
"""
