"""Write tables as CSV in which spreadsheet programs take no text for a formula. Pure."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Beginnings of a cell that a spreadsheet takes for a formula; the last four are wide forms of the first."""
DIALECTS = {"comma": ",", "semicolon": ";"}
"""Separators of cells; the semicolon is for languages with a decimal comma, such as Czech and German."""
_WITHIN = {  # after the separator of the other dialect, which a program may take for the end of a cell
    "comma": re.compile(r"(?<=;)(?=[\s\"]*[=+\-@\uff1d\uff0b\uff0d\uff20])"),
    "semicolon": re.compile(r"(?<=[;,])(?=[\s\"]*[=+\-@\uff1d\uff0b\uff0d\uff20])"),
}
Cell = str | int | float | None


def csv_of(columns: Sequence[str], rows: Iterable[Sequence[Cell]], dialect: str = "comma") -> bytes:
    """Return rows as CSV in UTF-8 in which no text is a formula; fractions have one decimal, and true is 1.

    >>> csv_of(["player", "total"], [["=1+1", -3]])
    b"player,total\\n'=1+1,-3\\n"
    >>> csv_of(["player", "average"], [["Ada", 57.25]], "semicolon").decode()
    '\\ufeffplayer;average\\r\\nAda;57,2\\r\\n'
    """
    stream = io.StringIO()
    is_local = dialect == "semicolon"  # its programs recognise UTF-8 only by a byte order mark
    writer = csv.writer(stream, delimiter=DIALECTS[dialect], lineterminator="\r\n" if is_local else "\n")
    writer.writerow(columns)
    writer.writerows([[_cell(value, dialect) for value in row] for row in rows])
    return stream.getvalue().encode("utf-8-sig" if is_local else "utf-8", "replace")


def _cell(value: Cell, dialect: str) -> str | int:
    if isinstance(value, float):
        return f"{value:.1f}".replace(".", "," if dialect == "semicolon" else ".")
    if not isinstance(value, str):
        return "" if value is None else int(value)
    text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in value)
    text = _WITHIN[dialect].sub("'", text)
    return f"'{text}" if value.startswith(FORMULA) or value.lstrip().startswith(FORMULA) else text
