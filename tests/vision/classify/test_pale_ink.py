"""Pale ink on a sheet with darker ink, as opposed to a sheet that is pale throughout."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.classify._pale_ink import (
    MUCH_PALER,
    STEP,
    darkness,
    find_pale_ink,
    measure_pen,
    remove_ink,
)
from fairsheet.vision.classify.patches import SIZE, Patches, ink_in
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import PrintedPage, blank_page
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.scan import read_fields, read_marks, score_page
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK, HARD_PENCIL

SHEET = load_sheet("launch")
MARKS: dict[str, Mark] = {
    **{f"floor-{row}.{place}": 2 * place + row for row in (2, 3, 4) for place in (1, 2, 3)},
    "error.1": "circled+crossed",
}
CROSSED = [f"extra-rocket.{number}" for number in range(1, 9)]
FALSE: dict[str, Mark] = {"floor-7.1": 5, "floor-7.2": 9, "floor-6.2": "X"}
PX_PER_MM = 8
BOLD = MUCH_PALER * 0.8  # if the pen absorbs 0.8 of the light


def patch(*strokes: tuple[int, float], print_: int = 255) -> Patches:
    """Return a patch with strokes at these rows that absorb a share of the light, over a printed bar."""
    printed = np.full((SIZE, SIZE), 255, np.uint8)
    printed[:, 20:24] = print_
    photo = printed.astype(np.float32)
    for row, share in strokes:
        photo[row : row + 4, 6:42] *= 1 - share
    flat = np.rint(photo).astype(np.uint8)
    return np.stack([flat, printed, ink_in(flat, printed)], axis=-1)[None]


@pytest.mark.parametrize("share", [0.1, 0.3, 0.8])
@pytest.mark.parametrize("print_", [255, 120])
def test_darkness_of_ink_ignores_the_print_below(share: float, print_: int) -> None:
    assert measure_pen(darkness(patch((20, share), print_=print_))) == pytest.approx(share, abs=0.04)


def test_a_few_bold_marks_do_not_make_the_others_pale() -> None:
    dark = np.concatenate([darkness(patch((20, share))) for share in (0.2, 0.22, 0.25, 0.2, 0.21, 0.9)])
    assert measure_pen(dark) == pytest.approx(0.25, abs=0.05)
    few = np.concatenate([darkness(patch((20, share))) for share in (0.1, 0.9)])
    assert measure_pen(few) == pytest.approx(0.9, abs=0.05)


def test_bold_ink_in_the_margin_is_removed_with_pale_ink() -> None:
    for row, is_of_neighbour in ((0, True), (12, False)):
        both = patch((30, 0.2))
        both[:, row : row + 4, 6:42, 0] = 50
        both[..., 2] = ink_in(both[0, ..., 0], both[0, ..., 1])
        assert find_pale_ink(darkness(both), BOLD).all() == is_of_neighbour


def test_pale_ink_next_to_a_bold_stroke_is_removed() -> None:
    both = patch((8, 0.8), (30, 0.2))
    left = remove_ink(both, find_pale_ink(darkness(both), BOLD))
    np.testing.assert_array_equal(left[:, 8:12], both[:, 8:12])
    assert left[:, 30:34].min() == 255
    assert not find_pale_ink(darkness(patch((8, 0.8), (30, 0.6))), BOLD).any()


def test_paler_ends_belong_to_their_bold_stroke() -> None:
    for share, is_part in ((0.3, True), (0.12, False)):
        ending = patch((20, 0.8))
        ending[:, 20:24, 14:42, 0] = round(255 * (1 - share))
        ending[..., 2] = ink_in(ending[0, ..., 0], ending[0, ..., 1])
        assert find_pale_ink(darkness(ending), BOLD).any() is np.bool_(not is_part)


def test_a_patch_without_a_bold_stroke_becomes_bare() -> None:
    pale = patch((20, 0.05))
    assert remove_ink(pale, find_pale_ink(darkness(pale), BOLD))[..., 2].min() == 255
    assert find_pale_ink(darkness(pale), BOLD).shape == (1, SIZE // STEP, SIZE // STEP)


def test_pale_lines_along_dashes_are_seldom_surely_blank() -> None:
    """Check a line of which only a few pixels are visible between the dashes."""
    sheet, rng, pencil = load_sheet("dome"), np.random.default_rng(1), replace(HARD_PENCIL, density=0.3)
    printed = blank_page(sheet, Label("dome", sheet.fingerprint, None, 3, 1), PX_PER_MM)
    lines: dict[str, Mark] = {field.id: "drawn" for field in sheet.fields if field.kind == "link"}
    page = fill_in(printed.copy(), sheet, lines, sample_hands()[0], pencil, rng, px_per_mm=PX_PER_MM)
    readings = read_fields(sheet, 1, score_page(sheet, 1, page, PrintedPage(printed)))
    assert all(each.probability("drawn") > 0.02 for each in readings if each.field in lines)


@cache
def bare() -> Gray:
    return blank_page(SHEET, Label(SHEET.name, SHEET.fingerprint, None, 3, 1), PX_PER_MM)


@cache
def written(*marks: str) -> Gray:
    all_marks = {**MARKS, **FALSE}
    chosen = {field: all_marks[field] for field in marks}
    rng = np.random.default_rng(3)
    return fill_in(bare().copy(), SHEET, chosen, sample_hands()[0], GEL_BLACK, rng, px_per_mm=PX_PER_MM)


def paler(page: Gray, share: float) -> Gray:
    return np.asarray(cv2.addWeighted(page, share, bare(), 1 - share, 0))


def read(page: Gray) -> dict[str, FieldReading]:
    readings, _ = read_marks(SHEET, 1, score_page(SHEET, 1, page, PrintedPage(bare())))
    return {reading.field: reading for reading in readings if reading.likeliest is not None or reading.bold}


def pale_in(page: Gray) -> dict[str, tuple[Mark | None, Mark | None]]:
    return {
        field: (each.likeliest, each.without_pale_ink.likeliest)
        for field, each in read(page).items()
        if each.bold
    }


def test_a_pale_sheet_is_read_like_a_bold_one() -> None:
    for share in (1.0, 0.3):
        found = read(paler(written(*MARKS), share))
        assert {field: each.likeliest for field, each in found.items()} == MARKS
        assert not any(each.bold for each in found.values())


@pytest.mark.parametrize("share", [0.08, 0.25])
def test_much_paler_marks_have_two_readings(share: float) -> None:
    page = np.minimum(written(*MARKS), paler(written(*FALSE), share))
    assert pale_in(page) == {field: (mark, None) for field, mark in FALSE.items()}


def test_marks_of_half_strength_have_one_reading() -> None:
    assert pale_in(np.minimum(written(*MARKS), paler(written(*FALSE), 0.6))) == {}


def test_an_erased_cross_in_a_ring_leaves_the_ring() -> None:
    rng = np.random.default_rng(3)
    ring, cross = (
        fill_in(
            bare().copy(), SHEET, {"error.1": mark}, sample_hands()[0], GEL_BLACK, rng, px_per_mm=PX_PER_MM
        )
        for mark in ("circled", "crossed")
    )
    others = written(*(field for field in MARKS if field != "error.1"))
    page = np.minimum.reduce([others, ring, paler(cross, 0.25)])
    found = read(page)["error.1"]
    assert found.without_pale_ink.likeliest == "circled"


def test_thin_marks_on_a_soft_photo_are_not_pale() -> None:
    rng = np.random.default_rng(3)
    bold, thin = replace(GEL_BLACK, width=0.9), replace(GEL_BLACK, width=0.25)
    numbers = {field: mark for field, mark in MARKS.items() if field.startswith("floor")}
    page = bare().copy()
    for marks, pen in ((dict.fromkeys(CROSSED, "crossed"), bold), (numbers, thin)):
        page = fill_in(page, SHEET, marks, sample_hands()[0], pen, rng, px_per_mm=PX_PER_MM)
    soft = np.asarray(cv2.GaussianBlur(page, (0, 0), 3.2), np.uint8)
    assert pale_in(soft) == {}
