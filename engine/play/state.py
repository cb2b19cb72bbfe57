"""The state of a table between two steps."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.editor import Player


class State(msgspec.Struct, frozen=True):
    """A table between two steps. The players first write one after the other, then claim one after the other.

    `closing`: the last decisions of the turn are being made.
    """

    deal: Deal
    players: tuple[Player, ...]
    turn: int = 1
    mover: int = 0  # index in `players`
    claiming: bool = False
    claimed: Mapping[str, int] = {}  # mission card: the first turn in which somebody claimed it
    over: bool = False
    outside: Mapping[int, tuple[str, ...]] = {}  # turn: fields that absent players marked for everybody
    closing: bool = False


def player_of(state: State, seat: int) -> Player:
    """Return the player of a seat."""
    return next(player for player in state.players if player.seat == seat)
