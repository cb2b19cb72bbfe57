"""Pen and camera: drawings are in the right place, and the same seed gives the same picture."""

from __future__ import annotations

import numpy as np
import pytest

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FIDUCIALS, FRAME, PAPERS
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.geometry.detection import FEW_FIDUCIALS, find_sheets, project
from fairsheet.vision.printed.illumination import even_light
from fairsheet.vision.printed.raster import blank_page, window
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator._paper import random_bend
from fairsheet.vision.simulator.camera import (
    DIFFICULTIES,
    HARD,
    ORDINARY,
    SCAN,
    Difficulty,
    photograph,
    to_jpeg,
)
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import FELT_TIP, PENCIL, PENS

SMALL = (1500, 2000)
FIELDS = (
    Field("slot", "slot", Rect(30, 30, 9, 9), (*range(18), "X", "struck"), correction_box=Rect(30, 40, 9, 4)),
    Field("icon", "icon", Rect(60, 30, 6, 6), ("circled", "crossed", "filled")),
    Field("sign", "sign", Rect(90, 30, 8, 8), ("circle", "cross", "triangle")),
    Field("box", "box", Rect(120, 30, 14, 9), (-9, 99), cells=(Rect(120, 30, 7, 9), Rect(127, 30, 7, 9))),
    Field("link", "link", Rect(30, 60, 20, 5), ("drawn",), line=(Point(30, 60), Point(50, 65))),
    Field("name", "text", Rect(30, 80, 60, 8), ()),
)
SHEET = Sheet("test", "Test", 1, FIELDS, (), (), (), (), (), ())
MARKS: list[tuple[str, int | str]] = [
    *(("slot", number) for number in range(18)), ("slot", "X"), ("slot", "struck"), ("slot", "cancelled"),
    ("icon", "circled"), ("icon", "crossed"), ("icon", "circled+crossed"), ("icon", "filled"),
    ("sign", "circle"), ("sign", "cross"), ("sign", "triangle"), ("box", 0), ("box", 42), ("box", -7),
    ("link", "drawn"), ("link", "cancelled"), ("name", "ADA"),
]  # fmt: skip


@pytest.mark.parametrize("field, mark", MARKS)
def test_ink_is_where_its_field_is(field: str, mark: int | str) -> None:
    paper = np.full((120 * 8, 160 * 8), 255, np.uint8)
    rect = SHEET.field[field].rect
    for number, hand in enumerate(sample_hands()[:4]):
        pen = PENS[number % len(PENS)]
        drawn = fill_in(paper, SHEET, {field: mark}, hand, pen, np.random.default_rng(number), px_per_mm=8)
        ink = np.count_nonzero(drawn < 200)
        assert ink > 20, (mark, hand.name)
        inside = drawn[window(rect.grown(0.6 * min(rect.w, rect.h) + 1.5), 8)] < 200
        assert inside.sum() / ink > 0.97, (mark, hand.name)


def test_numbers_exceed_their_frame_only_slightly() -> None:
    rng = np.random.default_rng(3)
    rect = Rect(10, 10, 9, 9)
    for hand in sample_hands():
        for text in ("8", "11", "14"):
            traces = shapes.number(text, rect, hand, rng)
            points = np.concatenate([stroke for trace in traces for stroke in trace.strokes])
            beyond = points.max(axis=0) - (rect.right, rect.bottom)
            over = np.maximum(beyond, (rect.x, rect.y) - points.min(axis=0))
            assert over.max() < 0.3 * rect.w, (hand.name, text)


def test_a_thick_pen_leaves_small_digits_open() -> None:
    rng = np.random.default_rng(1)
    (trace,) = shapes.number("8", Rect(0, 0, 3, 3), sample_hands()[0], rng, FELT_TIP.width)
    assert trace.widest < 0.7 * FELT_TIP.width


def test_a_slip_is_scribbled_out_and_written_again() -> None:
    paper = np.full((120 * 8, 160 * 8), 255, np.uint8)
    second = SHEET.field["slot"].correction_box
    assert second is not None
    for slips, expected in ((0.0, False), (1.0, True)):
        rng = np.random.default_rng(1)
        drawn = fill_in(paper, SHEET, {"slot": 7}, sample_hands()[0], PENS[3], rng, px_per_mm=8, slips=slips)
        assert (drawn[window(second, 8)][8:] < 128).any() == expected


def test_colour_ink_and_the_place_of_the_frame() -> None:
    paper = np.full((130 * 8, 170 * 8, 3), 255, np.uint8)
    frame = Point(7, 15.5)
    rng = np.random.default_rng(1)
    drawn = fill_in(paper, SHEET, {"slot": 8}, sample_hands()[0], PENS[0], rng, px_per_mm=8, origin=frame)
    rows, columns = np.nonzero(drawn[..., 0] < 128)
    assert abs(rows.mean() / 8 - (34.5 + 15.5)) < 2 and abs(columns.mean() / 8 - (34.5 + 7)) < 2
    assert drawn[rows, columns, 2].mean() > drawn[rows, columns, 0].mean() + 60  # blue


