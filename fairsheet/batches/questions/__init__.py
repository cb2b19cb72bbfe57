"""Doubts of a batch answered, and what the answers change."""
