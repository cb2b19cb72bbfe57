"""The library: what `import fairsheet` gives beside values.

Others use: playing, public.
"""
