"""The print: sheets, cards, the caller on paper and the key, as PDF.

Other packages use: caller_page, card_pages, draw_pages, footer, header, key, label_copy, solo_card_pages, stacking,
svg_pages, under_ink.
"""
