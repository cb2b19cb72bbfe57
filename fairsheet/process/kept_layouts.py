"""Keep the layout of a custom sheet next to its template when the sheet is printed."""

from __future__ import annotations

from pathlib import Path

from fairsheet.process.console import say
from fairsheet.process.output_files import write_file
from fairsheet.sheets.library.layout_files import kept_layout_path, packed
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of


def keep_layout(template: Path, sheet: Sheet) -> None:
    """Write the layout of a custom sheet next to its template, so that prints stay readable if the template changes."""
    path = kept_layout_path(template, sheet.fingerprint)
    if kind_of(path) is not None:
        return
    try:
        write_file(path, packed(sheet))
        say(
            f"{format_path(path)} keeps the layout, so that this print can be read even if you change the template."
        )
    except FairsheetError as error:
        say(f"{error}. The layout is not kept; do not change the template until you have scanned this print.")
