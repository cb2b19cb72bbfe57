"""The benchmark of what lies on sheets: what it lays where, and how it counts."""

from __future__ import annotations

import numpy as np

from benchmarks.covered import Count, laid_on, things
from fairsheet.sheets.model.page_geometry import FRAME
from fairsheet.vision.geometry._registration import Matches
from fairsheet.vision.geometry.rectify import FlatPage, Surface
from fairsheet.vision.printed.raster import PrintedPage

SCALE = 2  # px/mm of the photo, which shows the frame as it is
NONE = np.zeros((0, 2))
PAGE = FlatPage(
    np.zeros((1, 1), np.uint8),
    Surface(np.diag([SCALE, SCALE, 1.0])),
    Matches(NONE, NONE, NONE, np.zeros(0), np.zeros(0, bool)),
    (0, 0),
    0.0,
    PrintedPage(np.zeros((1, 1), np.uint8)),
)


def test_things_change_the_photo_where_they_lie_and_nowhere_else() -> None:
    photo = np.full((round(FRAME.h * SCALE), round(FRAME.w * SCALE)), 200, np.uint8)
    for thing in things(np.random.default_rng(0)):
        laid, mask = laid_on(photo, PAGE, thing, np.random.default_rng(1))
        small = mask[2::4, 2::4]  # of 8 px/mm
        assert small.shape == photo.shape and 0 < (small > 0).mean() < 0.5
        changed = np.abs(laid.astype(int) - photo) > 40
        assert not changed[small == 0].mean() > 0.01
        if thing.name in ("thumb", "cup", "torn corner"):
            assert changed[small > 0].mean() > 0.9


def test_of_fields_those_that_are_noticed_are_counted() -> None:
    count = Count()
    count.add(np.array([True, True, False]), np.array([True, False, True]))
    assert (count.fields, count.noticed) == (2, 1)
