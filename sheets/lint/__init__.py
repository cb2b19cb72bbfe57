"""Checks whether a camera can read a template's sheet, and whether its facts are consistent.

Other packages use: lint, lint_lines, lint_translations.
"""
