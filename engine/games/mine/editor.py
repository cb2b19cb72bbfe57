"""One player's hand in one turn of mine: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.games.base.board import ROBOT
from engine.games.base.editor import Player, SheetEditor, order_of
from engine.games.base.marks import is_circled
from engine.games.mine.board import Board, Column, Factory, Main, is_complete
from engine.ink import Cause, Mark

BONUS_ROBOT = "bonus-robot"  # what is pending for each robot that a secondary factory gives


class MarkOrder(msgspec.Struct, frozen=True):
    """The order in which a player makes marks that the rules leave open. Needs are by factory and symbol."""

    energies: Mapping[str, tuple[str, ...]]
    robots: Mapping[str, tuple[str, ...]]
    astronauts: tuple[str, ...]
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

    def fill(self, slot: str, mark: Mark, by: Cause) -> None:
        """Writes into a cave; a mineral in it is circled."""
        self.mark(slot, mark, by)
        self.circle_mineral(slot)

    def circle_mineral(self, slot: str) -> None:
        """Circles the mineral of a cave that was filled, if one lies in it."""
        mineral = self.board.mineral_in.get(slot)
        if mineral is not None:
            self.mark(mineral, "circled", "bonus")

    def cross_astronaut(self, by: Cause) -> None:
        """Crosses an astronaut, if any is left."""
        self.cross_next(self.mark_order.astronauts, by)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X and crosses a planning symbol, if any is left."""
        self.fill(slot, "X", by)
        self.cross_next(self.mark_order.plannings, by)

    def cross_need(self, need: str, by: Cause) -> None:
        """Crosses an energy or a robot; the last one completes its factory."""
        self.mark(need, "crossed", by)
        factory = self.board.factory_of[need]
        if is_complete(factory, self.marks):
            self._complete(factory)

    def extract(self, column: Column) -> None:
        """Brings up what is circled in a full column: it is crossed and counted in its main factory."""
        for resource in column.resources:
            if is_circled(self.marks, resource):
                self.mark(resource, "crossed", "incident")
                self._circle_next(self.board.mains[self.board.kind_of[resource]], "incident")
        self.mark(column.tower, "circled", "incident")

    def _complete(self, factory: Factory) -> None:
        for gain in factory.gains:
            self.mark(gain, "crossed", "bonus")
        if not isinstance(factory, Main):
            self._give(factory)

    def _give(self, secondary: Factory) -> None:
        """Circles what a secondary factory gives, or leaves it to the player which robots are crossed."""
        count = len(secondary.gains)
        if secondary.kind == ROBOT:
            left = sum(robot not in self.marks for robot in self.board.robots)
            self.pending = [BONUS_ROBOT] * min(count, left)
            return
        for _ in range(count):
            self._circle_next(self.board.mains[secondary.kind], "bonus")

    def _circle_next(self, main: Main, by: Cause) -> None:
        """Circles the next symbol of a main factory; who circles the trigger first gets the fill bonus.

        There is always one left: as many as there are goods in the rock and given.
        """
        symbol = next(symbol for symbol in main.symbols if symbol not in self.marks)
        self.mark(symbol, "circled", by)
        if symbol == main.trigger and main.fill_bonus is not None and main.fill_bonus not in self.marks:
            self.mark(main.fill_bonus, "circled", "bonus")
            self.broadcast.append(main.fill_bonus)
