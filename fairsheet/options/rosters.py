"""The option --roster: the players whose handwritten names may be on sheets."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.engine.dealing.deal import check_player_name
from fairsheet.languages.messages import Message
from fairsheet.options.options import INPUT
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
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
    help="Match names to this file, with one player on each line; fairsheet asks about other names.",
)


def read_roster(path: Path) -> tuple[str, ...]:
    """Return the names in a file of UTF-8 text, one on each line; blank lines and lines beginning with `#` are skipped.

    Of names that look alike, the first counts. Raises FairsheetError if there is no name, or if a line is no valid
    name.
    """
    where = format_path(path)
    content = read_file(path, LARGEST + 1)
    if len(content) > LARGEST:
        problem = Message("the file is too long for a roster")
        hint = Message("write one name on each line")
        raise FairsheetError(problem, code=ErrorCode.TOO_LARGE, where=where, hint=hint)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        problem = Message("the file is not text in UTF-8")
        hint = Message("save it as UTF-8")
        raise FairsheetError(problem, code=ErrorCode.BAD_ROSTER, where=where, hint=hint) from None
    names: dict[str, str] = {}  # by skeleton
    for number, line in enumerate(lines, 1):
        name = " ".join(line.split())
        if name and not name.startswith(COMMENT):
            check_player_name(name, f"{where} line {number}")
            names.setdefault(skeleton(name), name)
    if not names:
        problem = Message("the file has no names")
        hint = Message("write one name on each line")
        raise FairsheetError(problem, code=ErrorCode.BAD_ROSTER, where=where, hint=hint)
    return tuple(names.values())
