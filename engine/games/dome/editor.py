"""One player's hand in one turn of dome: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.games.base.editor import Player, SheetEditor, order_of
from engine.games.dome.board import Board
from engine.ink import Cause, Mark
from engine.rules import races

CUT = "cut"  # what is pending when an X is written


class MarkOrder(msgspec.Struct, frozen=True):
    """The order in which a player makes marks that the rules leave open. Plants are named by their level."""

    astronauts: tuple[str, ...]
    plants: Mapping[str, tuple[str, ...]]


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return MarkOrder(
        astronauts=ordered(board.astronauts, "crossed"),
        plants={level.id: ordered(level.plants, "circled") for level in board.levels},
    )


class DomeEditor(SheetEditor):
    """Writes on a sheet of dome."""

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board
        self.mark_order: MarkOrder = player.mark_order

    def settle_end(self, slot: str) -> None:
        """Circles a value of the end that a filled slot is, if it is one: the high one unless others were first."""
        end = self.board.end_at.get(slot)
        if end is not None:
            races.take_prize(self, end.high, end.low)

    def cross_astronaut(self, by: Cause) -> None:
        """Crosses an astronaut, if any is left."""
        self.cross_next(self.mark_order.astronauts, by)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X; a cut is then pending, if any can be made, and the end of a tower is settled after it."""
        self.mark(slot, "X", by)
        if self.board.open_cuts(self.marks):
            self.pending = [CUT]
        else:
            self.settle_end(slot)
