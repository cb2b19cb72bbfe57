"""What was read: distributions over the marks of each field, and doubts.

Others use: classes, covered, distributions, kept, player_names, reading, reasons, rule_hints.
"""
