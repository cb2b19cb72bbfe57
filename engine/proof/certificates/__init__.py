"""Certificates: proofs that sheets cannot stand together, which anybody can check without a solver.

Others use: certificate, evidence, files, why_illegal.
"""
