"""Games played by bots.

Others use: bots, simulate, solo_history.
"""
