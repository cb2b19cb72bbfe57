"""The drawing of a record: marks are in their fields and nowhere else."""

from __future__ import annotations

import numpy as np
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
    """Return the share of pixels of a place that are not grey."""
    part = picture[window(rect, PX_PER_MM)].astype(int)
    return float((part.max(axis=-1) - part.min(axis=-1) > 40).mean())


def test_marks_are_only_in_their_fields() -> None:
    of_kinds: dict[str, list[Mark]] = {
        "slot": [12, "X"], "icon": ["circled", "crossed", "circled+crossed"], "link": ["drawn"], "box": [-5],
        "text": ["Ada"],
    }  # fmt: skip
    marks: dict[str, Mark] = {}
    for kind, some in of_kinds.items():
        fields = (field.id for field in SHEET.fields if field.kind == kind and field.printed is None)
        marks |= zip(fields, some, strict=False)
    picture = np.asarray(marked_page(SHEET, LABEL, marks))
    outside = picture.copy()
    for rect in (SHEET.field[id_].rect for id_ in marks):
        assert coloured(picture, rect) > 0.02
        outside[window(rect.grown(2), PX_PER_MM)] = 0
    assert len(marks) == 8 and coloured(outside, Rect(0, 0, 196, 266)) == 0


def test_a_page_without_marks_is_the_printed_page() -> None:
    assert coloured(np.asarray(marked_page(SHEET, LABEL, {})), Rect(0, 0, 196, 266)) == 0


def test_doubt_in_a_blank_field_is_framed() -> None:
    one = [field for field in SHEET.fields if field.kind == "slot"][4]
    picture = np.asarray(marked_page(SHEET, LABEL, {}, doubts={one.id: "#1"}))
    assert coloured(picture, one.rect.grown(1)) > 0.02
