"""One sheet of journey in time: the turns in which its marks can have been made, whatever the others did.

Robots and plants of a station, energies and astronauts are counted, not told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.journey import _stations, _zones
from fairsheet.engine.games.journey._board import Board
from fairsheet.engine.games.journey._energies import EnergiesInTime
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT, WATER
from fairsheet.engine.rules import tanks
from fairsheet.engine.rules.wilds import WildsInTime
from fairsheet.engine.solver.constraint_model import BoolVar, Model
from fairsheet.engine.solver.timeline import Choice, Condition
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Mark, is_circled


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Mapping[str, Mark], offers: Offers
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.cuts = {cut: Choice(model, list(self.turns)) for cut in board.cuts if cut in marks}
        self.events.update(self.cuts)
        self.zones = _zones.ZonesInTime(self)
        self.robots = {name: self.count(each.robots) for name, each in board.stations.items()}
        self.plants = {name: self.count(each.plants) for name, each in board.stations.items()}
        self.energies = EnergiesInTime(self)
        self.wilds = WildsInTime(self, board)
        self.done = {station: _stations.completion(self, station) for station in board.stations}
        self.tanks = tanks.TanksInTime(self, board.tank_of)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self.zones.constrain()
        _stations.plants_in_time(self)
        self.energies.constrain()
        self.wilds.constrain()

    # --- actions ------------------------------------------------------------------------------------------

    def wild_in(self, turn: int) -> BoolVar:
        """See `NumberSheet.wild_in`."""
        return self.wilds.used_in(turn)

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ROBOT: [each[turn] for each in self.robots.values()],
            PLANT: [each[turn] for each in self.plants.values()],
            ENERGY: [self.energies.acted[turn]],
            WATER: self.tanks.effects(turn),
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        _stations = self.board.stations.values()
        return {
            ROBOT: [robot for station in _stations for robot in station.robots],
            PLANT: [plant for station in _stations for plant in station.plants],
            ENERGY: self.board.energies,
            WATER: tuple(self.tanks.slots),
        }.get(action, ())

    def actions_taken(self) -> int:
        """See `NumberSheet.actions_taken`; errors gave some of the energies."""
        made = sum(self.inked(self.effect_fields(action)) for action in (ROBOT, PLANT, WATER))
        energies = sum(is_circled(self.marks, energy) for energy in self.board.energies)
        return super().actions_taken() + made + energies - len(self.energies.given)

    # --- errors -------------------------------------------------------------------------------------------

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """See `NumberSheet.closings`."""
        return self.zones.closings(number)
