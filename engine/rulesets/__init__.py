"""What a kind of sheet knows of its game: verdict, points and ranking of a table, each kind in a class of its own.

Others use: formula_sheet, ruleset.
"""
