"""The page as printed, and what light, noise and cover do to it on a photo.

Others use: illumination, noise, percentile, raster, softness, visibility.
"""
