"""One player's hand in one turn of colony: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.base.editor import Player, SheetEditor, order_of
from engine.games.colony import antennas
from engine.games.colony.board import Board
from engine.ink import Cause, Mark
from engine.rules import races

MarkOrder = tuple[str, ...]  # the astronauts in the order in which a player crosses them


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order."""
    return order_of(order)(board.astronauts, "crossed")


class ColonyEditor(SheetEditor):
    """Writes on a sheet of colony."""

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board
        self.mark_order: MarkOrder = player.mark_order

    def react_to_filled(self, slot: str) -> None:
        """A building that is filled and connected has its antenna circled; a full quarter its bonus."""
        antennas.place_filled(self.board, self, slot)
        quarter = self.board.quarter_of[slot]
        if all(each in self.marks for each in quarter.slots):
            races.take_prize(self, quarter.bonus_high, quarter.bonus_low)

    def draw_tunnel(self, tunnel: str, by: Cause) -> None:
        """Draws a tunnel, at whose ends antennas of filled places are then connected."""
        self.mark(tunnel, "drawn", by)
        antennas.tunnel_drawn(self.board, self, tunnel)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X and crosses the next box of the planning ladder, if any is left."""
        self.mark(slot, "X", by)
        self.react_to_filled(slot)
        self.cross_next(self.board.planning, by)

    def cross_astronaut(self, by: Cause) -> None:
        """Crosses an astronaut, if any is left."""
        self.cross_next(self.mark_order, by)
