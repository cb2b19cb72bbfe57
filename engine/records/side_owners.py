"""Sheets that lie between two neighbours: whose is which side.

A field with a side is that player's alone (`fairsheet.sheets.model.sides`). Sheets without sides belong to the seat
that they are named after. Who plays alone has ASTRA for a neighbour, in the second seat, and makes its marks as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.model.sides import FAR, next_seat

T = TypeVar("T")


def owner_of(sheet: Sheet, field: str, seat: int, players: int) -> int:
    """The player to whom a field of the sheet of a seat belongs."""
    return next_seat(seat, len(sheet.seats(players))) if sheet.field[field].side == FAR else seat


def players_of(sheet: Sheet, seats: Iterable[int], players: int) -> set[int]:
    """Those who write on the sheets of some seats."""
    owners = set(seats)
    if players == 1:
        return {1} if owners else set()
    return owners | {next_seat(seat, players) for seat in owners} if sheet.is_shared else owners


def by_owner(sheet: Sheet, table: Mapping[int, Mapping[str, T]], players: int) -> dict[int, dict[str, T]]:
    """What stands in the fields of a table's sheets, by their seats, sorted by the players to whom they belong. What is
    no field of the sheet stays at its seat."""
    if not sheet.is_shared:
        return {seat: dict(values) for seat, values in table.items()}
    found: dict[int, dict[str, T]] = {}
    for seat, values in table.items():
        found.setdefault(seat, {})
        for field, value in values.items():
            owner = owner_of(sheet, field, seat, players) if field in sheet.field else seat
            found.setdefault(owner, {})[field] = value
    return found
