"""The library: what `import fairsheet` gives beside values.

Others use: batching, designing, playing, public.
"""
