"""The web pages: routes, permissions and templates.

Other packages use: serving.
"""
