"""Pictures as files: JPEG and PNG of overlays and printed pages."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from vision.load import Photo
from vision.overlay import draw_overlay
from vision.scan import SeenSheet

QUALITY = 85  # of a JPEG
MM_PER_POINT = 25.4 / 72


def overlay_jpeg(photo: Photo, sheets: Sequence[SeenSheet]) -> bytes:
    """The photo with what was read drawn over it, as JPEG."""
    return jpeg(draw_overlay(photo, sheets), QUALITY)


def jpeg(picture: Image.Image, quality: int) -> bytes:
    """A picture as JPEG."""
    stream = io.BytesIO()
    picture.convert("RGB").save(stream, "JPEG", quality=quality, optimize=True)
    return stream.getvalue()


def shrunk_jpeg(path: Path, side: int, quality: int) -> bytes:
    """A picture file as a JPEG whose longer side is at most `side` px."""
    with Image.open(path) as picture:
        shown = picture.convert("RGB")
    shown.thumbnail((side, side))
    return jpeg(shown, quality)


def page_pngs(pdf: bytes, dpi: int) -> list[bytes]:
    """The pages of a PDF as PNG."""
    pictures = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            stream = io.BytesIO()
            page.render(scale=dpi / 72).to_pil().save(stream, "PNG", optimize=True)
            pictures.append(stream.getvalue())
    return pictures


def page_arrays(pdf: bytes, px_per_mm: float) -> list[NDArray[np.uint8]]:
    """The pages of a PDF as RGB arrays (height, width, 3)."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [
            page.render(scale=px_per_mm * MM_PER_POINT, rev_byteorder=True).to_numpy().copy()
            for page in document
        ]
