"""`fairsheet serve`: open web pages for the table."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import click

from fairsheet.languages.messages import Message
from fairsheet.options.options import OUTPUT
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.extras import install_command


@click.command("serve")
@click.argument("folder", type=OUTPUT, default=Path("evenings"), metavar="[DIR]")
@click.option("--lan", is_flag=True, help="Let phones and tablets in your network open the pages.")
@click.option("--host", metavar="H", help="Listen at this address; default only this machine.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Listen at this port; 0 picks a free one.",
)
@click.option(
    "--public-url", metavar="URL", help="Address of a proxy that players open, such as https://club.example."
)
def command(folder: Path, lan: bool, host: str | None, port: int, public_url: str | None) -> None:
    """Open web pages for game nights: start a table, print, call the turns, photograph the sheets, see who won.

    Phones need no app, no account and no internet: they scan the code in the terminal. The folder DIR, by default
    `evenings`, stores everything, so that nothing is lost when you stop and restart fairsheet. Custom sheets with
    templates in DIR can be played too.

    \b
        fairsheet serve
        fairsheet serve --lan
        fairsheet serve club --lan --port 80
    """
    if lan and host is not None:
        problem = "these cannot be combined"
        hint = "leave out one of them"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--lan --host", hint=hint)
    try:
        from fairsheet.serve.pages.serving import EVERYWHERE, LOCAL, serve
    except ImportError:
        problem = Message("the web server is not installed")
        hint = install_command("serve")
        raise FairsheetError(problem, code=ErrorCode.MISSING_DEPENDENCY, where="serve", hint=hint) from None
    serve(folder, EVERYWHERE if lan else host or LOCAL, port, _origin_of(public_url) if public_url else None)


def _origin_of(url: str) -> str:
    """Return scheme and host of a URL. Raises FairsheetError if it has anything else."""
    parts = urlsplit(url.rstrip("/").lower())
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or url.rstrip("/").lower() != f"{parts.scheme}://{parts.netloc}"
    ):
        problem = "this is not the address of a site"
        hint = "write it like https://club.example, without a path"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--public-url", hint=hint)
    return f"{parts.scheme}://{parts.netloc}"
