"""Formulas of score lines, missions and checks: their values over ink, bounds, and what explains them.

Others use: computability, explanation, formula, intervals, table_formulas, together.
"""
