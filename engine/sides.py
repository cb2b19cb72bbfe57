"""Sheets that lie between two neighbours: whose is which side.

Sheet k lies between seat k, whose side is `near`, and the next seat, whose side is `far`. A field with the fact `side`
is its owner's alone. Sheets without sides belong to the seat that they are named after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from sheets.model import Sheet

NEAR, FAR = "near", "far"

T = TypeVar("T")


def next_seat(seat: int, players: int) -> int:
    """The left-hand neighbour; after the last seat comes the first one.

    >>> next_seat(1, 3), next_seat(3, 3)
    (2, 1)
    """
    return seat % players + 1


def owner_of(sheet: Sheet, field: str, seat: int, players: int) -> int:
    """The player to whom a field of the sheet of a seat belongs."""
    return next_seat(seat, players) if sheet.field[field].attrs.get("side") == FAR else seat


def players_of(sheet: Sheet, seats: Iterable[int], players: int) -> set[int]:
    """Those who write on the sheets of some seats."""
    owners = set(seats)
    return owners | {next_seat(seat, players) for seat in owners} if sheet.is_shared else owners


def by_owner(sheet: Sheet, table: Mapping[int, Mapping[str, T]], players: int) -> dict[int, dict[str, T]]:
    """What stands in the fields of a table's sheets, by their seats, sorted by the players to whom they belong."""
    found: dict[int, dict[str, T]] = {}
    for seat, values in table.items():
        found.setdefault(seat, {})
        for field, value in values.items():
            found.setdefault(owner_of(sheet, field, seat, players), {})[field] = value
    return found
