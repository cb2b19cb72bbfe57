"""One player's hand in one turn of journey: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.base.board import PLANNING
from engine.games.base.editor import Player, order_of
from engine.games.base.marks import is_circled
from engine.games.journey.board import Board
from engine.ink import Cause, Mark
from engine.rules import races
from engine.rules.wilds import WildEditor, WildOrder, panel_orders

CUT = "cut"  # what is pending when a pair of energies is full


class MarkOrder(WildOrder, frozen=True):
    """The order in which a player makes marks that the rules leave open."""

    energies: tuple[str, ...]
    robots: Mapping[str, tuple[str, ...]]
    plants: Mapping[str, tuple[str, ...]]


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    stations = board.stations
    return MarkOrder(
        energies=ordered(board.energies, "circled"),
        robots={id_: ordered(station.robots, "circled") for id_, station in stations.items()},
        plants={id_: ordered(station.plants, "circled") for id_, station in stations.items()},
        panels=panel_orders(board, ordered),
    )


class JourneyEditor(WildEditor):
    """Writes on a sheet of journey."""

    board: Board
    mark_order: MarkOrder

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board
        self.mark_order = player.mark_order

    def circle_energy(self, energy: str | None, by: Cause) -> None:
        """Circles an energy, if any is left; a full pair is crossed and a cut is pending."""
        if energy is None:
            return
        self.mark(energy, "circled", by)
        full = self.board.open_energies(self.marks)
        if len(full) >= self.board.pair:
            for each in full:
                self.mark(each, "crossed", by)
            if any(cut not in self.marks for cut in self.board.cuts):
                self.pending = [CUT]

    def circle_robot(self, robot: str, by: Cause) -> None:
        """Circles a robot; the last one of a station circles its multiplier."""
        self.mark(robot, "circled", by)
        station = self.board.station_of[robot]
        if all(each in self.marks for each in station.robots):
            races.take_prize(self, station.high, station.low)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X and crosses a planning symbol, if any is left."""
        self.mark(slot, "X", by)
        self.cross_symbol(PLANNING, by)


def next_energy(board: Board, player: Player) -> str | None:
    """The energy that the player would circle next, None if all are circled."""
    order: Sequence[str] = player.mark_order.energies
    return next((e for e in order if e not in board.printed and not is_circled(player.marks, e)), None)
