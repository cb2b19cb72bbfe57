"""Search for sheets: templates by name, custom sheets, released layouts, and sheets of the solo game.

Other packages use: catalog, layout_files, solo_sheets, templates, translations.
"""
