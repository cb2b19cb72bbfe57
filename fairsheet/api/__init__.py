"""The library: what `import fairsheet` gives beside values.

Others use: batching, designing, judged, playing, public.
"""
