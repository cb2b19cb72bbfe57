"""One player's hand on a sheet of mine."""

from __future__ import annotations

from fairsheet.engine.games.mine._board import Board
from fairsheet.engine.play.editor import Player, SheetEditor

BONUS_ROBOT = "bonus-robot"  # what is pending for each robot that a secondary factory gives


class MineEditor(SheetEditor):
    """Writes on a sheet of mine."""

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board
