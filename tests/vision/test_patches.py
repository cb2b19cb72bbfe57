"""Cutting out fields: where things are in a patch."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets.model import Field, Point, Rect
from sheets.page import FRAME
from vision.patches import CONTEXT, SIZE, area_of, areas_of, cut_patches

SCALE = 8
PAPER = np.full((FRAME.h * SCALE, FRAME.w * SCALE), 255, np.uint8)


def painted(rect: Rect) -> np.ndarray:
    page = PAPER.copy()
    page[
        round(rect.y * SCALE) : round(rect.bottom * SCALE), round(rect.x * SCALE) : round(rect.right * SCALE)
    ] = 0
    return page


@given(
    st.floats(20, 150), st.floats(20, 200), st.floats(3, 20), st.floats(3, 20)
)  # fmt: skip
def test_a_field_has_the_same_place_in_every_patch(x: float, y: float, w: float, h: float) -> None:
    rect = Rect(x, y, w, h)
    (patch,) = cut_patches(painted(rect), PAPER, [area_of(rect)], SCALE)
    dark = 1 - patch[..., 0] / 255
    edge = SIZE * (1 - 1 / CONTEXT) / 2
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
    (patch,) = cut_patches(page, PAPER, [area], SCALE)
    rows, columns = np.nonzero(patch[..., 0] < 128)
    assert abs(rows.mean() - (SIZE - 1) / 2) < 0.6 and np.ptp(rows) < 6
    assert np.ptp(columns) > SIZE / CONTEXT - 3


def test_a_turned_field_is_seen_as_its_reader_sees_it() -> None:
    rng = np.random.default_rng(0)
    page = rng.integers(0, 256, PAPER.shape, dtype=np.uint8)
    rect = Rect(40, 50, 8, 6)
    upright, turned = cut_patches(page, PAPER, [area_of(rect), area_of(rect, 180)], SCALE)
    difference = upright[::-1, ::-1, 0].astype(int) - turned[..., 0]
    assert np.abs(difference).mean() < 12


def test_beyond_the_page_is_paper() -> None:
    page = np.zeros_like(PAPER)
    (patch,) = cut_patches(page, page, [area_of(Rect(0, 0, 10, 10))], SCALE)
    assert (patch[0] == 255).all() and (patch[:, 0] == 255).all()
    assert (patch[SIZE // 2 :, SIZE // 2 :] == 0).all()


def test_what_must_be_looked_at() -> None:
    rect = Rect(10, 10, 20, 10)
    cells = (Rect(10, 10, 10, 10), Rect(20, 10, 10, 10))
    assert [area.x for area in areas_of(Field("b", "box", rect, (0, 99), cells=cells))] == [15, 25]
    slot = Field("s", "slot", rect, (1, 2), second_try=Rect(10, 20, 5, 5))
    assert [area.y for area in areas_of(slot)] == [15, 22.5]
    assert areas_of(Field("t", "text", rect, ())) == ()
