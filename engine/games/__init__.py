"""The scenarios: one package each, and their common code in `base`.

Other packages use: registry.
"""
