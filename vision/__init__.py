"""What is on the photo: finding, flattening, classifying and decoding.

Others use: scan.
"""
