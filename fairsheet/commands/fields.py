"""`fairsheet fields`: list every field and its place on the page."""

from __future__ import annotations

from typing import Any

import click

from fairsheet.options.options import json_option, paper_option, players_for, sheet_argument, solo_option
from fairsheet.process.console import print_json, print_table
from fairsheet.results.documents.fields_json import fields_document
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Sheet


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
