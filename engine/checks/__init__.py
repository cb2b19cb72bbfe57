"""Checks of ink without a proof: contradictions on final sheets, missing marks, and verdicts as values.

Others use: attribution, consistency, known_conflicts, verdict.
"""