def test_the_same_seed_gives_the_same_picture() -> None:
    paper = np.full((297 * 4, 210 * 4, 3), 255, np.uint8)
    pictures = []
    for _ in range(2):
        rng = np.random.default_rng(11)
        filled = fill_in(paper, SHEET, {"slot": 3}, sample_hands()[2], PENCIL, rng, px_per_mm=4)
        photo = photograph(filled, rng, HARD, px_per_mm=4, size=(600, 800))
        pictures.append(to_jpeg(photo, rng, HARD))
    assert pictures[0] == pictures[1]


def printed(px_per_mm: int) -> np.ndarray:
    """Return a sheet of A4 with fiducials, RGB."""
    frame = blank_page(SHEET, Label("test", SHEET.fingerprint, "seed", 2, 1), px_per_mm)
    offset = PAPERS["a4"].offset
    page = np.full((297 * px_per_mm, 210 * px_per_mm), 255, np.uint8)
    top, left = round(offset.y * px_per_mm), round(offset.x * px_per_mm)
    page[top : top + frame.shape[0], left : left + frame.shape[1]] = frame
    return np.repeat(page[..., None], 3, axis=2)


@pytest.mark.parametrize("difficulty", DIFFICULTIES.values(), ids=lambda d: d.name)
def test_a_photographed_sheet_is_found(difficulty: Difficulty) -> None:
    page = printed(8)
    for seed in range(2):
        photo = photograph(page, np.random.default_rng(seed), difficulty, px_per_mm=8, size=SMALL)
        assert sorted(photo.shape[:2]) == sorted(SMALL)
        ((sighting,), _) = find_sheets(np.ascontiguousarray(photo[..., 1]), "photo")
        assert len(sighting.markers) >= (FEW_FIDUCIALS if difficulty is HARD else len(FIDUCIALS))


def test_several_sheets_in_one_photo() -> None:
    page = printed(6)
    photo = photograph([page, page], np.random.default_rng(4), ORDINARY, px_per_mm=6, size=(2250, 3000))
    assert len(find_sheets(np.ascontiguousarray(photo[..., 1]), "photo")[0]) == 2


def test_a_scan_is_flat_and_even() -> None:
    photo = photograph(printed(8), np.random.default_rng(0), SCAN, px_per_mm=8, size=SMALL)
    gray = np.ascontiguousarray(photo[..., 1])
    ((sighting,), _) = find_sheets(gray, "scan")
    off = project(sighting.homography, sighting.mm) - sighting.px
    assert np.abs(off).max() < 1.5
    assert np.median(even_light(gray)) > 245


def test_bent_paper_is_not_stretched() -> None:
    for seed in range(20):
        bend = random_bend(FRAME.w, FRAME.h, 20, np.random.default_rng(seed))
        line = np.linspace(-80, 80, 200)[:, None] * bend.direction
        steps = np.linalg.norm(np.diff(bend.in_space(line), axis=0), axis=1)
        assert steps.sum() == pytest.approx(160, rel=0.01)
        assert bend.up.min() == 0


def test_far_players_draw_from_the_opposite_edge() -> None:
    fields = (
        Field("common", "sign", Rect(30, 30, 9, 9), ("circle", "cross", "triangle")),
        Field("ship", "sign", Rect(60, 30, 9, 9), ("circle", "cross", "triangle"), attrs={"side": "far"}),
    )
    sheet = Sheet("shared", "Shared", 1, fields, (), (), (), (), (), ())
    paper = np.full((60 * 8, 90 * 8), 255, np.uint8)

    def widest_row(marks: dict[str, int | str]) -> float:
        """Return the row at which the triangle in the common field is widest, from 0 to 1."""
        rng = np.random.default_rng(3)
        drawn = fill_in(paper, sheet, marks, sample_hands()[0], PENS[0], rng, px_per_mm=8)
        rows, columns = np.nonzero(drawn[200:350, 200:350] < 200)
        spans = {row: np.ptp(columns[rows == row]) for row in range(rows.min(), rows.max() + 1)}
        widest = max(spans, key=lambda row: spans[row])
        return float((widest - rows.min()) / np.ptp(rows))

    assert widest_row({"common": "triangle"}) > 0.6
    assert widest_row({"common": "triangle", "ship": "circle"}) > 0.6
    assert widest_row({"common": "triangle", "ship": "triangle"}) < 0.4
