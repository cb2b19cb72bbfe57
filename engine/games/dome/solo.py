"""Dome against ASTRA: the high values at the ends of towers are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from engine.games.base.solo import PrizeGame
from engine.games.dome.rules import Dome
from sheets.model import Sheet


class SoloDome(PrizeGame, Dome):
    """The rules of dome in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = self.board.highs
