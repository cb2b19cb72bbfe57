"""One player's sheet during a game, and the editor that writes on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fairsheet.engine.records.ink import Cause, Ink, Turn
from fairsheet.sheets.model.marks import Mark, Marks


class MarkOrder:
    """The order in which a player makes marks if the rules leave it open; `fields` are all fields that it names.

    >>> MarkOrder([("b", "crossed"), ("a", "circled")])(("a", "b", "c"), "crossed")
    ('b', 'a', 'c')
    """

    def __init__(self, order: Sequence[tuple[str, Mark]] = ()) -> None:
        self._rank = {entry: index for index, entry in reversed(list(enumerate(order)))}
        self._last = len(order)
        self.fields = frozenset(field for field, _ in order)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarkOrder) and self._rank == other._rank

    def __hash__(self) -> int:
        return hash(frozenset(self._rank.items()))

    def __call__(self, fields: tuple[str, ...], mark: str) -> tuple[str, ...]:
        """Return some fields in the order in which they get a mark; unnamed fields come last, in order."""
        if not self._rank:
            return fields
        rank, last = self._rank, self._last
        return tuple(sorted(fields, key=lambda field: rank.get((field, mark), last)))


class Player(msgspec.Struct, frozen=True):
    """One sheet during a game. `ink` and `offer` belong to the current turn, `turns` to the past.

    `pending` are the decisions left before the turn goes on, in words or values of the scenario. `broadcast` are the
    effects on other players. `passed` says whether the player has finished claiming.
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
    solo: Any = None  # in the solo game, the state of the cards of the turn


def next_of(fields: Sequence[str], marks: Marks) -> str | None:
    """Return the field that is inked next, the first without ink; None if there is none.

    >>> next_of(["a", "b"], {"a": "crossed"})
    'b'
    """
    return next((field for field in fields if field not in marks), None)


def slot_just_written(player: Player) -> str:
    """Return the slot of this turn's number, blank if none was written."""
    return next((ink.field for ink in player.ink if ink.by == "number"), "")


class SheetEditor:
    """An editor of a player's sheet; `player()` returns the new sheet, and the original stays unchanged."""

    def __init__(self, player: Player) -> None:
        self.before, self.mark_order = player, player.mark_order
        self.marks = dict(player.marks)
        self.ink = list(player.ink)
        self.pending = list(player.pending)
        self.broadcast = list(player.broadcast)

    def player(self, *, offer: int | None = None) -> Player:
        """Return the player with all changes. `offer` is the offer used by a number just written."""
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
        """Make a mark; a cross on a circle leaves both."""
        both = mark == "crossed" and self.marks.get(field) == "circled"
        self.marks[field] = "circled+crossed" if both else mark
        self.ink.append(Ink(field, mark, by))

    def make(self, ink: Ink) -> None:
        """Make a mark that a player chose."""
        self.mark(ink.field, ink.mark, ink.by)
        self.ink[-1] = ink

    def cross_next(self, fields: Sequence[str], by: Cause) -> None:
        """Cross the first of the fields that is blank, if any is left."""
        field = next_of(fields, self.marks)
        if field is not None:
            self.mark(field, "crossed", by)
