"""Dome against ASTRA, stated in time for the solver."""

from __future__ import annotations

from engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from engine.games.dome import proof, towers
from engine.games.dome.board import Board
from engine.ink import Marks
from engine.proof.model import BoolVar, Model
from engine.proof.offers import Offers
from engine.rules.solo.panel import Panel


class SheetModel(PrizeSheet, proof.SheetModel):
    """The sheet with its panel; the high values at the ends of towers are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, board.highs)

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: the end of its tower is filled."""
        slot = next(end.slot for end in self.board.end_at.values() if end.high == prize)
        return towers.filled_by(self, slot, turn)


class TableModel(SoloNumberTable, proof.TableModel):
    """The constraints of dome in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
