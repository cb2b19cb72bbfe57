"""Mine against ASTRA, stated in time for the solver."""

from __future__ import annotations

from engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from engine.games.mine import proof
from engine.games.mine.board import Board
from engine.ink import Marks
from engine.proof.model import FALSE, BoolVar, Model
from engine.proof.offers import Offers
from engine.rules.solo.panel import Panel


class SheetModel(PrizeSheet, proof.SheetModel):
    """The sheet with its panel; the fill bonuses are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, tuple(board.raced))

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: the symbol that earns it is circled."""
        return self.reached[prize].get(turn, FALSE)


class TableModel(SoloNumberTable, proof.TableModel):
    """The constraints of mine in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
