"""Cutting out fields: the places of objects in a patch."""

from __future__ import annotations

import gc
import math
import weakref

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FRAME
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.areas import MARGIN, Area, FieldAreas, area_of, areas_of, field_areas
from fairsheet.vision.classify.patches import SIZE, PagePatches, Patches, ink_in
from fairsheet.vision.printed.raster import PrintedPage, made_once, window
from fairsheet.vision.printed.visibility import compared

SCALE = 8
PAPER = np.full((round(FRAME.h * SCALE), round(FRAME.w * SCALE)), 255, np.uint8)


def painted(rect: Rect) -> np.ndarray:
    page = PAPER.copy()
    page[window(rect, SCALE)] = 0
    return page


def cut(page: np.ndarray, blank: np.ndarray, *areas: Area) -> Patches:
    of_areas = FieldAreas((), (), (), areas, np.empty(0, int), np.empty(0, bool))
    return PagePatches(page, PrintedPage(blank), of_areas, SCALE).cut(np.arange(len(areas)))


@given(st.floats(20, 150), st.floats(20, 200), st.floats(3, 20), st.floats(3, 20))
def test_a_field_has_the_same_place_in_every_patch(x: float, y: float, w: float, h: float) -> None:
    rect = Rect(x, y, w, h)
    (patch,) = cut(painted(rect), PAPER, area_of(rect))
    assert patch.shape == (SIZE, SIZE, 3)
    dark = 1 - patch[..., 0] / 255
    edge = SIZE * MARGIN["slot"] / (1 + 2 * MARGIN["slot"])
    for axis in (0, 1):
        profile = dark.max(axis=axis)
        inside = np.flatnonzero(profile > 0.5)
        assert inside[0] == pytest.approx(edge, abs=1.6)
        assert inside[-1] + 1 == pytest.approx(SIZE - edge, abs=1.6)
    assert (patch[..., 1] == 255).all()


def test_a_link_is_turned_level() -> None:
    page = PAPER.copy()
    start, end = Point(60, 60), Point(75, 82)
    cv2.line(page, (60 * SCALE, 60 * SCALE), (75 * SCALE, 82 * SCALE), 0, 4)
    field = Field("link", "link", Rect(60, 60, 15, 22), ("drawn",), line=(start, end))
    (area,) = areas_of(field)
    assert area.w == pytest.approx(math.hypot(15, 22))
    (patch,) = cut(page, PAPER, area)
    rows, columns = np.nonzero(patch[..., 0] < 128)
    assert abs(rows.mean() - (SIZE - 1) / 2) < 0.6 and np.ptp(rows) < 6
    assert np.ptp(columns) > SIZE / (1 + 2 * MARGIN["link"]) - 3


def test_turned_fields_are_cut_upright() -> None:
    rng = np.random.default_rng(0)
    cells = rng.integers(0, 256, (round(FRAME.h * 2), round(FRAME.w * 2)), dtype=np.uint8)
    page = cells.repeat(SCALE // 2, axis=0).repeat(SCALE // 2, axis=1)
    rect = Rect(40, 50, 8, 6)
    upright, turned = cut(page, PAPER, area_of(rect), area_of(rect, 180))
    difference = upright[::-1, ::-1, 0].astype(int) - turned[..., 0]
    assert np.abs(difference).mean() < 12


def test_outside_the_page_is_paper() -> None:
    page = np.zeros_like(PAPER)
    (patch,) = cut(page, page, area_of(Rect(0, 0, 10, 10)))
    assert (patch[0] == 255).all() and (patch[:, 0] == 255).all()
    assert (patch[SIZE // 2 :, SIZE // 2 :, :2] == 0).all()


def scene(ink: int, gain: float, offset: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a printed dark frame, its photo, and a mask of a diagonal ink line in the photo."""
    blank = np.full((SIZE, SIZE), 255, np.uint8)
    cv2.rectangle(blank, (6, 6), (SIZE - 7, SIZE - 7), 60, 2)
    line = np.zeros((SIZE, SIZE), np.uint8)
    cv2.line(line, (14, 12), (32, 36), 1, 2)
    dark = (255.0 - blank) * gain + offset + ink * line
    noise = np.random.default_rng(0).normal(0, 2, dark.shape)
    return blank, np.clip(255 - dark + noise, 0, 255).astype(np.uint8), line == 1


@pytest.mark.parametrize("ink", [45, 90, 160])
@pytest.mark.parametrize("gain, offset", [(1.0, 0), (0.6, 0), (1.2, 12)])
def test_ink_channels_of_faint_and_thick_ink_are_alike(ink: int, gain: float, offset: int) -> None:
    blank, photo, line = scene(ink, gain, offset)
    found = ink_in(photo, blank)
    assert np.median(found[line]) < 60
    assert np.median(found[~line]) > 240
    assert (found[blank < 255] > 150).mean() > 0.95


def test_print_is_not_ink() -> None:
    for gain, offset in ((1.0, 0), (0.5, 10), (1.2, 0)):
        blank, photo, _ = scene(0, gain, offset)
        moved = np.roll(photo, 1, axis=0)  # never perfectly aligned
        assert (ink_in(photo, blank) > 200).mean() > 0.98, (gain, offset)
        assert (ink_in(moved, blank) > 150).mean() > 0.97, (gain, offset)


def test_areas_of_fields() -> None:
    rect = Rect(10, 10, 20, 10)
    cells = (Rect(10, 10, 10, 10), Rect(20, 10, 10, 10))
    assert [area.x for area in areas_of(Field("b", "box", rect, (0, 99), cells=cells))] == [15, 25]
    slot = Field("s", "slot", rect, (1, 2), correction_box=Rect(10, 20, 5, 5))
    assert [area.y for area in areas_of(slot)] == [15, 22.5]
    assert areas_of(Field("t", "text", rect, ())) == ()


def test_cached_values_are_deleted_with_their_page() -> None:
    """Check the cache: workers read photos for days, so values must not outlive their page."""
    asked: list[int] = []

    @made_once
    def darkest(page: PrintedPage, row: int) -> int:
        asked.append(row)
        return int(page.gray[row].min())

    place = Rect(60, 60, 15, 22)
    page = PrintedPage(painted(place))
    assert [darkest(page, 0), darkest(page, 61 * SCALE), darkest(page, 0)] == [255, 0, 255]
    assert asked == [0, 61 * SCALE]
    PagePatches(PAPER, page, field_areas([Field("s", "slot", place, (1, 2))]), SCALE).cut(np.array([0]))
    compared(PAPER, page)
    gone = weakref.ref(page)
    del page
    gc.collect()
    assert gone() is None
