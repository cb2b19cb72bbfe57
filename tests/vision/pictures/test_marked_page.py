"""The drawing of a record: marks stand in their fields and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.pictures.marked_page import PX_PER_MM, marked_page
from fairsheet.vision.printed.raster import window

SHEET = load_sheet("colony")
LABEL = Label("colony", SHEET.fingerprint, "coral-otter-42", 3, 1, None, ("A1", "B1", "C1"))


def coloured(picture: NDArray[np.uint8], rect: Rect) -> float:
    """The share of pixels of a place that are not grey."""
    part = picture[window(rect, PX_PER_MM)].astype(int)
    return float((part.max(axis=-1) - part.min(axis=-1) > 40).mean())


def of_kind(kind: str) -> str:
    return next(field.id for field in SHEET.fields if field.kind == kind and field.printed is None)


@pytest.mark.parametrize(
    ("kind", "mark"),
    [("slot", 12), ("slot", "X"), ("icon", "circled"), ("icon", "crossed"), ("icon", "circled+crossed"),
     ("link", "drawn"), ("box", -5), ("text", "Ada")],
)  # fmt: skip
def test_a_mark_stands_in_its_field_alone(kind: str, mark: Mark) -> None:
    field = SHEET.field[of_kind(kind)]
    picture = np.asarray(marked_page(SHEET, LABEL, {field.id: mark}))
    assert coloured(picture, field.rect) > 0.02
    outside = picture.copy()
    outside[window(field.rect.grown(2), PX_PER_MM)] = 0
    assert coloured(outside, Rect(0, 0, 196, 266)) == 0


def test_a_page_without_marks_is_the_printed_page() -> None:
    assert coloured(np.asarray(marked_page(SHEET, LABEL, {})), Rect(0, 0, 196, 266)) == 0


def test_doubts_and_clashes_are_framed_also_where_nothing_is_written() -> None:
    one, other = [field for field in SHEET.fields if field.kind == "slot"][4:6]
    picture = np.asarray(marked_page(SHEET, LABEL, {}, doubts={one.id: "#1"}, clashing=[other.id]))
    assert coloured(picture, one.rect.grown(1)) > 0.02
    assert coloured(picture, other.rect.grown(1)) > 0.02
