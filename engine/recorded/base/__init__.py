"""Code that recorded games share: their protocol, counts, bots' sheets and cross-sheet findings.

Other packages use: attributed, bot_sheet, counts, cross_sheet, printed_names, protocol.
"""
