"""Asking somebody about doubts."""
