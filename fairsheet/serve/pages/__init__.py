"""The web pages: routes, permissions and templates.

Others use: serving.
"""
