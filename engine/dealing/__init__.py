"""Deals from a seed: cards, shuffling, missions and turns, and seeds that nobody can choose.

Other packages use: cards, deal, fair_seed, piles, redeal, shuffle, solo_deck.
"""
