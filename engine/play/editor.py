"""One player's sheet in the middle of a game, and the hand that writes on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fairsheet.engine.records.ink import Cause, Ink, Turn
from fairsheet.sheets.model.marks import Mark, Marks


class MarkOrder:
    """The order in which a player makes marks that the rules leave open; `fields` are those that it names.

    >>> MarkOrder([("b", "crossed"), ("a", "circled")])(("a", "b", "c"), "crossed")
    ('b', 'a', 'c')
    """

    def __init__(self, order: Sequence[tuple[str, Mark]] = ()) -> None:
        self._rank = {entry: index for index, entry in reversed(list(enumerate(order)))}
        self._last = len(order)
        self.fields = frozenset(field for field, _ in order)

    def __call__(self, fields: tuple[str, ...], mark: str) -> tuple[str, ...]:
        """Some fields in the order in which they get a mark; those that it does not name stay behind, in order."""
        if not self._rank:
            return fields
        rank, last = self._rank, self._last
        return tuple(sorted(fields, key=lambda field: rank.get((field, mark), last)))


class Player(msgspec.Struct, frozen=True):
    """One sheet in the middle of a game. `ink` and `offer` are of the turn being played, `turns` lie behind.

    `pending` is what the player has still to decide before the turn goes on, in words or values of the scenario,
    `broadcast` what the others will feel, `passed` whether the player has done with claiming.
    """

    seat: int
    mark_order: MarkOrder
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


class SheetEditor:
    """Writes on a player's sheet; `player()` is the sheet afterwards. The player given stays as it was."""

    def __init__(self, player: Player) -> None:
        self.before, self.mark_order = player, player.mark_order
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
