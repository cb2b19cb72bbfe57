"""Pictures of readings: overlays on photos, and drawings of records.

Others use: marked_page, overlay.
"""
