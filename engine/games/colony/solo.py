"""Colony against ASTRA: the high bonuses of quarters are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from engine.games.base.solo import PrizeGame
from engine.games.colony.rules import Colony
from sheets.model import Sheet


class SoloColony(PrizeGame, Colony):
    """The rules of colony in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = self.board.highs
