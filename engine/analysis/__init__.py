"""How good a game was: a careful player, par, and where the points of a game came from.

Other packages use: analyse, careful, worth.
"""
