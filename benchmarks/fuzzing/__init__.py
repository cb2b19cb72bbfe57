"""Damaged and hostile inputs, and the ways into the program that they are tried on."""
