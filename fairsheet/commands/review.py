"""`fairsheet review`: answers the doubts about records, without reading the photos again."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.asking import left_open
from fairsheet.asking_terminal import check_terminal
from fairsheet.console import say
from fairsheet.corrections import somebody
from fairsheet.exits import ExitCode
from fairsheet.options import OUTPUT, sheet_option
from fairsheet.reviewing import ask_about_records, records_with_doubts
from sheets.library import Catalog
from sheets.model import Sheet


@click.command("review")
@click.argument("records", nargs=-1, required=True, type=OUTPUT)
@click.option("--by", metavar="NAME", help="Who answers; by default the name of your account.")
@sheet_option("The template of a custom sheet that records are of.")
def command(records: tuple[Path, ...], by: str | None, sheet: Sheet | None) -> ExitCode:
    """Answer what is in doubt about RECORDS, or about those in a folder.

    Shows each field as it is on the photo and asks what you see. Every answer is written at once: go back with b, leave
    with q or Ctrl-C, and take it up again with the same command.

    \b
        fairsheet review records
        fairsheet review records/IMG_2041.json --by Ada
    """
    paths = records_with_doubts(records)
    catalog = Catalog((sheet,) if sheet is not None else ())
    check_terminal("review")
    asking = ask_about_records(paths, by=by or somebody(), catalog=catalog)
    if not asking.questions:
        say("nothing is in doubt")
    return ExitCode.NEEDS_A_PERSON if left_open(asking) else ExitCode.DONE
