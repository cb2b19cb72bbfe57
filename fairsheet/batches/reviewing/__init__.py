"""Doubts of a batch answered, and what the answers change.

Others use: again, batch_review.
"""
