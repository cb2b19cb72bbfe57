"""Messages to players and their translations: message objects, catalogues, terms and sorting.

Others use: catalogues, messages, sorting, terms.
"""
