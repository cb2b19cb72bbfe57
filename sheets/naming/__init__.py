"""What people call a field: where it is on its page, and the words printed beside it.

Others use: block_names, field_places, printed_words.
"""
