"""What every legal table of dome fulfils, stated in time for the solver.

What binds the sheets is that of every table with numbers; the rules of dome alone stand in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.dome import _towers
from fairsheet.engine.games.dome._board import Board
from fairsheet.engine.games.dome._dome_parts import DomeInTime
from fairsheet.engine.games.dome._garden import GardenInTime
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT, WATER
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import BoolVar, Term
from fairsheet.engine.solver.timeline import Condition


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    board: Board

    def prepare(self) -> None:
        """See `NumberSheet.prepare`."""
        board = self.board
        self.garden = GardenInTime(self, board)
        self.rows = {area: self.count(rows, ordered=True) for area, rows in board.areas.items()}
        self.dome = DomeInTime(self, board)
        for piece, event in self.dome.built.items():
            self.leaves(ROBOT, piece.links[:1], event.at)
        for level in board.levels:
            self.leaves(PLANT, level.plants, self.garden.plants[level.id])
            self.leaves(WATER, (level.water,), self.garden.waters[level.id])
        for area, rows in board.areas.items():
            self.leaves(ENERGY, rows, self.rows[area])

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """See `NumberSheet.closings`."""
        return _towers.closings(self, self.board, number)

    # --- what the table asks ------------------------------------------------------------------------------

    def reached(self, race: Race, turn: int) -> BoolVar:
        """See `NumberSheet.reached`: the end of the tower is filled."""
        return _towers.filled_by(self, race.needs[0], turn)

    def inked_by(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberSheet.inked_by`."""
        made = [(1, self.events[field].by(turn)) for field in fields if field in self.events]
        return [*self.garden.circled(turn, set(fields)), *made]

    def stated(self) -> set[str]:
        """See `NumberSheet.stated`."""
        symbols = (symbol for level in self.board.levels for symbol in level.symbols)
        return {*self.events, *symbols}
