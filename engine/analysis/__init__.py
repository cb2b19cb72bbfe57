"""How good a game was: a careful player and what it compares.

Other packages use: careful.
"""
