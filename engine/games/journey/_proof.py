"""One sheet of journey over time: the turns in which its marks can have been made, independent of other sheets.

Robots and plants of a station, energies and astronauts are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.journey import _stations
from fairsheet.engine.games.journey._board import Board
from fairsheet.engine.games.journey._energies import EnergiesInTime
from fairsheet.engine.games.journey._zones import ZonesInTime
from fairsheet.engine.play.game import mark_order_of
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT
from fairsheet.engine.rules.races import Race
from fairsheet.engine.rules.wilds import WildsInTime
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Solution, Term
from fairsheet.engine.solver.timeline import Condition
from fairsheet.sheets.model.marks import is_circled


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    board: Board
    bonuses = (ENERGY,)

    def prepare(self) -> None:
        """See `NumberSheet.prepare`."""
        board, marks = self.board, self.marks
        self.zones = ZonesInTime(self, board)
        self.events.update(self.zones.cuts)
        self.robots = {name: self.count(each.robots) for name, each in board.stations.items()}
        self.plants = {name: self.count(each.plants) for name, each in board.stations.items()}
        self.energies = EnergiesInTime(self, board, self.zones.cuts)
        self.wilds = WildsInTime(self, board)
        self.done = {
            name: _stations.completion(self, station, self.robots[name])
            for name, station in board.stations.items()
        }
        for name, station in board.stations.items():
            self.leaves(ROBOT, station.robots, self.robots[name])
            self.leaves(PLANT, station.plants, self.plants[name])
            self.register_counts(station.plants, self.plants[name])
            for taken in (station.high, station.low):
                if is_circled(marks, taken):
                    self.register_counts((taken,), partial(self._done_by, name))
        self.leaves(ENERGY, board.energies, self.energies.acted)

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """See `NumberSheet.closings`."""
        return self.zones.closings(number)

    def reached(self, race: Race, turn: int) -> Lit:
        """See `NumberSheet.reached`: the robots of the station are complete."""
        return self.done[race.id].get(turn, FALSE)

    def _done_by(self, station: str, turn: int) -> list[Term]:
        return [(1, self.done[station][turn])]

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """See `NumberSheet.follow`: also adds the turns of energies, in mark order."""
        super().follow(found, solution)
        order = [f for f, mark in mark_order_of(self.marks) if mark == "circled" and f in self.board.energies]
        found.update(zip(order, self.energies.turns(found, solution), strict=False))
