"""Print that is elsewhere is told from print that is hidden by ink."""

from __future__ import annotations

import cv2
import numpy as np

from sheets.model import Rect
from vision.illumination import Gray
from vision.registration import misplaced

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


def test_print_that_is_elsewhere_is_told() -> None:
    blank = printed_boxes()
    page = np.roll(blank, (round(1.5 * PX_PER_MM), PX_PER_MM), axis=(0, 1))
    assert all(misplaced(page, blank, PLACES, PX_PER_MM))
    assert not any(misplaced(blank, blank, PLACES, PX_PER_MM))


def test_heavy_blurred_ink_does_not_pass_for_print_that_is_elsewhere() -> None:
    blank = printed_boxes()
    page = blank.copy()
    for number, place in enumerate(PLACES):
        at = (round((place.x + 1) * PX_PER_MM), round((place.bottom - 1) * PX_PER_MM))
        cv2.putText(page, str(number % 10), at, cv2.FONT_HERSHEY_SIMPLEX, 1.1, 20, 5)
    page = np.asarray(cv2.GaussianBlur(page, (0, 0), 1.0), np.uint8)
    assert not any(misplaced(page, blank, PLACES, PX_PER_MM))
