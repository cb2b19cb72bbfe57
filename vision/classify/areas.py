"""The areas of a page where ink can be; they depend only on its layout."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.readings.classes import CLASSES, classes_of

Indices = NDArray[np.integer]
Mask = NDArray[np.bool_]

KINDS = ("slot", "icon", "box", "link", "sign", "correction")  # of areas
LINK_WIDTH = 5.0  # mm; assumed width of a link
MARGIN = {"slot": 0.13, "box": 0.13, "correction": 0.13, "icon": 0.25, "sign": 0.2, "link": 0.25}
"""Margin of a patch around its field, each side relative to width and height: strokes overshoot, rings need room."""


@dataclass(frozen=True)
class Area:
    """An area to cut out: its middle and size in mm of the frame, and its `turn` clockwise in degrees.

    `margin` is the width shown around it, as in `MARGIN`.
    """

    x: float
    y: float
    w: float
    h: float
    turn: float = 0.0
    margin: float = MARGIN["slot"]

    @cached_property
    def shown(self) -> Rect:
        """A part of the frame that contains all of the area's patch in any orientation."""
        reach = math.hypot(self.w, self.h) * (0.5 + self.margin) + 1
        return Rect(self.x - reach, self.y - reach, 2 * reach, 2 * reach)


def area_of(rect: Rect, turn: float = 0.0, margin: float = MARGIN["slot"]) -> Area:
    """Return the area of a field, a digit cell or a correction box; `turn` as in `Field.turn`."""
    return Area(rect.center.x, rect.center.y, rect.w, rect.h, turn, margin)


def areas_of(field: Field) -> tuple[Area, ...]:
    """Return the areas needed to read a field: its cells, its line, or itself (and then its correction box)."""
    if field.kind == "text":
        return ()
    margin = MARGIN[field.kind]
    if field.cells:
        return tuple(area_of(cell, field.turn, margin) for cell in field.cells)
    if field.line is not None:
        start, end = field.line
        across, down = end.x - start.x, end.y - start.y
        length = max(math.hypot(across, down), LINK_WIDTH)
        angle = math.degrees(math.atan2(down, across))
        middle = ((start.x + end.x) / 2, (start.y + end.y) / 2)
        return (Area(*middle, length, LINK_WIDTH, angle, margin),)
    areas = [area_of(field.rect, field.turn, margin)]
    if field.correction_box is not None:
        areas.append(area_of(field.correction_box, field.turn, MARGIN["correction"]))
    return tuple(areas)


@dataclass(frozen=True, eq=False)
class FieldAreas:
    """The areas of some fields, one field after the other.

    `parts` are the areas of each field, `classes` its possible classes. For each area, `where` is its place,
    `kinds` (n) its kind (indices of KINDS), and `allowed` (n, len(CLASSES)) its possible classes.
    """

    fields: Sequence[Field]
    parts: Sequence[slice]
    classes: Sequence[tuple[str, ...]]
    where: Sequence[Area]
    kinds: Indices
    allowed: Mask


def field_areas(fields: Iterable[Field]) -> FieldAreas:
    """Return the areas of these fields."""
    fields = tuple(fields)
    areas = [areas_of(field) for field in fields]
    classes = [classes_of(field) for field in fields]
    ends = np.cumsum([0, *map(len, areas)]).tolist()
    kinds = [
        _kind(field, number) for field, own in zip(fields, areas, strict=True) for number in range(len(own))
    ]
    possible = {names: [name in names for name in CLASSES] for names in set(classes)}
    allowed = [possible[names] for names, own in zip(classes, areas, strict=True) for _ in own]
    return FieldAreas(
        fields,
        [slice(start, end) for start, end in pairwise(ends)],
        classes,
        [area for own in areas for area in own],
        np.array(kinds, np.intp),
        np.array(allowed, bool).reshape(-1, len(CLASSES)),
    )


def _kind(field: Field, number: int) -> int:
    if field.cells:
        return KINDS.index("box")
    return KINDS.index("correction" if field.correction_box is not None and number == 1 else field.kind)


def areas_read(sheet: Sheet, page: int) -> FieldAreas:
    """Return the areas of a page's fields that can have ink: an icon with a printed mark may get another."""
    return _areas_read(sheet)[page]


@remembered
def _areas_read(sheet: Sheet) -> Mapping[int, FieldAreas]:
    """Return the same by page."""
    fields = [
        field
        for field in sheet.fields
        if field.kind != "text"
        and (
            field.printed is None
            or (field.kind == "icon" and any(mark != field.printed for mark in field.accepts))
        )
    ]
    return {
        page: field_areas(field for field in fields if field.page == page)
        for page in range(1, sheet.pages + 1)
    }
