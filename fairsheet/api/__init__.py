"""The functions of the library that `import fairsheet` offers.

Others use: batching, designing, judged, playing, public.
"""
