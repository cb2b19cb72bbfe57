"""Certificates: proofs that sheets are impossible together, which anybody can check without a solver.

Other packages use: certificate, evidence, files, true_game, why_illegal.
"""
