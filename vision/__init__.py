"""Reading photos: finding, flattening, classifying and decoding sheets.

Other packages use: scan.
"""
