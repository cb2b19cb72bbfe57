"""One sheet of dome over time. The table adds the constraints of every table with numbers.

The rules that only dome has are in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.dome import _towers
from fairsheet.engine.games.dome._board import Board
from fairsheet.engine.games.dome._dome_parts import DomeInTime
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT, WATER
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import Lit
from fairsheet.engine.solver.timeline import Condition


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    board: Board

    def prepare(self) -> None:
        """See `NumberSheet.prepare`."""
        board = self.board
        self.plants = {level.id: self.count(level.plants) for level in board.levels}
        self.waters = {level.id: self.count((level.water,)) for level in board.levels}
        self.rows = {area: self.count(rows, ordered=True) for area, rows in board.areas.items()}
        self.dome = DomeInTime(self, board)
        for piece, event in self.dome.built.items():
            self.leaves(ROBOT, piece.links[:1], event.at)
        for level in board.levels:
            for action, fields, made in (
                (PLANT, level.plants, self.plants),
                (WATER, (level.water,), self.waters),
            ):
                self.leaves(action, fields, made[level.id])
                self.register_counts(fields, made[level.id])
        for area, rows in board.areas.items():
            self.leaves(ENERGY, rows, self.rows[area])

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """See `NumberSheet.closings`."""
        return _towers.closings(self, self.board, number)

    def reached(self, race: Race, turn: int) -> Lit:
        """See `NumberSheet.reached`: the end of the tower is filled."""
        return _towers.filled_by(self, race.needs[0], turn)
