"""Print to people: results on stdout, messages and progress on stderr.

Messages are in the language of the command. Text from files, labels and file names passes through `printable`, so that
it cannot control a terminal.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from fairsheet.languages.messages import render
from fairsheet.process.spoken import command_language, translate, translate_for_document
from fairsheet.sheets.support.errors import FairsheetError, shorten

if TYPE_CHECKING:
    from rich.progress import Progress

_JOINERS = "\u200c\u200d"  # join letters and emoji; not printable alone, but harmless
_LONGEST_LINE = 2_000  # characters of an error

_bars: list[Progress] = []  # the visible bar, if any


def show(text: str = "") -> None:
    """Print lines of a result on stdout."""
    click.echo("\n".join(map(printable, render(text, command_language()).split("\n"))))


def show_folded(text: str, indent: int = 0, hang: int = 2) -> None:
    """Print a line of a result, indented by `indent` columns; a terminal gets it wrapped, `hang` columns further in."""
    line = " " * indent + render(text, command_language())
    if sys.stdout.isatty():
        line = folded(line, _columns(sys.stdout), indent + hang)
    show(line)


def _columns(stream: TextIO) -> int:
    """Return the width of the terminal of a stream, in columns."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or shutil.get_terminal_size().columns
    except (OSError, ValueError):
        return shutil.get_terminal_size().columns


def folded(line: str, width: int, indent: int) -> str:
    """Return the line wrapped between words to a width; all lines after the first are indented by `indent` columns.

    >>> print(folded("  1  write 8 in floor-4.4; cross row-rocket.1-1", 32, 5))
      1  write 8 in floor-4.4; cross
         row-rocket.1-1
    """
    return textwrap.fill(
        line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def say(message: str) -> None:
    """Print a message that is not a result on stderr, above the progress bar if there is one.

    A terminal gets it wrapped between words.
    """
    line = printable(render(message, command_language()))
    if sys.stderr.isatty():
        line = folded(line, _columns(sys.stderr), 2)
    if _bars:
        _bars[-1].console.print(line, markup=False, highlight=False, emoji=False, soft_wrap=True)
    else:
        click.echo(line, err=True)


def complain(message: str) -> None:
    """Print an error in one line, even if a file name or label in it has line breaks."""
    say(shorten(re.sub(r"\s*[\r\n\t]\s*", " ", message), _LONGEST_LINE))


def complain_about(*errors: FairsheetError) -> None:
    """Print errors on one line, in the language of the running command."""
    complain(f"fairsheet: {'; '.join(str(each.translated(translate)) for each in errors)}")


def printable(text: str) -> str:
    """Return the text with U+FFFD for every character that could control a terminal or reverse the text.

    >>> printable("\x1b[31mred\x07.jpg")
    '\ufffd[31mred\ufffd.jpg'
    """
    return "".join(character if _is_harmless(character) else "\ufffd" for character in text)


def _is_harmless(character: str) -> bool:
    return character.isprintable() or character in _JOINERS or unicodedata.category(character) == "Zs"


def print_json(document: object) -> None:
    """Print a JSON document, the result of a command, in UTF-8 even if the terminal has another encoding.

    Its texts are English unless --lang was given.
    """
    import msgspec  # here, because `--help` imports this module and needs no JSON

    click.echo(msgspec.json.format(msgspec.json.encode(document, enc_hook=translate_for_document), indent=2))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table with `table_lines`; it is wrapped in a terminal, otherwise every row is one line."""
    from fairsheet.process._text_tables import table_lines

    def words(cell: object) -> str:
        return printable(render(cell, command_language()) if isinstance(cell, str) else str(cell))

    cells = [[words(cell) for cell in row] for row in rows]
    width = _columns(sys.stdout) if sys.stdout.isatty() else None
    show("\n".join(table_lines([words(column) for column in columns], cells, width)))


@contextmanager
def progress(what: str, total: int, done: int = 0) -> Iterator[Callable[..., None]]:
    """Show a progress bar for `total` things on stderr; outside a terminal, show nothing.

    `done` things are ready from an earlier run. The time left is computed from the things of this run.
    Call the yielded function after each thing; with `more`, it adds this number to the total instead.
    """
    if not sys.stderr.isatty():
        yield lambda more=0: None
        return
    from rich.console import Console
    from rich.progress import Progress

    # By default, results that arrive together after a long wait would count as fast.
    console = Console(stderr=True)
    with Progress(console=console, transient=True, speed_estimate_period=math.inf) as bar:
        task = bar.add_task(printable(render(what, command_language())), total=total, completed=done)
        bar.advance(task, 0)  # the speed counts from here
        _bars.append(bar)

        def advance(more: int = 0) -> None:
            nonlocal total
            total += more
            bar.update(task, total=total, advance=0 if more else 1)

        try:
            yield advance
        finally:
            _bars.remove(bar)
