"""One player's hand in one turn of escape: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.games.escape import _airlocks, _doubles
from fairsheet.engine.games.escape._board import AIRLOCK, Board
from fairsheet.engine.play.editor import order_of
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.rules.wilds import WildEditor, WildOrder, panel_orders
from fairsheet.sheets.model.marks import Mark


class MarkOrder(WildOrder, frozen=True):
    """The order in which a player makes marks that the rules leave open; plants and reactors by ship."""

    plants: Mapping[str, tuple[str, ...]]
    reactors: Mapping[str, tuple[str, ...]]


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return MarkOrder(
        plants={ship: ordered(plants, "circled") for ship, plants in board.plants.items()},
        reactors={ship: ordered(reactors, "circled") for ship, reactors in board.reactors.items()},
        panels=panel_orders(board, ordered),
    )


class EscapeEditor(WildEditor):
    """Writes on a sheet of escape. What is pending is an airlock, a double, a symbol or an action."""

    board: Board
    mark_order: MarkOrder

    def react(self, filled: str) -> None:
        """What a number or an X brings at once: a robot's airlock, or the double of a greenhouse."""
        if filled in self.board.rewarded:
            self.expect_airlock()
        _doubles.greenhouse_filled(self.board, self, filled)

    def expect_airlock(self) -> None:
        """An airlock is pending, if any is left."""
        if _airlocks.are_left(self.board, self.marks):
            self.pending.append(AIRLOCK)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X; it brings what a number would, and crosses the next box of the planning ladder."""
        self.mark(slot, "X", by)
        self.react(slot)
        self.cross_next(self.board.planning, by)
