"""Finding sheets: templates by name, custom ones, released layouts, and sheets of the solo game.

Others use: catalog, layout_files, solo_sheets, templates, translations.
"""
