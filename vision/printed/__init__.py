"""The page as printed, and how light, noise and covers change it on a photo.

Other packages use: illumination, noise, percentile, raster, softness, visibility.
"""
