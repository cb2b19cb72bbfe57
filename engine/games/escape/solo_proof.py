"""Escape against ASTRA, stated in time for the solver."""

from __future__ import annotations

from engine.games.base.marks import is_circled
from engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from engine.games.escape import proof, proof_sheet
from engine.games.escape.board import Board
from engine.ink import Marks
from engine.proof.model import FALSE, BoolVar, Model
from engine.proof.offers import Offers
from engine.rules.solo.panel import Panel


class SheetModel(PrizeSheet, proof_sheet.SheetModel):
    """The sheet with its panel; the doubles are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, tuple(board.double_of.values()))

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: its greenhouse is filled. One that was not circled then can still be crossed."""
        slot = next(slot for slot, double in self.board.double_of.items() if double == prize)
        is_taken = is_circled(self.marks, prize) and slot in self.filled
        return self.filled[slot].by(turn) if is_taken else FALSE


class TableModel(SoloNumberTable, proof.TableModel):
    """The constraints of escape in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
