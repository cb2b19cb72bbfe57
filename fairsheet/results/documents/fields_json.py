"""The fields of a sheet with their places on paper, as JSON (`fairsheet.fields/1`)."""

from __future__ import annotations

from typing import Any

from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import Paper
from fairsheet.sheets.model.scaled import as_printed
from fairsheet.sheets.model.sheet import Field, Sheet


def fields_document(sheet: Sheet, paper: Paper) -> dict[str, Any]:
    """Return the document `fairsheet.fields/1`; places are in mm from the top left corner of the page."""
    page = paper.page_of(sheet)
    return {
        "format": "fairsheet.fields/1",
        "sheet": sheet.name,
        "paper": paper.name,
        "pages": [
            {"page": number, "width_mm": page.width, "height_mm": page.height}
            for number in range(1, sheet.pages + 1)
        ],
        "fields": [
            _field(field, page.offset, ranges=sheet.game is not None) for field in as_printed(sheet).fields
        ],
    }


def _field(field: Field, offset: Point, *, ranges: bool) -> dict[str, Any]:
    """Return one field; with `ranges`, accepted numbers are a range, and other marks are under `also`."""
    entry: dict[str, Any] = {
        "id": field.id,
        "kind": field.kind,
        "page": field.page,
        **_place(field.rect, offset),
    }
    entry["accepts"] = _ranges(field) if ranges else list(field.accepts)
    if field.line is not None:
        for name, end in zip(("from_mm", "to_mm"), field.line, strict=True):
            entry[name] = [round(end.x + offset.x, 2), round(end.y + offset.y, 2)]
    if field.cells:
        entry["cells"] = [_place(cell, offset) for cell in field.cells]
    return entry


def _ranges(field: Field) -> list[Any]:
    if field.bounds is None:
        return list(field.accepts)
    least, greatest = field.bounds
    return [{"min": least, "max": greatest, "also": list(field.accepts[2:])}]


def _place(rect: Rect, offset: Point) -> dict[str, float]:
    moved = rect.moved(offset.x, offset.y)
    return {
        "x_mm": round(moved.x, 2),
        "y_mm": round(moved.y, 2),
        "w_mm": round(moved.w, 2),
        "h_mm": round(moved.h, 2),
    }
