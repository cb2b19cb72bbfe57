"""Pens and cameras in simulation."""
