"""Simulated pens and cameras.

Others use: camera, glyphs, handwriting, pen, shapes, traces.
"""
