"""Games played by bots.

Other packages use: bots, simulate, solo_history.
"""
