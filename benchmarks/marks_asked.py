"""Draw the marks that were asked about or misread in one picture, for people to judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.printed.illumination import Gray

MARGIN_MM = 1.5  # shown around a field
HEIGHT, CAPTION = 90, 22  # px of a mark in the picture, and of its caption
WIDEST = 240  # px of a mark
GAP = 8  # px between marks
ROW = 10  # marks in a row
PAPER = 255


class MarkAsked(NamedTuple):
    """A field on a flattened page (the frame at `PX_PER_MM`), with an ASCII caption."""

    flat: Gray
    rect: Rect
    caption: str


def picture_of(marks: Sequence[MarkAsked]) -> Gray:
    """Return a picture with all marks in rows, each above its caption."""
    tiles = [_tile(mark) for mark in marks]
    rows = [tiles[start : start + ROW] for start in range(0, len(tiles), ROW)]
    width = max((sum(tile.shape[1] + GAP for tile in row) for row in rows), default=1)
    lines = []
    for row in rows:
        line = np.full((HEIGHT + CAPTION + GAP, width), PAPER, np.uint8)
        left = 0
        for tile in row:
            line[: len(tile), left : left + tile.shape[1]] = tile
            left += tile.shape[1] + GAP
        lines.append(line)
    return np.vstack(lines) if lines else np.full((1, 1), PAPER, np.uint8)


def _tile(mark: MarkAsked) -> Gray:
    shown = mark.rect.grown(MARGIN_MM)
    top, left = (max(0, int(value * PX_PER_MM)) for value in (shown.y, shown.x))
    crop = mark.flat[top : int(shown.bottom * PX_PER_MM), left : int(shown.right * PX_PER_MM)]
    scale = min(HEIGHT / crop.shape[0], WIDEST / crop.shape[1])
    size = (round(crop.shape[1] * scale), round(crop.shape[0] * scale))
    (words, _), _ = cv2.getTextSize(mark.caption, cv2.FONT_HERSHEY_SIMPLEX, 0.42, 1)
    tile = np.full((HEIGHT + CAPTION, max(size[0], words)), PAPER, np.uint8)
    tile[: size[1], : size[0]] = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
    cv2.putText(tile, mark.caption, (0, HEIGHT + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.42, 0, 1, cv2.LINE_AA)
    return tile
