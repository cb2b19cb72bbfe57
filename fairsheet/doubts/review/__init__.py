"""Asking somebody about doubts.

Others use: asking, asking_terminal, merging, questions, reviewing.
"""
