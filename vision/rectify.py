"""Flattening: from a photo and its fiducials to the flat page."""

from __future__ import annotations

PX_PER_MM = 8  # of a flat page: about 200 dpi, which a 12-megapixel photo of one sheet reaches
