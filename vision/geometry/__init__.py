"""Where a page is on a photo: markers, flattening, dewarping, registration.

Others use: detection, first_look, rectify.
"""
