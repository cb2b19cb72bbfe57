"""Reading photos: finding, flattening, classifying and decoding sheets.

Others use: scan.
"""
