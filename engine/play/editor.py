"""One player's sheet in the middle of a game, and the hand that writes on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fairsheet.engine.records.ink import Cause, Ink, Turn
from fairsheet.sheets.model.marks import Mark, Marks

Order = Callable[[Sequence[str], str], tuple[str, ...]]


class Player(msgspec.Struct, frozen=True):
    """One sheet in the middle of a game. `ink` and `offer` are of the turn being played, `turns` lie behind.

    `mark_order` is the order in which the player makes marks that the rules leave open, as the scenario keeps it.
    `pending` is what the player has still to decide before the turn goes on, in words or values of the scenario,
    `broadcast` what the others will feel, `passed` whether the player has done with claiming.
    """

    seat: int
    mark_order: Any
    marks: dict[str, Mark]
    turns: tuple[Turn, ...] = ()
    offer: int | None = None
    ink: tuple[Ink, ...] = ()
    pending: tuple[Any, ...] = ()
    broadcast: tuple[str, ...] = ()
    passed: bool = False
    solo: Any = None  # of the solo game: what has become of the cards of the turn


def next_of(fields: Sequence[str], marks: Marks) -> str | None:
    """In play: the field that is inked next, the first without ink; None if there is none.

    >>> next_of(["a", "b"], {"a": "crossed"})
    'b'
    """
    return next((field for field in fields if field not in marks), None)


def slot_just_written(player: Player) -> str:
    """The slot of this turn's number, blank where none was written."""
    return next((ink.field for ink in player.ink if ink.by == "number"), "")


def order_of(mark_order: Sequence[tuple[str, Mark]]) -> Order:
    """How a player who makes these marks in this order sorts fields that get a mark; all others stay in order."""
    rank: Mapping[tuple[str, Mark], int] = {
        entry: index for index, entry in reversed(list(enumerate(mark_order)))
    }

    def ordered(fields: Sequence[str], mark: str) -> tuple[str, ...]:
        return tuple(sorted(fields, key=lambda field: rank.get((field, mark), len(mark_order))))

    return ordered


class SheetEditor:
    """Writes on a player's sheet; `player()` is the sheet afterwards. The player given stays as it was."""

    def __init__(self, player: Player) -> None:
        self.before = player
        self.marks = dict(player.marks)
        self.ink = list(player.ink)
        self.pending = list(player.pending)
        self.broadcast = list(player.broadcast)

    def player(self, *, offer: int | None = None) -> Player:
        """The player after all that was written. `offer` is the one used by a number just written."""
        before = self.before
        return Player(
            before.seat,
            before.mark_order,
            self.marks,
            before.turns,
            before.offer if offer is None else offer,
            tuple(self.ink),
            tuple(self.pending),
            tuple(self.broadcast),
            solo=before.solo,
        )

    def mark(self, field: str, mark: Mark, by: Cause) -> None:
        """Makes a mark; a cross on a circle leaves both."""
        both = mark == "crossed" and self.marks.get(field) == "circled"
        self.marks[field] = "circled+crossed" if both else mark
        self.ink.append(Ink(field, mark, by))

    def make(self, ink: Ink) -> None:
        """Makes a mark that somebody chose."""
        self.mark(ink.field, ink.mark, ink.by)
        self.ink[-1] = ink

    def cross_next(self, fields: Sequence[str], by: Cause) -> None:
        """Crosses the first of the fields that is blank, if any is left."""
        field = next_of(fields, self.marks)
        if field is not None:
            self.mark(field, "crossed", by)
