"""The rules of the solo game that its scenarios share: a module for each, with all its readings side by side.

Others use: bonuses, effects, panel, panel_in_time, third_card.
"""
