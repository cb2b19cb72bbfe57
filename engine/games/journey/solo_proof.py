"""Journey against ASTRA, stated in time for the solver."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.base.proof_solo import PrizeSheet, SoloNumberTable
from engine.games.journey import proof, proof_sheet
from engine.games.journey.board import Board
from engine.ink import Mark
from engine.proof.model import FALSE, BoolVar, Model
from engine.proof.offers import Offers
from engine.rules.solo.panel import Panel


class SheetModel(PrizeSheet, proof_sheet.SheetModel):
    """The sheet with its panel; the high multipliers are the prizes."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Mapping[str, Mark], offers: Offers, panel: Panel
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.prepare_prizes(panel, board.highs)

    def reached_by(self, prize: str, turn: int) -> BoolVar:
        """See `PrizeSheet.reached_by`: the robots of its station are complete."""
        return self.done[self.board.station_of[prize].id].get(turn, FALSE)


class TableModel(SoloNumberTable, proof.TableModel):
    """The constraints of journey in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel)
