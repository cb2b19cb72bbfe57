"""Ink: marks as they are made, what caused them, and the turns in which they were made."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from fairsheet.engine.dealing.cards import Card
from fairsheet.sheets.model.marks import Mark

Cause = Literal["setup", "number", "action", "wild", "bonus", "mission", "incident", "race", "error", "astra"]


class Ink(msgspec.Struct, frozen=True, omit_defaults=True):
    """One mark being made. `sheet` is the seat of the record it is made on, where that is not the player's own."""

    field: str
    mark: Mark
    by: Cause
    sheet: int | None = None


class Turn(msgspec.Struct, frozen=True, repr_omit_defaults=True):
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
