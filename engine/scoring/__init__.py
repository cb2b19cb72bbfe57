"""The points of a sheet: every box computed from the ink.

Other packages use: known_boxes, outcome, score, summands, table_boxes.
"""
