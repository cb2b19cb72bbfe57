"""The editor with which one player writes on one sheet of battle."""

from __future__ import annotations

from fairsheet.engine.games.battle.parts.board import Board, Side
from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.model.marks import Mark


class BattleEditor(SheetEditor):
    """An editor that writes on a sheet of battle for the player of one side."""

    def __init__(self, board: Board, player: Player, side: Side) -> None:
        super().__init__(player)
        self.board, self.side = board, side

    @property
    def sign(self) -> Mark:
        """The sign that this player draws."""
        return self.marks[self.side.sign]

    def mark(self, field: str, mark: Mark, by: Cause) -> None:
        """Make a mark, and record the sheet that it is on."""
        super().mark(field, mark, by)
        self.ink[-1] = self.ink_of(field, mark, by)

    def ink_of(self, field: str, mark: Mark, by: Cause) -> Ink:
        """Return a mark that could be made on this sheet."""
        return Ink(field, mark, by, self.before.seat)

    def space_just_signed(self) -> str:
        """Return the space of this turn's sign."""
        return next(ink.field for ink in self.ink if ink.by == "number")

    def usable_astronauts(self) -> list[str]:
        """Return the astronauts that can be used: circled in an earlier turn, in the player's mark order."""
        return [
            field
            for field in self.mark_order(self.side.astronauts, "crossed")
            if self.marks.get(field) == "circled"
        ]

    def next_box(self, ladder: str, by: Cause) -> tuple[Ink, ...]:
        """Return the next box of a ladder; empty if the ladder is full."""
        box = next_of(self.side.ladders[ladder].fields, self.marks)
        return () if box is None else (self.ink_of(box, "crossed", by),)
