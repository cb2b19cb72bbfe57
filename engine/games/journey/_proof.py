"""What every legal table of journey fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.games.base.proof_table import NumberTable
from fairsheet.engine.games.journey import _stations
from fairsheet.engine.games.journey._board import board_of
from fairsheet.engine.games.journey._proof_sheet import SheetModel
from fairsheet.engine.play.game import mark_order_of
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import BoolVar, Model, Term
from fairsheet.engine.solver.counted import wants_all
from fairsheet.engine.solver.solve import Solution
from fairsheet.sheets.model.marks import Mark, is_circled


class TableModel(NumberTable[SheetModel]):
    """The constraints of journey; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = board_of(request.sheet)
        super().__init__(model, request, self.board, _stations.races_of(self.board))

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def reached(self, player: SheetModel, race: Race, turn: int) -> BoolVar:
        """The robots of the station are complete."""
        return player.done[race.id][turn]

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        terms: list[Term] = []
        wanted = set(fields)
        for station in self.board.stations.values():
            if wants_all(wanted, station.plants):
                terms += player.until(player.plants[station.id], turn)
            reached = station.high if is_circled(player.marks, station.high) else station.low
            if reached in wanted and is_circled(player.marks, reached):
                terms.append((1, player.done[station.id][turn]))
        terms += player.tanks.by(turn, wanted)
        terms += [(1, player.events[field].by(turn)) for field in fields if field in player.events]
        return terms

    def stated(self, player: SheetModel) -> set[str]:
        """See `ClaimTable.stated`."""
        _stations = self.board.stations.values()
        plants = (plant for station in _stations for plant in station.plants)
        multipliers = (field for station in _stations for field in (station.high, station.low))
        taken = (field for field in multipliers if is_circled(player.marks, field))
        return {*player.events, *player.tanks.slots, *plants, *taken}

    def follow(self, player: SheetModel, found: dict[str, int], solution: Solution) -> None:
        """Tanks go with their slots. Energies are circled in mark order, by actions and, first, by errors."""
        player.tanks.follow(found)
        order = [
            f for f, mark in mark_order_of(player.marks) if mark == "circled" and f in self.board.energies
        ]
        found.update(zip(order, player.energies.turns(found, solution), strict=False))
