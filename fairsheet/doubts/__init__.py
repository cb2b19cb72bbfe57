"""Doubts about marks: kept beside records, corrected, grouped, and what each could change.

Others use: consequences, corrections, doubt_files, groups, hand_changes, implausible, misreadings, rule_context.
"""
