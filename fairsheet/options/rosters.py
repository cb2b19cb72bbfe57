"""The option about who may have written the names on sheets by hand."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.engine.dealing.deal import check_player_name
from fairsheet.options.options import INPUT
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, read_file
from fairsheet.sheets.support.lookalikes import skeleton

LARGEST = 1_000_000  # bytes
COMMENT = "#"


def _roster(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> tuple[str, ...]:
    return () if path is None else read_roster(path)


roster_option = click.option(
    "--roster",
    type=INPUT,
    callback=_roster,
    help="A file with the names of all who play, one a line: names read are theirs, or asked about.",
)


def read_roster(path: Path) -> tuple[str, ...]:
    """The names in a file of UTF-8 text, one a line, without blank lines and those that begin with `#`; of
    those that are one name the first.

    Raises FairsheetError naming the line for what cannot be the name of a player, and where there is none.
    """
    where = format_path(path)
    content = read_file(path, LARGEST + 1)
    if len(content) > LARGEST:
        raise FairsheetError("this is too long for a roster", where=where, hint="give one name a line")
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise FairsheetError("this is no text", where=where, hint="save it as UTF-8") from None
    names: dict[str, str] = {}  # by what they look like
    for number, line in enumerate(lines, 1):
        name = " ".join(line.split())
        if name and not name.startswith(COMMENT):
            check_player_name(name, f"{where} line {number}")
            names.setdefault(skeleton(name), name)
    if not names:
        raise FairsheetError("there is no name in it", where=where, hint="give one name a line")
    return tuple(names.values())
