"""Pictures of single fields, cut out of a flat page, for people who answer questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

import cv2
import numpy as np
import simplejpeg

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import window

MOST_PIXELS = 4_000_000  # of a crop; a crop of a field has about 20,000
_MARGIN_MM = 5.0  # shown around a field, so that people recognise it by its neighbours
_FRAME_LEVEL = 120  # grey of the frame around the field
_FRAME_GAP = 0.8  # mm between the field and its frame
_QUALITY = 80  # of the JPEG


def field_crops(sheet: Sheet, flat: Gray, fields: Iterable[str]) -> Mapping[str, bytes]:
    """Return JPEG pictures of fields by id, each with its neighbours and a frame around it.

    `flat` is a flat page at `PX_PER_MM`. A crop has about 5,000 bytes.
    """
    return {id_: _crop(flat, sheet.field[id_]) for id_ in fields}


def cutout(flat: Gray, field: Field) -> Gray:
    """Return a field and its neighbours on a flat page at `PX_PER_MM`, in the orientation of the page."""
    return flat[window(field.rect.grown(_MARGIN_MM), PX_PER_MM)].copy()


def side_by_side(pictures: Sequence[bytes]) -> bytes:
    """Return one JPEG of JPEG pictures of one field, with a gap between them; a single one unchanged.

    A `.doubts` file may contain anything, so pictures that are not small JPEGs are skipped if others are left.
    """
    shown = [gray for each in pictures if (gray := _decode(each)) is not None] if pictures[1:] else []
    if not shown:
        return pictures[0]
    height = min(len(each) for each in shown)
    gap = np.full((height, round(_FRAME_GAP * PX_PER_MM)), 255, np.uint8)
    row = [part for each in shown for part in (gap, each[:height])][1:]
    return cv2.imencode(".jpg", np.hstack(row), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def _decode(picture: bytes) -> Gray | None:
    """Return the pixels of a small JPEG, and None for any other data."""
    with suppress(ValueError):
        height, width, *_ = simplejpeg.decode_jpeg_header(picture)
        if height * width <= MOST_PIXELS:
            return np.asarray(simplejpeg.decode_jpeg(picture, "GRAY")[..., 0], np.uint8)
    return None


def _crop(flat: Gray, field: Field) -> bytes:
    crop, (rows, columns) = cutout(flat, field), window(field.rect.grown(_MARGIN_MM), PX_PER_MM)
    offset = -columns.start / PX_PER_MM, -rows.start / PX_PER_MM
    _draw_frame(crop, field.rect.grown(_FRAME_GAP).moved(*offset))
    upright = np.ascontiguousarray(np.rot90(crop, 2)) if field.turn == 180 else crop
    return cv2.imencode(".jpg", upright, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def _draw_frame(crop: Gray, frame: Rect) -> None:
    """Draw a dashed frame, which nobody confuses with ink."""
    corners = [(round(point.x * PX_PER_MM), round(point.y * PX_PER_MM)) for point in frame.corners]
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        dashes = max(1, round(max(abs(x1 - x0), abs(y1 - y0)) / PX_PER_MM))
        for dash in range(dashes):
            ends = [((dash + part) / dashes) for part in (0.0, 0.5)]
            start, end = ((round(x0 + (x1 - x0) * at), round(y0 + (y1 - y0) * at)) for at in ends)
            cv2.line(crop, start, end, _FRAME_LEVEL, 1)
