"""The functions of formulas. Each is one entry of a family, and all properties of a function are in its entry.

Other packages use: function, function_registry, game_facts, lookups, ranks.
"""
