"""The constraint model and its solver: events in time, budgets of work.

Other packages use: budget, conditions, constraint_model, counted, cp_sat, ink_in_time, matching, sheet_in_time,
solo_offers, solve, timeline, turn_offers.
"""
