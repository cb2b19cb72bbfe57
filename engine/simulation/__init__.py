"""Games played by bots.

Other packages use: balance, bots, simulate, solo_history, template_games.
"""
