"""Mine against ASTRA: the fill bonuses are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from fairsheet.engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.mine import _proof
from fairsheet.engine.games.mine._board import Board
from fairsheet.engine.games.mine._rules import Mine
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class SoloMine(PrizeGame, Mine):
    """The rules of mine in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = tuple(self.board.raced)


# --- in time ----------------------------------------------------------------------------------------------


class SheetModel(PrizeSheet, _proof.SheetModel):
    """The sheet with its panel; the fill bonuses are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, tuple(board.raced))

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: the symbol that earns it is circled."""
        return self.reached[prize].get(turn, FALSE)


class TableModel(SoloNumberTable, _proof.TableModel):
    """The constraints of mine in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
