"""Finding sheets: templates by name, custom ones, released layouts, and sheets of the solo game.

Others use: catalog, solo_sheets, templates.
"""
