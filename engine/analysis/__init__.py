"""How good a game was: par, the best game with known cards, and where the points of a game came from.

Other packages use: analyse, worth.
"""
