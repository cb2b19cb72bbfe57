"""All sheets of one kind at a table, joined to one sheet for checks with the scope `table`.

The field `corp.helion` of seat 2 is `corp.helion@2` on it. The id `corp.helion` of the single sheet names a group of
the fields `corp.helion@1`, `corp.helion@2` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from fairsheet.sheets.model.named import fields_named
from fairsheet.sheets.model.sheet import Group, Sheet

TYPE = "together"

M = TypeVar("M")


def sheets_together(sheet: Sheet, seats: Sequence[int]) -> Sheet:
    """Return the sheets of these seats as one, without score lines and checks."""
    names = (
        *sheet.field,
        *sheet.zone,
        *sheet.ladder,
        *(group.id for group in sheet.groups if fields_named(sheet, group.id)),
    )
    return replace(
        sheet,
        fields=tuple(replace(field, id=id_at(field.id, seat)) for field in sheet.fields for seat in seats),
        zones=(),
        groups=tuple(
            Group(
                name, TYPE, {"fields": tuple(id_at(f, s) for f in fields_named(sheet, name) for s in seats)}
            )
            for name in names
        ),
        ladders=(),
        scores=(),
        checks=(),
    )


def marks_together(table: Mapping[int, Mapping[str, M]]) -> dict[str, M]:
    """Return the marks of all seats of a table, under the ids of `sheets_together`."""
    return {id_at(field, seat): mark for seat, marks in table.items() for field, mark in marks.items()}


def id_at(field: str, seat: int) -> str:
    """Return the id of a field of a seat's sheet."""
    return f"{field}@{seat}"


def field_at(id_: str) -> tuple[str, int]:
    """Return the field and the seat of an id that `id_at` made.

    >>> field_at("corp.helion@2")
    ('corp.helion', 2)
    """
    field, _, seat = id_.rpartition("@")
    return field, int(seat)
