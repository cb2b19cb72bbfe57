"""The scenarios: a package each, and what they share in `base`.

Others use: registry.
"""
