"""Colony against ASTRA: the high bonuses of quarters are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from fairsheet.engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.colony import _proof, _proof_sheet
from fairsheet.engine.games.colony._board import Board
from fairsheet.engine.games.colony._rules import Colony
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import BoolVar, Model
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class SoloColony(PrizeGame, Colony):
    """The rules of colony in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = self.board.highs


# --- in time ----------------------------------------------------------------------------------------------


class SheetModel(PrizeSheet, _proof_sheet.SheetModel):
    """The sheet with its panel; the high bonuses of quarters are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, board.highs)

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: its quarter is full."""
        quarter = next(q for q in self.board.quarters.values() if q.bonus_high == prize)
        return self.complete[quarter.id].by(turn)


class TableModel(SoloNumberTable, _proof.TableModel):
    """The constraints of colony in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
