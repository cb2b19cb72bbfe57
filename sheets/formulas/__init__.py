"""Formulas of score lines, missions and checks: functions, bounds, and their values over ink."""
