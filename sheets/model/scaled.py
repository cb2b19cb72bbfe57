"""Geometry at another scale: from the mm in a template of half pages to the frame, and back."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fairsheet.sheets.model.sheet import Sheet

_LENGTHS = {
    "x", "y", "w", "h", "at", "rect", "points", "line", "cells", "correction_box", "size", "radius", "style", "width",
    "dash",
}  # fmt: skip

T = TypeVar("T", bound=Struct)


def scaled(value: T, by: float) -> T:
    """Return a rectangle, field, shape or the like with all lengths multiplied, rounded to 0.001 mm."""
    if by == 1:
        return value
    lengths = {name: getattr(value, name) for name in value.__struct_fields__ if name in _LENGTHS}
    return replace(value, **{name: _multiply(length, by) for name, length in lengths.items()})


def _multiply(length: Any, by: float) -> Any:
    match length:
        case float() | int():
            return round(length * by, 3)
        case tuple():
            return tuple(_multiply(each, by) for each in length)
        case Struct():
            return scaled(length, by)
    return length


def as_printed(sheet: Sheet) -> Sheet:
    """Return the sheet with all fields, shapes and places in mm on paper."""
    if sheet.scale == 1:
        return sheet
    return replace(
        sheet,
        fields=tuple(scaled(field, sheet.scale) for field in sheet.fields),
        shapes=tuple(scaled(shape, sheet.scale) for shape in sheet.shapes),
        mission_places=tuple(scaled(place, sheet.scale) for place in sheet.mission_places),
    )
