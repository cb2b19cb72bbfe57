"""A sheet that a bot fills in for a plausible table: with random marks that the sheet's own checks allow.

A bot needs only hints, such as which components are left. The rules themselves are only in the template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.counts import ALL_LEVELS, are_allowed
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.model.marks import Mark, Marks, with_marks
from fairsheet.sheets.model.sheet import Sheet

Objections = Callable[[TableSheet], Iterable[object]]  # return what checks in Python find on a sheet


@dataclass
class BotSheet:
    """The unfinished sheet of a seat; `drawn` has the facts about the draw that formulas use."""

    layout: Sheet
    game: Table
    seat: int
    chance: Stream
    drawn: Marks = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)

    @property
    def sheet(self) -> TableSheet:
        """The sheet with the marks so far."""
        player = f"Bot {self.seat}" if self.seat != NO_SEAT else ""
        return TableSheet(self.layout, Record.on(self.layout, self.game, self.seat, self.marks, player))

    def number(self, name: str) -> int:
        """Return the number in a field; for an icon 1 if it is marked, otherwise 0."""
        mark = self.marks.get(name, 0)
        return mark if isinstance(mark, int) else 1

    def more(self, *names: str) -> dict[str, Mark | None]:
        """Return the changes that add one to each of some fields: a number greater by 1, or a circle."""
        numbers = [name for name in names if self.layout.field[name].bounds is not None]
        return {name: self.number(name) + 1 if name in numbers else "circled" for name in names}

    def put(self, changes: Mapping[str, Mark | None], objections: Objections | None = None) -> bool:
        """Make changes if the checks allow them and `objections` finds nothing; return whether they were made."""
        before, self.marks = self.marks, with_marks(self.marks, changes)
        is_allowed = self._is_allowed(changes) and not (objections and any(objections(self.sheet)))
        if not is_allowed:
            self.marks = before
        return is_allowed

    def mark(self, fields: Iterable[str], mark: Mark, one_in: int = 1) -> list[str]:
        """Mark about one in `one_in` of some icons, as far as the checks allow it; return the marked ones."""
        return [name for name in fields if not self.chance.below(one_in) and self.put({name: mark})]

    def write(self, name: str, numbers: Iterable[int], objections: Objections | None = None) -> None:
        """Write a random one of the numbers that the checks allow in a field, if there is any."""
        any(self.put({name: number}, objections) for number in self.chance.shuffled(list(numbers)))

    def _is_allowed(self, fields: Iterable[str]) -> bool:
        """Return whether the numbers in some fields are in bounds and all checks that name the fields are met."""
        bounds = {name: self.layout.field[name].bounds for name in fields}
        if any(limits is not None and self.number(name) > limits[1] for name, limits in bounds.items()):
            return False
        return are_allowed(self.layout, {**self._setting, **self.marks}, fields, ALL_LEVELS)

    @cached_property
    def _setting(self) -> Marks:
        return {**setting_of(self.sheet.record, 1), **self.drawn}
