"""What a game is: steps, the code of every rule, replay, and what rules read of a template.

Others use: declared, editor, equals, game, number_board, replay, rule, rule_codes, state, turn_search.
"""
