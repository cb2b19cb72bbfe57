"""`fairsheet fields`: list every field and its place on the page."""

from __future__ import annotations

from typing import Any

import click

from fairsheet.options.options import json_option, paper_option, players_for, sheet_argument, solo_option
from fairsheet.process.console import print_json, print_table
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import PAPERS, Paper
from fairsheet.sheets.model.scaled import as_printed
from fairsheet.sheets.model.sheet import Field, Sheet


@click.command("fields")
@sheet_argument()
@solo_option
@paper_option
@json_option
def command(sheet: Sheet, solo: int | None, paper: str, as_json: bool) -> None:
    """List every field of a sheet: id, kind, place on the page in mm, and accepted marks.

    With --solo, the list includes ASTRA's panel, the second page of the solo game.
    """
    if solo is not None:
        players_for(sheet, None, solo)
        sheet = solo_sheet(sheet, solo)
    document = fields_document(sheet, PAPERS[paper])
    if as_json:
        print_json(document)
    else:
        columns = ("field", "kind", "page#", "x#", "y#", "w#", "h#", "accepts")
        print_table(columns, [_row(entry) for entry in document["fields"]])


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


def _row(entry: dict[str, Any]) -> tuple[object, ...]:
    accepts = entry["accepts"]
    match accepts:
        case [{"min": least, "max": greatest, "also": also}]:
            shown = ", ".join((f"{least} to {greatest}", *also))
        case [least, greatest, *also] if "cells" in entry:
            shown = ", ".join((f"{least} to {greatest}", *also))
        case _:
            shown = ", ".join(map(str, accepts))
    return (
        entry["id"],
        entry["kind"],
        entry["page"],
        *(f"{entry[k]:.1f}" for k in ("x_mm", "y_mm", "w_mm", "h_mm")),
        shown,
    )
