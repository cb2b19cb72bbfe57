"""Names of fields for people: their place on the page, and the words printed next to them.

Other packages use: block_names, field_places, printed_words.
"""
