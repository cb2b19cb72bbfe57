"""Checks of ink without a proof: contradictions on final sheets, missing marks, and verdicts as values.

Other packages use: attribution, consistency, known_conflicts, verdict.
"""
