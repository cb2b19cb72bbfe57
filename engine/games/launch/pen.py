"""One player's hand in one turn: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.games.base.pen import Pen, Player, order_of
from engine.games.launch.facts import BUILD_X, PREPARE, ROCKETS, SABOTAGE, Facts, Section
from engine.ink import Cause, Mark


class Habit(msgspec.Struct, frozen=True):
    """The order in which a player makes marks that the rules leave open."""

    rows: tuple[tuple[str, ...], ...]
    circling: tuple[str, ...]
    crossing: tuple[str, ...]
    extras: tuple[str, ...]
    effects: tuple[str, ...]


def habit(facts: Facts, order: Sequence[tuple[str, Mark]]) -> Habit:
    """The habit of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    return Habit(
        rows=tuple(ordered(row.rockets, "crossed") for row in facts.rows),
        circling=ordered(facts.errors, "circled"),
        crossing=ordered(facts.errors, "crossed"),
        extras=ordered(facts.extras, "crossed"),
        effects=ordered(facts.builds + facts.prepares, "crossed"),
    )


class LaunchPen(Pen):
    """Writes on a sheet of launch."""

    def __init__(self, facts: Facts, player: Player) -> None:
        super().__init__(player)
        self.facts = facts
        self.habit: Habit = player.habit

    def player(self, *, offer: int | None = None) -> Player:
        """The player after all that was written. Effects that can do nothing any more are not due."""
        self.due = self._possible()
        return super().player(offer=offer)

    def fill(self, slot: str, mark: Mark, by: Cause) -> None:
        """Writes a number or X into a slot; a section that it completes sets off its effects."""
        self.mark(slot, mark, by)
        section = self.facts.section_of[slot]
        if self.facts.is_complete(section, self.marks):
            self._complete(section)

    def resolve(self, effect: str) -> None:
        """Crosses an effect that was due."""
        self.due.remove(effect)
        self.mark(effect, "crossed", "bonus")

    def ready(self, arrow: str) -> None:
        """Fills in an arrow."""
        self.mark(arrow, "filled", "bonus")

    def circle(self, error: str, by: Cause) -> None:
        """Circles an error."""
        self.mark(error, "circled", by)

    def suffer(self, sabotage: str) -> None:
        """Takes an opponent's sabotage: circles an error, if one is left, and crosses the symbol."""
        for error in self.habit.circling:
            if error not in self.marks:
                self.circle(error, "incident")
                break
        self.mark(sabotage, "crossed", "incident")

    def claim(self, field: str, rockets: int) -> None:
        """Crosses a mission and its rockets."""
        self.mark(field, "crossed", "mission")
        self._cross_rockets(rockets, "mission")

    def _complete(self, section: Section) -> None:
        """Crosses what the section now compels; what may be declined is due."""
        for effect in section.effects:
            symbol = self.facts.symbol[effect]
            if symbol in (BUILD_X, PREPARE):
                self.due.append(effect)
            elif symbol == SABOTAGE:
                if effect not in self.marks:
                    self.mark(effect, "crossed", "bonus")
                    self.announced.append(effect)
            elif symbol == ROCKETS or self.facts.arrow_of[effect] in self.marks:
                self.mark(effect, "crossed", "bonus")
                self._cross_rockets(self.facts.rockets[effect], "bonus")

    def _cross_rockets(self, count: int, by: Cause) -> None:
        for _ in range(count):
            self._cross_rocket(by)

    def _cross_rocket(self, by: Cause) -> None:
        """Crosses the first left of: rockets row by row, open errors, extra rockets. Else it is lost."""
        marks, habit = self.marks, self.habit
        for row, rockets in zip(self.facts.rows, habit.rows, strict=True):
            if row.value not in marks:
                left = [rocket for rocket in rockets if rocket not in marks]
                self.mark(left[0], "crossed", by)
                if len(left) == 1:
                    self.mark(row.value, "crossed", by)
                return
        for error in habit.crossing:
            if marks.get(error) == "circled":
                self.mark(error, "crossed", by)
                return
        for extra in habit.extras:
            if extra not in marks:
                self.mark(extra, "crossed", by)
                return

    def _possible(self) -> list[str]:
        """The effects due that can still do something; what cannot now never will."""
        facts, marks = self.facts, self.marks
        if not self.due:
            return []
        slot_left = any(slot not in marks for slot in facts.slots)
        arrow_left = bool(facts.free_arrows(marks))
        return [
            effect for effect in self.due if (slot_left if facts.symbol[effect] == BUILD_X else arrow_left)
        ]
