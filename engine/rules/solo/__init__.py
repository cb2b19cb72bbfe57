"""The rules of the solo game that its scenarios share: a module for each, with its forms in play, on sheets, in time.

Other packages use: bonuses, effects, panel, panel_in_time, third_card.
"""
