"""The proof: whether a table's sheets are legal, with a history or a contradiction.

Other packages use: blame, contradiction, plausible, prove, request, wrong_seed.
"""
