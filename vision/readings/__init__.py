"""What was read: distributions over the marks of each field, and doubts.

Others use: classes, covered, distributions, reading, reasons, rule_hints.
"""
