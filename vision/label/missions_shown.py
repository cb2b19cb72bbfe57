"""Check which mission cards a flat page shows, because a label that a person typed in may be wrong."""

from __future__ import annotations

import cv2
import numpy as np

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import printed_page

DIFFERENT = 40  # grey levels by which the prints of two cards differ at compared places
SOFT_EDGE = 1.5  # px of smoothing that makes page and print about equally soft
MOST_SHIFT_PX = 4  # largest shift of a card from its place
LIKE = 0.6  # least correlation of a card with its print; right ones have 0.9
LEAST_LEAD = 0.03  # least lead of another card's correlation; right ones lead by 0.05 for their own print


def find_other_mission(
    flat: Gray, sheet: Sheet, label: Label, drawn: DrawnPrint | None
) -> tuple[str, str] | None:
    """Return the first mission of the label for which a page clearly shows another one, and that other one.

    The page is flat at `PX_PER_MM`. `drawn` is what a seed deals on the page. Cards that are covered, or on
    another page, show nothing.
    """
    saving = label.ink_saving
    given = printed_page(sheet, label.page, label.missions, PX_PER_MM, drawn, ink_saving=saving).gray
    for id_ in label.missions:
        for other in sheet.missions:
            if other.letter == sheet.mission[id_].letter and other.id != id_:
                missions = [other.id if each == id_ else each for each in label.missions]
                rival = printed_page(sheet, label.page, missions, PX_PER_MM, drawn, ink_saving=saving).gray
                if _is_more_like(flat, rival, given):
                    return id_, other.id
    return None


def _is_more_like(flat: Gray, one: Gray, other: Gray) -> bool:
    """Return whether a page is clearly more like one print than another, compared at their differences."""
    differ = cv2.absdiff(one, other) > DIFFERENT
    if not differ.any():
        return False
    (top, bottom), (left, right) = (np.flatnonzero(differ.any(axis=axis))[[0, -1]] for axis in (1, 0))
    part = slice(top, bottom + 1), slice(left, right + 1)
    likeness, rivals = (_likeness(flat[part], printed[part]) for printed in (one, other))
    return likeness > max(LIKE, rivals + LEAST_LEAD)


def _likeness(seen: Gray, printed: Gray) -> float:
    """Return the highest correlation of a part of a page with its print within `MOST_SHIFT_PX`."""
    soft, sought = (cv2.GaussianBlur(each, (0, 0), SOFT_EDGE) for each in (seen, printed))
    inner = sought[MOST_SHIFT_PX:-MOST_SHIFT_PX, MOST_SHIFT_PX:-MOST_SHIFT_PX]
    return float(cv2.matchTemplate(soft, inner, cv2.TM_CCOEFF_NORMED).max()) if inner.size else 0.0
