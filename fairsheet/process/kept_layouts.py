"""Keeps the layout of a custom sheet beside its template when something is printed of it."""

from __future__ import annotations

from pathlib import Path

from fairsheet.process.console import say
from fairsheet.process.output_files import write_file
from fairsheet.sheets.library.layout_files import kept_layout_path, packed
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of


def keep_layout(template: Path, sheet: Sheet) -> None:
    """Keep the layout of a custom sheet beside its template: prints of it can then be read when that has changed."""
    path = kept_layout_path(template, sheet.fingerprint)
    if kind_of(path) is not None:
        return
    try:
        write_file(path, packed(sheet))
        say(
            f"{format_path(path)} keeps the layout, so that this print can be read after the template has changed."
        )
    except FairsheetError as error:
        say(f"{error}. The layout is not kept: keep the template as it is until this print has been scanned.")
