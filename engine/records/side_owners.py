"""The owner of each side of a sheet between two neighbours.

A field with a side belongs only to that player (`fairsheet.sheets.model.sides`). Sheets without sides belong to the
seat that they are named after. A solo player has ASTRA as a neighbour, in the second seat, and also makes its marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.model.sides import FAR, next_seat

T = TypeVar("T")


def owner_of(sheet: Sheet, field: str, seat: int, players: int) -> int:
    """Return the player who owns a field on the sheet of a seat."""
    return next_seat(seat, len(sheet.seats(players))) if sheet.field[field].side == FAR else seat


def players_of(sheet: Sheet, seats: Iterable[int], players: int) -> set[int]:
    """Return the players who write on the sheets of some seats."""
    owners = set(seats)
    if players == 1:
        return {1} if owners else set()
    return owners | {next_seat(seat, players) for seat in owners} if sheet.is_shared else owners


def by_owner(sheet: Sheet, table: Mapping[int, Mapping[str, T]], players: int) -> dict[int, dict[str, T]]:
    """Return the values in the fields of a table's sheets, by seat, grouped by the players who own the fields.

    Keys that are not fields of the sheet stay at its seat.
    """
    if not sheet.is_shared:
        return {seat: dict(values) for seat, values in table.items()}
    owned: dict[int, dict[str, T]] = {}
    for seat, values in table.items():
        owned.setdefault(seat, {})
        for field, value in values.items():
            owner = owner_of(sheet, field, seat, players) if field in sheet.field else seat
            owned.setdefault(owner, {})[field] = value
    return owned
