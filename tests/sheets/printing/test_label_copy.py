"""The second copy of a page's code: its place, the free space around it, and its readability."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.sheets.label.label import Label, copy_modules, decode_code, label_modules
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import custom_sheet, load_sheet, sheet_names
from fairsheet.sheets.model.drawn_shapes import Polygon, Style
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FIDUCIAL_QUIET, FIDUCIALS, LABEL_COPIES
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.printing.label_copy import copy_place
from fairsheet.vision.classify.areas import areas_of
from fairsheet.vision.printed.raster import blank_page, printed_page

EXAMPLES = sorted((Path(__file__).parents[3] / "examples/sheets").glob("*/*.sheet"))
SCALE = 16  # px per mm
DATA_MATRIX = zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)
LAUNCH = load_sheet("launch")
LABEL = Label("launch", LAUNCH.fingerprint, "coral-otter-42", players=3, seat=1, missions=("A1", "B2", "C1"))
BLACK = Style("ink", "ink", 0.3)


def all_sheets() -> Iterator[Sheet]:
    for name in sheet_names():
        sheet = load_sheet(name)
        yield sheet
        if sheet.missions:
            yield solo_sheet(sheet, 4)
    yield from map(custom_sheet, EXAMPLES)


SHEETS = list(all_sheets())


@pytest.mark.parametrize("sheet", SHEETS, ids=[f"{sheet.name}-{sheet.solo_level}" for sheet in SHEETS])
def test_copies_on_our_pages_are_clear_of_print_and_ink(sheet: Sheet) -> None:
    for page in range(1, sheet.pages + 1):
        place = copy_place(sheet, page)
        assert place is not None
        left, top, right, bottom = (round(side * 4) for side in (place.x, place.y, place.right, place.bottom))
        assert (printed_page(sheet, page, (), 4).gray[top:bottom, max(left, 0) : right] == 255).all()
        for field in sheet.fields:
            if field.page == page:
                for area in areas_of(field):
                    assert not place.grown(-0.4).overlaps(
                        looked_at(area.x, area.y, area.w, area.h, area.margin)
                    )


def looked_at(x: float, y: float, w: float, h: float, margin: float) -> Rect:
    """Return the area that the scanner uses for an upright field or cell."""
    w, h = w * (1 + 2 * margin), h * (1 + 2 * margin)
    return Rect(x - w / 2, y - h / 2, w, h)


def test_copies_avoid_fiducials() -> None:
    for place in LABEL_COPIES:
        assert not any(place.overlaps(fiducial.rect.grown(FIDUCIAL_QUIET - 0.01)) for fiducial in FIDUCIALS)


def test_the_copy_is_at_the_first_free_place() -> None:
    shapes = LAUNCH.shapes
    for place in LABEL_COPIES:
        sheet = msgspec.structs.replace(LAUNCH, shapes=shapes)
        assert copy_place(sheet, 1) == place
        shapes = (*shapes, Polygon((place.corners[0], place.center), BLACK, closed=False))
    full = msgspec.structs.replace(LAUNCH, shapes=shapes)
    assert copy_place(full, 1) is None
    assert draw_pages(full, [LABEL]), "a page without room has no copy"


def copy_on(page: np.ndarray, place: Rect) -> list[Label]:
    """Return the labels in the place of a page's copy."""
    shown = place.grown(1)
    rows = slice(round(shown.y * SCALE), round(shown.bottom * SCALE))
    cut = np.rot90(page[rows, max(0, round(shown.x * SCALE)) : round(shown.right * SCALE)])
    picture = cv2.copyMakeBorder(np.ascontiguousarray(cut), 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=255)
    picture = cv2.resize(picture, (picture.shape[1] // 2, picture.shape[0]), interpolation=cv2.INTER_AREA)
    return [
        decode_code(code.text, code.bytes) for code in zxingcpp.read_barcodes(picture, formats=DATA_MATRIX)
    ]


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=64))
@settings(max_examples=6, deadline=None)
def test_the_copy_of_any_seed_agrees_or_is_left_out(seed: str) -> None:
    label = msgspec.structs.replace(LABEL, seed=seed)
    expected = [] if copy_modules(label) is None else [label]
    assert copy_on(blank_page(LAUNCH, label, SCALE), LABEL_COPIES[0]) == expected


def test_modules_of_a_copy_are_as_large_as_those_of_the_code() -> None:
    for seed, size in (("coral-otter-42", (12, 64)), ("a longer seed, a larger code", (16, 64))):
        label = msgspec.structs.replace(LABEL, seed=seed)
        rows = copy_modules(label)
        assert rows is not None and (len(rows), len(rows[0])) == size
        place, side = LABEL_COPIES[0], len(label_modules(label))
        area = place.w / (size[0] + 2) * place.h / (size[1] + 2)
        assert area > (21 / (side + 2)) ** 2
    assert copy_modules(msgspec.structs.replace(LABEL, seed="\N{CJK UNIFIED IDEOGRAPH-6F22}" * 64)) is None
