"""Ink: marks in the order of play, their causes, and their turns."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from fairsheet.engine.dealing.cards import Card
from fairsheet.sheets.model.marks import Mark

Cause = Literal["setup", "number", "action", "wild", "bonus", "mission", "incident", "race", "error", "astra"]


class Ink(msgspec.Struct, frozen=True, omit_defaults=True):
    """One mark being made. `sheet` is the seat of its record if that is not the player's own."""

    field: str
    mark: Mark
    by: Cause
    sheet: int | None = None


class Turn(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """The ink of one player in one turn; `offer` counts from 1, and is None if no offer could be written.

    The other fields are for the solo game, where `offer` is None. They hold the cards and effects that came up. They
    also hold the cards, from 1, used for number and action, and the card that went to ASTRA or was thrown out.
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
