"""The scenarios: one package each, and their common code in `base`.

Others use: registry.
"""
