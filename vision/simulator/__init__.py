"""Simulated pens and cameras.

Other packages use: camera, glyphs, handwriting, pen, shapes, traces.
"""
