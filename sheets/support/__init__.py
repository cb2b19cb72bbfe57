"""Errors, reading of the files that people name, phrases, base 32 and other small helpers for all packages.

Other packages use: base_32, disjoint, errors, extras, frozen_values, html_table, input_files, lookalikes, memory,
phrases, system.
"""
