"""One player's hand on a sheet of mine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.games.base.number_game import NumberOrder
from fairsheet.engine.games.mine._board import Board
from fairsheet.engine.play.editor import Player, SheetEditor, order_of
from fairsheet.sheets.model.marks import Mark

BONUS_ROBOT = "bonus-robot"  # what is pending for each robot that a secondary factory gives


class MarkOrder(NumberOrder, frozen=True):
    """The order in which a player makes marks that the rules leave open. Needs are by factory and symbol."""

    energies: Mapping[str, tuple[str, ...]]
    robots: Mapping[str, tuple[str, ...]]
    plannings: tuple[str, ...]


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return MarkOrder(
        energies={factory.id: ordered(factory.energies, "crossed") for factory in board.factories},
        robots={factory.id: ordered(factory.robots, "crossed") for factory in board.factories},
        astronauts=ordered(board.astronauts, "crossed"),
        plannings=ordered(board.plannings, "crossed"),
    )


class MineEditor(SheetEditor):
    """Writes on a sheet of mine."""

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board
        self.mark_order: MarkOrder = player.mark_order
