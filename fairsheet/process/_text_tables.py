"""Format tables as lines of text of any width.

Cells are wrapped between words. If the width is too small for that, each row becomes a paragraph.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len  # a wide character takes two columns

GAP = "   "
LONGEST_RULE = 100  # columns of the line below the heads, outside a terminal


def table_lines(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None
) -> Iterator[str]:
    """Yield the lines of a table; a column whose name ends in '#' is right-aligned (the # is not shown).

    Without a width, every row is one line.

    >>> print(*table_lines(("seed", "turns#"), [("owl", "38"), ("otter", "7")]), sep="\\n")
     seed    turns
     ─────────────
     owl        38
     otter       7
    >>> print(*table_lines(("seed", "turns played#"), [("owl", "38")], 15), sep="\\n")
     seed     turns
             played
     ──────────────
     owl         38
    >>> print(*table_lines(("seed", "turns#"), [("coral-otter-42", "38")], 15), sep="\\n")
    coral-otter-42
      turns 38
    """
    heads = [column.removesuffix("#") for column in columns]
    cells = list(zip(heads, *rows, strict=True))
    widths = [max(map(cell_len, column)) for column in cells]
    if width is not None:
        least = [max(cell_len(word) for cell in column for word in cell.split() or [""]) for column in cells]
        room = width - 1 - len(GAP) * (len(columns) - 1)
        if sum(least) > room:
            for row in rows:
                yield from _paragraph(heads, row, width)
            return
        widths = _narrow(widths, least, room)
    head = list(_row(heads, columns, widths))
    rule = sum(widths) + len(GAP) * (len(columns) - 1)
    yield from head
    yield f" {'─' * (rule if width is not None else min(rule, max(LONGEST_RULE, len(head[0])) - 1))}"
    yield from (line for row in rows for line in _row(row, columns, widths))


def _row(row: Sequence[str], columns: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a row, without trailing blanks."""
    folded = [_wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
    for parts in zip_longest(*folded, fillvalue=""):
        blanks = [" " * (width - cell_len(part)) for part, width in zip(parts, widths, strict=True)]
        set_ = [
            blank + part if column.endswith("#") else part + blank
            for part, blank, column in zip(parts, blanks, columns, strict=True)
        ]
        yield f" {GAP.join(set_)}".rstrip()


def _wrap(cell: str, width: int) -> list[str]:
    """Return the lines of a cell, wrapped to a width that has room for each of its words."""
    if cell_len(cell) <= width:
        return [cell]
    lines = [""]
    for word in cell.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _narrow(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Return the widths with the widest reduced until all fit; none is below its least."""
    now = list(widths)
    while sum(now) > room:
        now[max((k for k in range(len(now)) if now[k] > least[k]), key=now.__getitem__)] -= 1
    return now


def _paragraph(heads: Sequence[str], row: Sequence[str], width: int) -> Iterator[str]:
    """Yield the first cell of a row, and below it the other nonempty cells, each after the name of its column."""
    if row[0]:
        yield row[0]
    named = [f"{head} {cell.strip()}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell]
    yield from textwrap.wrap(
        "; ".join(named), width, initial_indent="  ", subsequent_indent="    ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
