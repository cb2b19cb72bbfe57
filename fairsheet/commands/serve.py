"""`fairsheet serve`: web pages for the table."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.options.options import OUTPUT
from fairsheet.sheets.support.errors import FairsheetError


@click.command("serve")
@click.argument("folder", type=OUTPUT, default=Path("evenings"), metavar="[DIR]")
@click.option("--lan", is_flag=True, help="Let phones and tablets of this network in.")
@click.option("--host", metavar="H", help="The address to listen at, in place of this machine alone.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes any that is free."
)
def command(folder: Path, lan: bool, host: str | None, port: int) -> None:
    """Open web pages for game nights: start a table, print, call the turns, photograph the sheets, see who won.

    Phones need no app, no account and no internet: they scan the code in the terminal. All that happens is kept in DIR,
    `evenings` without it, and is there again when the program is stopped or killed and started again. Templates of
    custom sheets that lie in DIR can be played, too.

    \b
        fairsheet serve
        fairsheet serve --lan
        fairsheet serve club --lan --port 80
    """
    if lan and host is not None:
        raise FairsheetError("both say where to listen", where="--lan --host", hint="leave out one of them")
    try:
        from fairsheet.serve.pages.serving import EVERYWHERE, LOCAL, serve
    except ImportError:
        hint = "pip install 'fairsheet[serve]'"
        raise FairsheetError("what serves pages is not installed", where="serve", hint=hint) from None
    serve(folder, EVERYWHERE if lan else host or LOCAL, port)
