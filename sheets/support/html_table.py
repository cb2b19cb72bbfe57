"""A table in HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table with a row of headings.

    >>> html_table(["seat", "total"], [[1, 95]])
    '<table><tr><th>seat</th><th>total</th></tr><tr><td>1</td><td>95</td></tr></table>'
    """
    cells = [_row("th", head), *(_row("td", row) for row in rows)]
    return f"<table>{''.join(cells)}</table>"


def _row(tag: str, values: Sequence[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(value))}</{tag}>' for value in values)}</tr>"
