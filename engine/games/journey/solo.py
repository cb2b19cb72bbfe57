"""Journey against ASTRA: the high multipliers are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from engine.games.base.solo import PrizeGame
from engine.games.journey.rules import Journey
from sheets.model import Sheet


class SoloJourney(PrizeGame, Journey):
    """The rules of journey in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = self.board.highs
