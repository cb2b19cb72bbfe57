"""What every legal table of colony fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers, with a race for the high bonus of every quarter.
"""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.games.base.proof_table import NumberTable
from fairsheet.engine.games.colony import _antennas, _quarters
from fairsheet.engine.games.colony._board import board_of
from fairsheet.engine.games.colony._proof_sheet import SheetModel
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import BoolVar, Model, Term
from fairsheet.engine.solver.solve import Solution
from fairsheet.sheets.model.marks import Marks


class TableModel(NumberTable[SheetModel]):
    """The constraints of colony; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = board_of(request.sheet)
        super().__init__(model, request, self.board, _quarters.races_of(self.board))

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def reached(self, player: SheetModel, race: Race, turn: int) -> BoolVar:
        """The quarter is full."""
        return player.complete[race.id].by(turn)

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        wanted = set(fields)
        terms = [(1, player.events[field].by(turn)) for field in fields if field in player.events]
        terms += player.tanks.by(turn, wanted)
        for place, there in self.board.antennas_at.items():
            terms += [(1, _antennas.in_time(player, place, turn)) for antenna in there if antenna in wanted]
        return terms

    def stated(self, player: SheetModel) -> set[str]:
        """See `ClaimTable.stated`."""
        antennas_of_places = (antenna for there in self.board.antennas_at.values() for antenna in there)
        return {*player.events, *player.tanks.slots, *antennas_of_places}

    def follow(self, player: SheetModel, found: dict[str, int], solution: Solution) -> None:
        """Tanks go with their slots."""
        player.tanks.follow(found)
