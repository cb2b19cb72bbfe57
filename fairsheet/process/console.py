"""What people see: results on stdout, messages and progress on stderr.

Messages are said in the language of the command. Text from files, labels and file names passes through `printable`,
so that it cannot steer a terminal.
"""

from __future__ import annotations

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
from fairsheet.process.spoken import said, spoken
from fairsheet.sheets.support.errors import shortened

if TYPE_CHECKING:
    from rich.progress import Progress

_JOINERS = "\u200c\u200d"  # of letters and of emoji: not printable by themselves, and harmless
_LONGEST_LINE = 2_000  # characters of an error

_bars: list[Progress] = []  # the one that is shown, if any


def show(text: str = "") -> None:
    """Print lines of a result."""
    click.echo("\n".join(map(printable, render(text, spoken()).split("\n"))))


def show_folded(text: str, indent: int = 0, hang: int = 2) -> None:
    """Print a line of a result, `indent` columns in; a terminal gets it folded between words, `hang` further in."""
    line = " " * indent + render(text, spoken())
    if sys.stdout.isatty():
        line = folded(line, _columns(sys.stdout), indent + hang)
    show(line)


def _columns(stream: TextIO) -> int:
    """How wide the terminal behind a stream is."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or shutil.get_terminal_size().columns
    except (OSError, ValueError):
        return shutil.get_terminal_size().columns


def folded(line: str, width: int, indent: int) -> str:
    """The line folded between words to a width; what follows the first line begins `indent` columns in.

    >>> print(folded("  1  write 8 in floor-4.4; cross row-rocket.1-1", 32, 5))
      1  write 8 in floor-4.4; cross
         row-rocket.1-1
    """
    return textwrap.fill(
        line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def say(message: str) -> None:
    """Show a message that is not a result; above the progress bar, if there is one.

    A terminal gets it folded between words.
    """
    line = printable(render(message, spoken()))
    if sys.stderr.isatty():
        line = folded(line, _columns(sys.stderr), 2)
    if _bars and not _bars[-1].disable:
        _bars[-1].console.print(line, markup=False, highlight=False, emoji=False, soft_wrap=True)
    else:
        click.echo(line, err=True)


def complain(message: str) -> None:
    """Show an error in one line, whatever a file's name or a label put into it."""
    say(shortened(re.sub(r"\s*[\r\n\t]\s*", " ", message), _LONGEST_LINE))


def printable(text: str) -> str:
    """The text with a replacement in place of every character that could steer a terminal or turn the text around.

    >>> printable("\x1b[31mred\x07.jpg")
    '\ufffd[31mred\ufffd.jpg'
    """
    return "".join(character if _is_harmless(character) else "\ufffd" for character in text)


def _is_harmless(character: str) -> bool:
    return character.isprintable() or character in _JOINERS or unicodedata.category(character) == "Zs"


def print_json(document: object) -> None:
    """Print one JSON document, the result of a command: in UTF-8, whatever the terminal's encoding.

    What it says is English unless --lang was given.
    """
    import msgspec  # here, since the command line imports this module to say no more than its help

    click.echo(msgspec.json.format(msgspec.json.encode(document, enc_hook=said), indent=2))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table as `table_lines` has it; in a terminal of its width, else with every row in one line."""
    from fairsheet.process._text_tables import table_lines

    def words(cell: object) -> str:
        return printable(render(cell, spoken()) if isinstance(cell, str) else str(cell))

    cells = [[words(cell) for cell in row] for row in rows]
    width = _columns(sys.stdout) if sys.stdout.isatty() else None
    show("\n".join(table_lines([words(column) for column in columns], cells, width)))


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """A bar on stderr while `total` things are done. Silent off a terminal.

    Call the yielded function after each; with `more` it says instead how many turned up beyond the total.
    """
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(printable(render(what, spoken())), total=total)
        _bars.append(bar)

        def advance(more: int = 0) -> None:
            nonlocal total
            total += more
            bar.update(task, total=total, advance=0 if more else 1)

        try:
            yield advance
        finally:
            _bars.remove(bar)
