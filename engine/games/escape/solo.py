"""Escape against ASTRA: the doubles are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from engine.games.base.solo import PrizeGame
from engine.games.escape.rules import Escape
from sheets.model import Sheet


class SoloEscape(PrizeGame, Escape):
    """The rules of escape in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = tuple(self.board.double_of.values())
