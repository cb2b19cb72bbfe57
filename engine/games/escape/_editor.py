"""The editor of one player in one turn of escape: it makes marks, and the marks that the rules then require."""

from __future__ import annotations

from fairsheet.engine.games.escape._board import AIRLOCK, Board
from fairsheet.engine.games.escape._doubles import Double
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.rules.wilds import WildEditor


class EscapeEditor(WildEditor):
    """An editor that writes on a sheet of escape. An airlock, a double, a symbol or an action may be pending."""

    board: Board

    def react(self, filled: str) -> None:
        """Apply the effects of a number or an X: a robot's airlock, or the double of a greenhouse."""
        if filled in self.board.rewarded:
            self.expect_airlock()
        double = self.board.double_of.get(filled)
        if double is not None and double not in self.marks:  # otherwise another player was first
            self.pending.append(Double(double))
            self.broadcast.append(double)

    def expect_airlock(self) -> None:
        """Make an airlock pending, if any is left."""
        if any(airlock not in self.marks for airlock in self.board.airlocks):
            self.pending.append(AIRLOCK)

    def write_x(self, slot: str, by: Cause) -> None:
        """Write an X with the effects of a number, and cross the next box of the planning ladder."""
        self.mark(slot, "X", by)
        self.react(slot)
        self.cross_next(self.board.planning, by)
