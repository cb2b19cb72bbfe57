"""Return the fields of a page as shapes in mm of the frame, for a layer over a photo or drawing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark, Marks, mark_name
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.wording.field_names import field_names

SIGNS: Mapping[Mark, str] = {
    "crossed": "×", "filled": "●", "drawn": "", "circled": "○", "circled+crossed": "⊗", "struck": "/",
    "circle": "○", "cross": "×", "triangle": "△",
}  # fmt: skip
AROUND = 14.0  # mm that are shown around a field


@dataclass(frozen=True)
class Spot:
    """A field on its page: its name, its mark and the `sign` of the mark; `kind` is blank, read, doubt or new."""

    id: str
    rect: Rect
    name: str
    mark: str
    sign: str
    kind: str


def spots(
    sheet: Sheet, page: int, marks: Marks, doubts: Collection[str] = (), new: Collection[str] = ()
) -> Iterator[Spot]:
    """Yield the fields of a page with their marks."""
    names = field_names(sheet)
    for field in sheet.fields:
        if field.page == page:
            mark = marks.get(field.id)
            kind = (
                "doubt"
                if field.id in doubts
                else "new"
                if field.id in new
                else "read"
                if mark is not None
                else "blank"
            )
            sign = "" if mark is None else SIGNS.get(mark, str(mark))
            yield Spot(field.id, field.rect, names[field.id], mark_name(mark), sign, kind)


def view_around(field: Field, frame: Rect, around: float = AROUND) -> Rect:
    """Return the part of a page with a field and what is `around` it, inside of the frame, in mm."""
    rect = field.rect.grown(around)
    width = min(max(rect.w, 1.6 * rect.h), frame.w)
    height = min(max(rect.h, width / 2.4), frame.h)
    middle = field.rect.center
    x = min(max(0.0, middle.x - width / 2), frame.w - width)
    y = min(max(0.0, middle.y - height / 2), frame.h - height)
    return Rect(x, y, width, height)
