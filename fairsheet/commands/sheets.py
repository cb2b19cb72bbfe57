"""`fairsheet sheets`: what can be printed."""

from __future__ import annotations

import click

from fairsheet.console import print_json, print_table
from fairsheet.options import json_option
from sheets.library import load_sheet, sheet_names


@click.command("sheets")
@json_option
def command(as_json: bool) -> None:
    """List the sheets that can be printed."""
    sheets = [load_sheet(name) for name in sheet_names()]
    if as_json:
        entries = [
            {"sheet": sheet.name, "title": sheet.title, "pages": sheet.pages, "layout": sheet.fingerprint}
            for sheet in sheets
        ]
        print_json({"format": "fairsheet.sheets/1", "sheets": entries})
    else:
        rows = [(sheet.name, sheet.title, sheet.pages, sheet.fingerprint) for sheet in sheets]
        print_table(("sheet", "title", "pages#", "layout"), rows)
