"""The label of a page: what it says, as a code and in words, and the patterns of the fiducials.

Others use: fiducials, label, label_text.
"""
