"""Mine against ASTRA: the fill bonuses are what effects cross and what earns solo bonuses."""

from __future__ import annotations

from engine.games.base.solo import PrizeGame
from engine.games.mine.rules import Mine
from sheets.model import Sheet


class SoloMine(PrizeGame, Mine):
    """The rules of mine in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.prizes = tuple(self.board.raced)
