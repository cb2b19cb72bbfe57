"""The pages themselves: who may see what, and the templates that say it.

Others use: serving.
"""
