"""Decoding: from distributions to one reading of the whole sheet, with doubts.

Other packages use: decode, thresholds.
"""
