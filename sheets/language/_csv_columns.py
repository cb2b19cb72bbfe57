"""The columns of a CSV file, whose rows a `repeat` steps through."""

from __future__ import annotations

import csv
import io
import re

from fairsheet.sheets.language.evaluation import LONGEST_RANGE, LONGEST_TEXT, Result
from fairsheet.sheets.language.faults import FaultFound
from fairsheet.sheets.language.template_files import LARGEST_CSV
from fairsheet.sheets.model.sheet import Position

ROW = "row"  # the counter of rows, unless a column has this name
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?")
_EXPORT = "save it from the spreadsheet as CSV UTF-8"


def columns_of_csv(name: str, data: bytes | None, at: Position) -> dict[str, tuple[Result, ...]]:
    """Return the values of each column by its name in the first row. Cells are numbers or words.

    Columns are separated by commas, or by semicolons if the first row has no comma. `data` is None if the file cannot
    be read; `at` is its place in the template. Raises FaultFound with the row and the column of a bad cell.
    """
    (first, head), *rows = _rows(name, data, at)
    for number, column in enumerate(head, 1):
        if not _NAME.fullmatch(column) or column in head[: number - 1]:
            problem = f"{name}: column {number} of row {first} cannot be a name: {column!r}"
            raise FaultFound(at, problem, "give each column its own name of letters, digits and hyphens")
    columns: dict[str, list[Result]] = {ROW: [float(number) for number in range(1, len(rows) + 1)]}
    for index, column in enumerate(head):
        columns[column] = [
            _value(row[index], f"{name}: row {number}, column {column}", at) for number, row in rows
        ]
    return {column: tuple(values) for column, values in columns.items()}


def _rows(name: str, data: bytes | None, at: Position) -> list[tuple[int, list[str]]]:
    """Return the rows that are not blank, the names first, each with the number that a spreadsheet shows.

    All have the same number of cells, without blanks around them.
    """
    text = _text(name, data, at)
    delimiter = "," if "," in text.lstrip().partition("\n")[0] else ";"
    rows: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, cells in enumerate(
            csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1
        ):
            row = [cell.strip() for cell in cells]
            if not any(row):
                continue
            rows.append((number, row))
            first, head = rows[0]
            if len(row) != len(head):
                problem = f"{name}: row {number} has {len(row)} cells, but row {first} has {len(head)}"
                raise FaultFound(at, problem, 'put a cell with a separator between "')
            if len(rows) > LONGEST_RANGE + 1:
                raise FaultFound(
                    at, f"{name} has more than {LONGEST_RANGE} rows", "leave out what is not printed"
                )
    except csv.Error as error:
        raise FaultFound(at, f"{name}: row {number + 1} is malformed ({error})", _EXPORT) from None
    if len(rows) < 2:
        raise FaultFound(
            at, f"{name} has no rows", "row 1 has the names of the columns, the others the values"
        )
    return rows


def _text(name: str, data: bytes | None, at: Position) -> str:
    if data is None:
        raise FaultFound(at, f"{name} cannot be read", "put it into the template's folder")
    if len(data) > LARGEST_CSV:
        problem = f"{name} is too long: more than {LARGEST_CSV:,} bytes"
        raise FaultFound(at, problem, "leave out what is not printed")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise FaultFound(at, f"{name}: row {row} is not UTF-8 text", _EXPORT) from None
    if "\0" in text:
        raise FaultFound(at, f"{name} is not UTF-8 text", _EXPORT)
    return text


def _value(cell: str, where: str, at: Position) -> Result:
    """Return a cell as a number or as words; 007 and 1,5 are words."""
    if cell.startswith(("=", "@")):
        raise FaultFound(
            at, f"{where} has a formula: {cell[:20]}", "replace formulas with their values, and save again"
        )
    if len(cell) > LONGEST_TEXT or "\n" in cell:
        raise FaultFound(at, f"{where} has a line break or more than {LONGEST_TEXT} characters", "shorten it")
    return float(cell) if _NUMBER.fullmatch(cell) else cell
