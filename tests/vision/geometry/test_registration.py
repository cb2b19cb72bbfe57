"""Print that is elsewhere on a page than it should be."""

from __future__ import annotations

import cv2
import numpy as np

from fairsheet.sheets.model.sheet import Rect
from fairsheet.vision.geometry._registration import displaced
from fairsheet.vision.printed.illumination import Gray

PX_PER_MM = 4
PLACES = [Rect(20 + 14 * column, 20 + 14 * row, 9, 9) for row in range(3) for column in range(5)]


def printed_boxes() -> Gray:
    page = np.full((80 * PX_PER_MM, 100 * PX_PER_MM), 255, np.uint8)
    for place in PLACES:
        left, top, right, bottom = (
            round(side * PX_PER_MM) for side in (place.x, place.y, place.right, place.bottom)
        )
        cv2.rectangle(page, (left, top), (right, bottom), 170, 1)
    return page


def test_how_far_aside_print_is() -> None:
    blank = printed_boxes()
    page = np.roll(blank, (round(1.5 * PX_PER_MM), PX_PER_MM), axis=(0, 1))
    moves = displaced(page, blank, PLACES, PX_PER_MM)
    assert np.allclose(np.array(moves, float), (1.0, 1.5), atol=0.1)
    assert displaced(blank, blank, PLACES, PX_PER_MM) == [None] * len(PLACES)
