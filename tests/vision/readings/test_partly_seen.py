"""Partly visible sheets: the visible part is read, the rest is asked about, never taken as blank."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FRAME
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.geometry.detection import find_sheets, project
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.printed.raster import blank_page
from fairsheet.vision.scan import SeenSheet, read_photo
from tests.vision.photographed import Gray, Shot, photograph
from tests.vision.played import PX_PER_MM, SHEET, label, read, written

SIZE = (2250, 3000)
OUTLINE = np.array([(-5, -5), (FRAME.w + 5, -5), (FRAME.w + 5, FRAME.h + 5), (-5, FRAME.h + 5)])


def cut(shot: Shot, share: float) -> Gray:
    """Return the upper part of a photo."""
    return np.ascontiguousarray(shot.gray[: round(len(shot.gray) * share)])


def is_under(mask: Gray, shot: Shot, rect: Rect) -> bool:
    """Return whether the mask covers all corners of a place on the sheet."""
    x, y = project(shot.homography, np.array([(corner.x, corner.y) for corner in rect.corners])).astype(int).T
    return bool((mask[y, x] > 0).all())


def check(seen: SeenSheet, seat: int, least_read: int) -> None:
    """Check that all errors and all unseen fields are in doubt, and that enough marks are read."""
    truth, reading = written(seat)[1], seen.reading
    asked = {doubt.field for doubt in reading.doubts}
    fields = {field.field for field in reading.fields}
    wrong = {field for field in fields if reading.marks.get(field) != truth.get(field)}
    assert not wrong - asked
    assert set(reading.covered) <= asked
    assert len((truth.keys() & fields) - asked) >= least_read


@pytest.fixture(scope="module")
def shot() -> Shot:
    return photograph(written(1)[0], size=SIZE, turn=3)


def test_the_visible_part_of_a_cut_sheet_is_read(shot: Shot) -> None:
    photo = cut(shot, 0.5)
    (seen,), errors = read(photo)
    assert not errors and seen.reading.label == label(1)
    outside = {
        field.id
        for field in SHEET.fields
        if field.kind != "text"
        and project(shot.homography, np.array([(field.rect.center.x, field.rect.bottom)]))[0, 1] > len(photo)
    }
    read_of = {field.field for field in seen.reading.fields}
    assert outside & read_of and outside & read_of <= set(seen.reading.covered)
    check(seen, 1, 15)


def test_errors_name_the_missing_part_of_a_sheet(shot: Shot) -> None:
    with pytest.raises(FairsheetError, match="the lower part of the sheet is missing"):
        find_sheets(cut(shot, 0.25), "photo.jpg")


def test_fields_under_another_sheet_are_asked() -> None:
    below = photograph(written(1)[0], size=(3000, 2250), centre=(0.33, 0.5), turn=2)
    above = photograph(written(2)[0], size=(3000, 2250), centre=(0.69, 0.5), turn=14)
    mask = np.zeros_like(below.gray)
    cv2.fillPoly(mask, [project(above.homography, OUTLINE).astype(np.int32)], 255)
    sheets, errors = read_photo(Photo("photo.jpg", np.where(mask > 0, above.gray, below.gray)))
    assert not errors and [seen.reading.label.seat for seen in sheets] == [1, 2]
    hidden = {field.id for field in SHEET.fields if is_under(mask, below, field.rect)}
    read_of = {field.field for field in sheets[0].reading.fields}
    assert hidden & read_of and hidden & read_of <= set(sheets[0].reading.covered)
    check(sheets[0], 1, 10)
    check(sheets[1], 2, 40)


def test_a_box_with_a_hidden_cell_is_unseen() -> None:
    sheet = load_sheet("mine")
    box = sheet.field["mission.a"]
    there = replace(label(1), sheet="mine", layout=sheet.fingerprint, missions=("A1", "B1", "C1"), seed=None)
    page = blank_page(sheet, there, PX_PER_MM).copy()
    left, top = round((box.cells[-1].x - 0.5) * PX_PER_MM), round((box.rect.y - 2) * PX_PER_MM)
    page[top : top + 60 * PX_PER_MM, left : left + 50 * PX_PER_MM] = 250
    (seen,), errors = read(photograph(page, size=SIZE).gray)
    assert not errors and len(box.cells) == 2 and box.id in seen.reading.covered
    assert box.id in {doubt.field for doubt in seen.reading.doubts}
