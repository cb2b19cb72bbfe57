"""What every legal table of escape fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers, and the races for the doubles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.games.base.proof_table import NumberTable
from fairsheet.engine.games.escape import _doubles
from fairsheet.engine.games.escape._board import board_of
from fairsheet.engine.games.escape._proof_sheet import SheetModel
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model, Term
from fairsheet.engine.solver.solve import Solution
from fairsheet.sheets.model.marks import Mark


class TableModel(NumberTable[SheetModel]):
    """The constraints of escape; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = board_of(request.sheet)
        super().__init__(model, request, self.board, _doubles.in_time(self.board))

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def reached(self, player: SheetModel, race: Race, turn: int) -> BoolVar:
        """The greenhouse is filled; its slot names the race."""
        return player.filled[race.id].by(turn) if race.id in player.filled else FALSE

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `ClaimTable.count`."""
        return player.inked_by(fields, turn)

    def stated(self, player: SheetModel) -> set[str]:
        """See `ClaimTable.stated`."""
        equals = (*self.board.plants.values(), *self.board.reactors.values())
        return {*player.filled, *player.tanks.slots, *(field for fields in equals for field in fields)}

    def follow(self, player: SheetModel, found: dict[str, int], solution: Solution) -> None:
        """Tanks go with their slots."""
        player.tanks.follow(found)
