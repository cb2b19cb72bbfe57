"""The caller: a screen that turns over one turn of a game per key press.

Others use: calling, on_paper, solo_state, solo_view.
"""
