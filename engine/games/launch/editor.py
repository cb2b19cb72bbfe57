"""One player's hand in one turn: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.games.base.editor import Player, SheetEditor, order_of
from engine.games.launch.board import BUILD_X, PREPARE, ROCKETS, SABOTAGE, Board, Section
from engine.ink import Cause, Mark


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

    def fill(self, slot: str, mark: Mark, by: Cause) -> None:
        """Writes a number or X into a slot; a section that it completes sets off its effects."""
        self.mark(slot, mark, by)
        section = self.board.section_of[slot]
        if self.board.is_complete(section, self.marks):
            self._complete(section)

    def resolve(self, effect: str) -> None:
        """Crosses an effect that was pending."""
        self.pending.remove(effect)
        self.mark(effect, "crossed", "bonus")

    def ready(self, arrow: str) -> None:
        """Fills in an arrow."""
        self.mark(arrow, "filled", "bonus")

    def circle(self, error: str, by: Cause) -> None:
        """Circles an error."""
        self.mark(error, "circled", by)

    def suffer(self, sabotage: str) -> None:
        """Takes an opponent's sabotage: circles an error, if one is left, and crosses the symbol."""
        for error in self.mark_order.circling:
            if error not in self.marks:
                self.circle(error, "incident")
                break
        self.mark(sabotage, "crossed", "incident")

    def claim(self, field: str, rockets: int) -> None:
        """Crosses a mission and its rockets."""
        self.mark(field, "crossed", "mission")
        self._cross_rockets(rockets, "mission")

    def _complete(self, section: Section) -> None:
        """Crosses what the section now compels; what may be declined is pending."""
        for effect in section.effects:
            symbol = self.board.symbol[effect]
            if symbol in (BUILD_X, PREPARE):
                self.pending.append(effect)
            elif symbol == SABOTAGE:
                if effect not in self.marks:
                    self.mark(effect, "crossed", "bonus")
                    self.broadcast.append(effect)
            elif symbol == ROCKETS or self.board.arrow_of[effect] in self.marks:
                self.mark(effect, "crossed", "bonus")
                self._cross_rockets(self.board.rockets[effect], "bonus")

    def _cross_rockets(self, count: int, by: Cause) -> None:
        for _ in range(count):
            self._cross_rocket(by)

    def _cross_rocket(self, by: Cause) -> None:
        """Crosses the first left of: rockets row by row, open errors, extra rockets. Else it is lost."""
        marks, mark_order = self.marks, self.mark_order
        for row, rockets in zip(self.board.rows, mark_order.rows, strict=True):
            if row.value not in marks:
                left = [rocket for rocket in rockets if rocket not in marks]
                self.mark(left[0], "crossed", by)
                if len(left) == 1:
                    self.mark(row.value, "crossed", by)
                return
        for error in mark_order.crossing:
            if marks.get(error) == "circled":
                self.mark(error, "crossed", by)
                return
        for extra in mark_order.extras:
            if extra not in marks:
                self.mark(extra, "crossed", by)
                return

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
