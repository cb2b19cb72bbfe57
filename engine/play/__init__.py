"""The game interface: steps, the code of every rule, replay, and the parts of a template that rules read.

Other packages use: declared, editor, equals, game, known, notation, number_board, replay, rule, rule_codes, state,
turn_search.
"""
