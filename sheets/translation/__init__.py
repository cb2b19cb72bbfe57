"""Placed sheets in another language: their words are replaced, each within its place.

Others use: pseudo, translated.
"""
