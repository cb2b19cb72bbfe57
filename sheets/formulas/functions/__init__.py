"""The functions of formulas: each is one entry of a family, and all that is asked about it comes from there.

Others use: function, function_registry, game_facts, lookups, ranks.
"""
