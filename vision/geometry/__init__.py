"""Where a page is on a photo: markers, flattening, dewarping, registration.

Other packages use: detection, first_look, rectify.
"""
