"""What recorded games share: their protocol, sums, counts, and cross-sheet findings.

Others use: counts, cross_sheet, culprits, printed_names, protocol.
"""
