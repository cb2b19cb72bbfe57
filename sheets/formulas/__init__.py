"""Formulas of score lines, missions and checks: functions, bounds, and their values over ink.

Others use: computability, formula, functions, ink_formulas, intervals, segments, table_formulas, together.
"""
