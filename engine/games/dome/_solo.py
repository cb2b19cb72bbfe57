"""Dome against ASTRA: the high values at the ends of towers are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from fairsheet.engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.dome import _proof, _towers
from fairsheet.engine.games.dome._board import Board
from fairsheet.engine.games.dome._rules import Dome
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import BoolVar, Model
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class SoloDome(PrizeGame, Dome):
    """The rules of dome in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = self.board.highs


# --- in time ----------------------------------------------------------------------------------------------


class SheetModel(PrizeSheet, _proof.SheetModel):
    """The sheet with its panel; the high values at the ends of towers are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, board.highs)

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: the end of its tower is filled."""
        slot = next(end.slot for end in self.board.end_at.values() if end.high == prize)
        return _towers.filled_by(self, slot, turn)


class TableModel(SoloNumberTable, _proof.TableModel):
    """The constraints of dome in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
