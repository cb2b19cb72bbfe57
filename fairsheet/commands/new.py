"""`fairsheet new`: write a template to start a custom sheet with."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from fairsheet.options.options import json_option
from fairsheet.process.console import print_json, show
from fairsheet.process.output_files import write_file
from fairsheet.sheets.label.label import SHEET_NAME, SHEET_NAME_HINT
from fairsheet.sheets.library.templates import SUFFIX, sheet_names
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of

STARTERS = files("fairsheet") / "data" / "starters"  # templates to begin with
KINDS = ("blank", "dice", "rows", "grid", "map", "columns", "campaign")


@click.command("new")
@click.argument("name")
@click.option("--like", "kind", type=click.Choice(KINDS), default="blank", show_default=True,
              help="Start with this kind of sheet.")  # fmt: skip
@json_option
def command(name: str, kind: str, as_json: bool) -> None:
    """Write the commented template NAME.sheet, for you to change into a custom sheet.

    \b
        fairsheet new garden
        fairsheet new garden --like dice
        fairsheet preview garden.sheet
    """
    name = name.removesuffix(SUFFIX)
    if not SHEET_NAME.fullmatch(name):
        problem = f"{name!r} cannot name a sheet"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="NAME", hint=SHEET_NAME_HINT)
    if name in sheet_names():
        problem = f"fairsheet has a sheet {name} of its own"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="NAME", hint="choose another name")
    path = Path(f"{name}{SUFFIX}")
    if kind_of(path) is not None:
        problem = "the file already exists"
        raise FairsheetError(problem, code=ErrorCode.FILE_EXISTS, where=str(path), hint="choose another name")
    write_file(path, template_text(name, kind).encode())
    if as_json:
        print_json({"format": "fairsheet.new/1", "sheet": name, "like": kind, "file": format_path(path)})
    else:
        show(format_path(path))


def template_text(name: str, kind: str) -> str:
    """Return the starter template of a kind with the name and title of a new sheet.

    >>> [line for line in template_text("my-garden", "dice").splitlines() if line.startswith("sheet")]
    ['sheet my-garden "My garden"']
    """
    title = name.replace("-", " ").capitalize()
    text = (STARTERS / f"{kind}{SUFFIX}").read_text(encoding="utf-8")
    return text.replace('sheet NAME "TITLE"', f'sheet {name} "{title}"')
