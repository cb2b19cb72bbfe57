"""A first look at a picture: whether a page is blank, and whether it shows a sheet."""

from __future__ import annotations

import cv2
import numpy as np

from fairsheet.vision.geometry._markers import find_markers
from fairsheet.vision.geometry.detection import FINE_SIDE, QUICK_SIDE, WINDOW, group_markers, reduce_to_side
from fairsheet.vision.printed.illumination import Gray, even_light

PAGE = 297  # mm, about the longer side of a page
DARK = 0.7  # of the paper's light; print showing through from the back seldom absorbs a quarter of it
SHADOW = 0.5  # of the paper's light: darker areas may be pictures, although `even_light` removes them
MOST_SHADOW = 0.03  # of the page; four punch holes cover 0.002
SPECK = 3.0  # mm; smaller objects are not words
STREAK_SHARE = 0.5  # of the page's side: a longer object ...
STREAK = 1.5  # mm: ... that is thinner is dirt in a feeder or a ruled line
HOLE, LARGE_HOLE = 4.0, 10.0  # mm: the side of a punch hole, ...
HOLE_WITHIN = 25.0  # mm: ... which is at most this far from the edge
EDGE = 0.02  # of the page: ink that extends into this margin is the shadow of the paper's edge
MOST_INK = 4.0  # mm² of ink on a blank page: a page number has about 3, a short word of small print 5


def shows_sheet(gray: Gray) -> bool:
    """Return whether a quick search finds markers of a sheet."""
    sides = QUICK_SIDE, FINE_SIDE
    return any(group_markers(find_markers(reduce_to_side(gray, side), [WINDOW])) for side in sides)


def is_blank(gray: Gray) -> bool:
    """Return whether a page has neither print nor ink.

    Specks, streaks, punch holes, shadows at its edges and pale print that shows through from the back do not
    count. A page that is black all over is blank, too. A page with markers is never blank, however pale it is.
    """
    page = reduce_to_side(gray, QUICK_SIDE)
    if np.median(page) < 128:
        page = 255 - page
    height, width = page.shape
    margin = max(1, round(EDGE * max(page.shape)))
    inside = page[margin * 2 : -margin * 2, margin * 2 : -margin * 2]
    if (inside < SHADOW * np.median(page)).mean() > MOST_SHADOW:
        return False
    dark = even_light(page) < DARK * 255
    words = cv2.dilate(dark.astype(np.uint8), np.ones((3, 3), np.uint8))  # joins the letters of a word
    _, labels, stats, _ = cv2.connectedComponentsWithStats(words)
    left, top, across, down = (stats[:, column] for column in range(4))
    px = max(page.shape) / PAGE  # a mm
    from_edge = np.minimum(np.minimum(left, top), np.minimum(width - left - across, height - top - down))
    shorter, longer = np.minimum(across, down), np.maximum(across, down)
    is_speck = longer < SPECK * px
    page_side = np.array((height, width))[(across > down).astype(int)]
    is_streak = (longer > STREAK_SHARE * page_side) & (shorter < STREAK * px)
    is_hole = (longer > HOLE * px) & (longer < LARGE_HOLE * px) & (shorter > 0.7 * longer)
    is_hole &= from_edge + longer < HOLE_WITHIN * px
    is_print = ~(is_speck | is_streak | is_hole | (from_edge < margin))
    is_print[0] = False  # the paper
    has_ink = np.count_nonzero(dark & is_print[labels]) >= MOST_INK * px**2
    return not has_ink and not shows_sheet(gray)
