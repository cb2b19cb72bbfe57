"""Games played by bots.

Other packages use: balance, bots, careful, playouts, simulate, solo_history, template_games.
"""
