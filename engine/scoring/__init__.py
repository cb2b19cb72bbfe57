"""What a sheet is worth: every box computed from the ink.

Others use: known_boxes, score, summands, table_boxes.
"""
