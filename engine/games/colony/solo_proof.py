"""Colony against ASTRA, stated in time for the solver."""

from __future__ import annotations

from engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from engine.games.colony import proof, proof_sheet
from engine.games.colony.board import Board
from engine.ink import Marks
from engine.proof.model import BoolVar, Model
from engine.proof.offers import Offers
from engine.rules.solo.panel import Panel


class SheetModel(PrizeSheet, proof_sheet.SheetModel):
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


class TableModel(SoloNumberTable, proof.TableModel):
    """The constraints of colony in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
