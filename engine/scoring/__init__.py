"""The points of a sheet: every box computed from the ink.

Others use: known_boxes, outcome, score, summands, table_boxes.
"""
