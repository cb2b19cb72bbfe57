"""Escape against ASTRA: the doubles are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from fairsheet.engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.escape import _proof, _proof_sheet
from fairsheet.engine.games.escape._board import Board
from fairsheet.engine.games.escape._rules import Escape
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks, is_circled
from fairsheet.sheets.model.sheet import Sheet


class SoloEscape(PrizeGame, Escape):
    """The rules of escape in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = tuple(self.board.double_of.values())


# --- in time ----------------------------------------------------------------------------------------------


class SheetModel(PrizeSheet, _proof_sheet.SheetModel):
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


class TableModel(SoloNumberTable, _proof.TableModel):
    """The constraints of escape in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
