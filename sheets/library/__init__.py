"""Finding sheets: templates by name, custom ones, released layouts, and sheets of the solo game."""
