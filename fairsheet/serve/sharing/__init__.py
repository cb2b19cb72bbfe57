"""Share a result: a picture for a chat, and the play for BG Stats.

Other packages use: bg_stats, share_card.
"""
