"""Damaged and hostile inputs, and the functions of fairsheet that take them."""
