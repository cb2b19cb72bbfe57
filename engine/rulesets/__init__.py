"""Rulesets: a class for each kind of sheet, with the verdict, points and ranking of a table.

Other packages use: formula_sheet, ruleset.
"""
