"""What is allowed and what it is worth: cards, records, rules, bots, scoring and the proof.

Others use: table_score, verify.
"""
