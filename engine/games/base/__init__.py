"""Common code of the scenarios: turns, missions, ascending numbers.

Other packages use: action_game, capacity, computed, crossed_capacity, number_game, proof_claims, proof_sheet,
proof_solo, proof_table, scenario, solo, table, wild_game.
"""
