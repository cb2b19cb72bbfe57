"""The caller: a screen that shows the next turn of a game for each key press.

Other packages use: calling, on_paper, solo_state, solo_view.
"""
