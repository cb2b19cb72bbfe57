"""One player's hand in one turn of escape: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from fairsheet.engine.games.escape._board import AIRLOCK, Board
from fairsheet.engine.games.escape._doubles import Double
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.rules.wilds import WildEditor


class EscapeEditor(WildEditor):
    """Writes on a sheet of escape. What is pending is an airlock, a double, a symbol or an action."""

    board: Board

    def react(self, filled: str) -> None:
        """What a number or an X brings at once: a robot's airlock, or the double of a greenhouse."""
        if filled in self.board.rewarded:
            self.expect_airlock()
        double = self.board.double_of.get(filled)
        if double is not None and double not in self.marks:  # else others were first
            self.pending.append(Double(double))
            self.broadcast.append(double)

    def expect_airlock(self) -> None:
        """An airlock is pending, if any is left."""
        if any(airlock not in self.marks for airlock in self.board.airlocks):
            self.pending.append(AIRLOCK)

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X; it brings what a number would, and crosses the next box of the planning ladder."""
        self.mark(slot, "X", by)
        self.react(slot)
        self.cross_next(self.board.planning, by)
