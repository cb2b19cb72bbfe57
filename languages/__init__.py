"""What players read, in their own language: messages, and the catalogues that say them.

Others use: catalogues, messages, sorting, terms.
"""
