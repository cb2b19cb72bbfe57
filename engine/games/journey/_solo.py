"""Journey against ASTRA: the high multipliers are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.journey import _proof, _proof_sheet
from fairsheet.engine.games.journey._board import Board
from fairsheet.engine.games.journey._rules import Journey
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet


class SoloJourney(PrizeGame, Journey):
    """The rules of journey in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = self.board.highs


# --- in time ----------------------------------------------------------------------------------------------


class SheetModel(PrizeSheet, _proof_sheet.SheetModel):
    """The sheet with its panel; the high multipliers are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Mapping[str, Mark], offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, board.highs)

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: the robots of its station are complete."""
        return self.done[self.board.station_of[prize].id].get(turn, FALSE)


class TableModel(SoloNumberTable, _proof.TableModel):
    """The constraints of journey in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
