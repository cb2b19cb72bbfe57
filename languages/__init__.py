"""Messages to players and their translations: message objects, catalogues, terms and sorting.

Other packages use: catalogues, messages, sorting, terms.
"""
