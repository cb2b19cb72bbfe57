"""Pictures of readings: overlays on photos, and drawings of records.

Other packages use: marked_page, overlay.
"""
