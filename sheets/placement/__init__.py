"""From the lines of a template to the placed sheet, with every field and shape in millimetres.

Other packages use: place, validation.
"""
