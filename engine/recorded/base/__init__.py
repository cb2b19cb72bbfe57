"""What recorded games share: their protocol, sums, counts, and cross-sheet findings.

Others use: attributed, bot_sheet, counts, cross_sheet, printed_names, protocol.
"""
