"""Awkward inputs by kind, made from simulated photos, and how each kind is read."""
