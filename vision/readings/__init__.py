"""Readings: distributions over the marks of each field, and doubts.

Other packages use: classes, covered, distributions, field_readings, kept, left_out, player_names, read_choices,
reading, reasons, rule_hints.
"""
