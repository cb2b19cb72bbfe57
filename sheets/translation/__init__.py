"""Placed sheets in another language: their words are replaced, each within its place.

Other packages use: pseudo, translated.
"""
