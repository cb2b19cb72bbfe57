"""Reading the label of a photographed page: its code, its line of words, its missions.

Other packages use: label_reader, missions_shown, ocr.
"""
