"""Which boxes of points cannot be known at a table, since sheets are missing or fields cannot be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairsheet.engine.records.record import Record
from fairsheet.engine.records.table_records import missing_seats
from fairsheet.sheets.formulas.formula import fields_in, needs_table
from fairsheet.sheets.model.sheet import Sheet


def unknown_boxes(sheet: Sheet, records: Sequence[Record]) -> tuple[str, ...]:
    """Return the boxes that cannot be known without the sheets that are missing; none if all are available.

    They are those whose formula needs the whole table, and after them those that count such a box.
    """
    if not missing_seats(sheet, records):
        return ()
    return with_dependents(sheet, (line.box for line in sheet.scores if needs_table(line.formula)))


def with_dependents(sheet: Sheet, fields: Iterable[str]) -> tuple[str, ...]:
    """Return some fields, and after them the boxes of points that count them or such a box."""
    found = list(fields)
    for field in found:  # grows meanwhile
        found += [
            line.box
            for line in sheet.scores
            if line.box not in found and field in fields_in(line.formula, sheet)
        ]
    return tuple(found)
