"""Pens and cameras in simulation.

Others use: camera, glyphs, handwriting, pen, shapes, traces.
"""
