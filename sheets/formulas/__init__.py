"""Formulas of score lines, missions and checks: their values, their bounds, and explanations.

Other packages use: computability, explanation, formula, intervals, table_formulas, together.
"""
