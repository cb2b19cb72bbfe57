"""Decoding: from distributions to one reading of the whole sheet, with doubts.

Others use: decode, thresholds.
"""
