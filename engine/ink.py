"""Ink: the marks on sheets, what caused them, and the turns in which they were made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.cards import Card

Mark = int | str
Marks = Mapping[str, Mark]  # the ink on a sheet: what each field bears
Cause = Literal["setup", "number", "action", "wild", "bonus", "mission", "incident", "race", "error", "astra"]


class Ink(msgspec.Struct, frozen=True, omit_defaults=True):
    """One mark being made. `sheet` is the seat of the record it is made on, where that is not the player's own."""

    field: str
    mark: Mark
    by: Cause
    sheet: int | None = None


class Turn(msgspec.Struct, frozen=True):
    """What one player wrote in one turn; `offer` counts from 1 and is None where none could be written.

    The others are of the solo game, where `offer` is None: what came up, and which of the cards, from 1, was used for
    its number, which for its action, and which went to ASTRA or was thrown out.
    """

    turn: int
    offer: int | None
    ink: tuple[Ink, ...]
    cards: tuple[Card, ...] | UnsetType = UNSET
    effects: tuple[str, ...] | UnsetType = UNSET
    number_card: int | UnsetType | None = UNSET
    action_card: int | UnsetType | None = UNSET
    astra_card: int | UnsetType | None = UNSET
    thrown_out: bool | UnsetType = UNSET


History = tuple[Turn, ...]


def with_marks(marks: Marks, changes: Mapping[str, Mark | None]) -> dict[str, Mark]:
    """The marks with others in some fields, None for blank; what stays keeps its order.

    >>> with_marks({"floor-1.1": 3, "floor-1.2": 7, "error.1": "circled"}, {"floor-1.2": 8, "error.1": None})
    {'floor-1.1': 3, 'floor-1.2': 8}
    """
    return {field: mark for field, mark in {**marks, **changes}.items() if mark is not None}


def becomes(final: Mark | None, mark: Mark) -> bool:
    """Whether a field that ends with `final` can bear this mark on the way.

    >>> becomes("circled+crossed", "circled"), becomes("crossed", "circled")
    (True, False)
    """
    return final == mark or (final == "circled+crossed" and mark in ("circled", "crossed"))
