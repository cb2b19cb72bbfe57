"""Train the mark reader; this needs more dependencies than fairsheet."""
