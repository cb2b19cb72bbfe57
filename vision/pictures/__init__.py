"""Pictures of what was read: overlays on photos, and drawings of records."""
