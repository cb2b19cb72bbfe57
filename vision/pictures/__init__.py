"""Pictures of what was read: overlays on photos, and drawings of records.

Others use: marked_page, overlay.
"""
