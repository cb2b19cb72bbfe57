"""The proof: whether a table's sheets can have come about, with a history or a contradiction.

Others use: blame, contradiction, plausible, prove, request, wrong_seed.
"""
