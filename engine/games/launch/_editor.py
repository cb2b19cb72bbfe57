"""One player's hand on a sheet of launch."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fairsheet.engine.games.launch._board import BUILD_X, Board
from fairsheet.engine.play.editor import Player, SheetEditor, order_of
from fairsheet.sheets.model.marks import Mark


class MarkOrder(msgspec.Struct, frozen=True):
    """The order in which a player makes marks that the rules leave open."""

    rows: tuple[tuple[str, ...], ...]
    circling: tuple[str, ...]
    crossing: tuple[str, ...]
    extras: tuple[str, ...]
    effects: tuple[str, ...]


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return MarkOrder(
        rows=tuple(ordered(row.rockets, "crossed") for row in board.rows),
        circling=ordered(board.errors, "circled"),
        crossing=ordered(board.errors, "crossed"),
        extras=ordered(board.extras, "crossed"),
        effects=ordered(board.builds + board.prepares, "crossed"),
    )


class LaunchEditor(SheetEditor):
    """Writes on a sheet of launch."""

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board
        self.mark_order: MarkOrder = player.mark_order

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
