"""What people see: results on stdout, messages and progress on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click


def say(message: str) -> None:
    """Tell the person something that is not a result."""
    click.echo(message, err=True)


def complain(message: str) -> None:
    """Tell of an error in one line, whatever a file's name or a label put into it."""
    line = " ".join(message.split())
    say("".join(sign if sign.isprintable() else "\ufffd" for sign in line))


def path_words(path: Path) -> str:
    """The path as text that JSON and every terminal can have, exactly unless its bytes are none."""
    return os.fsencode(path).decode("utf-8", "replace")


def print_json(document: Any) -> None:
    """Print one JSON document, the result of a command: in UTF-8, whatever the terminal's encoding."""
    import msgspec  # here, since the command line imports this module to say no more than its help

    click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; a column whose name ends in '#' is set to the right (the sign is not shown).

    In a terminal cells are folded to its width; off one every row is one line, however long.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        justify: Literal["left", "right"] = "right" if column.endswith("#") else "left"
        table.add_column(column.removesuffix("#"), justify=justify, overflow="fold")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    console = Console(file=sys.stdout, highlight=False, markup=False)
    if not sys.stdout.isatty():
        unfolded = console.options.update(width=sys.maxsize)
        console.width = console.measure(table, options=unfolded).maximum
    console.print(table)


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A bar on stderr while `total` things are done; call the yielded function after each. Silent off a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
