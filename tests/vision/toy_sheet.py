"""A sheet of a few fields, and readings of it."""

from __future__ import annotations

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field, Sheet, Zone
from fairsheet.vision.readings.reading import FieldReading

PLACE = Rect(20, 30, 9, 9)
SLOTS = tuple(f"floor.{number}" for number in range(1, 6))


def slot(id_: str) -> Field:
    return Field(id_, "slot", PLACE, (*range(1, 16), "X"), correction_box=PLACE)


FIELDS = (
    *map(slot, SLOTS), Field("star", "icon", PLACE, ("crossed",)), Field("sum", "box", PLACE, (-20, 99))
)  # fmt: skip
SHEET = Sheet("toy", "Toy", 1, FIELDS, (Zone("floor", SLOTS),), (), (), (), (), ())


def reading(field: str, **shares: float) -> FieldReading:
    """Return a reading: `n7=0.9` is the number 7, `blank` no ink; the rest goes to no ink."""
    marks: dict[Mark | None, float] = {}
    for name, share in shares.items():
        marks[None if name == "blank" else int(name[1:]) if name[1:].isdigit() else name] = share
    marks[None] = marks.get(None, 0.0) + max(1e-9, 1 - sum(marks.values()))
    return FieldReading(field, tuple(sorted(marks.items(), key=lambda item: -item[1])))
