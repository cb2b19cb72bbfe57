"""One player's hand on a sheet of launch."""

from __future__ import annotations

from fairsheet.engine.games.launch._board import BUILD_X, Board
from fairsheet.engine.play.editor import Player, SheetEditor


class LaunchEditor(SheetEditor):
    """Writes on a sheet of launch."""

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board

    def player(self, *, offer: int | None = None) -> Player:
        """The player after all that was written. Effects that can do nothing any more are not pending."""
        self.pending = self._possible()
        return super().player(offer=offer)

    def _possible(self) -> list[str]:
        """The effects pending that can still do something; what cannot now never will."""
        board, marks = self.board, self.marks
        if not self.pending:
            return []
        slot_left = any(slot not in marks for slot in board.slots)
        arrow_left = bool(board.free_arrows(marks))
        return [
            effect
            for effect in self.pending
            if (slot_left if board.symbol[effect] == BUILD_X else arrow_left)
        ]
