"""The label of a page, as a code and in words, and the patterns of the fiducials.

Other packages use: fiducials, label, label_text.
"""
