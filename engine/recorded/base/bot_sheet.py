"""A sheet that a bot fills in for a plausible table: what is drawn by chance goes on it where its own checks allow it.

So a bot has hints only, such as what is there to be taken; what follows from what is said once, in the template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.counts import OBJECTING, are_allowed
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.model.marks import Mark, Marks, with_marks
from fairsheet.sheets.model.sheet import Sheet

Objections = Callable[[TableSheet], Iterable[object]]  # what checks in Python find on a sheet


@dataclass
class BotSheet:
    """The sheet of a seat in the making; `drawn` is what formulas may ask about what the seed drew."""

    layout: Sheet
    game: Table
    seat: int
    chance: Stream
    drawn: Marks = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)

    @property
    def sheet(self) -> TableSheet:
        """The sheet as it stands."""
        player = f"Bot {self.seat}" if self.seat != NO_SEAT else ""
        return TableSheet(self.layout, Record.on(self.layout, self.game, self.seat, self.marks, player))

    def number(self, name: str) -> int:
        """The number in a field, or how many marks an icon has, 1 or 0."""
        mark = self.marks.get(name, 0)
        return mark if isinstance(mark, int) else 1

    def more(self, *names: str) -> dict[str, Mark | None]:
        """Changes by which there is one more of some things: a number that is greater by 1, or a circle."""
        numbers = [name for name in names if self.layout.field[name].bounds is not None]
        return {name: self.number(name) + 1 if name in numbers else "circled" for name in names}

    def put(self, changes: Mapping[str, Mark | None], objections: Objections | None = None) -> bool:
        """Whether other marks are allowed, and no `objections` made to the sheet that has them; then it has them."""
        before, self.marks = self.marks, with_marks(self.marks, changes)
        is_allowed = self._is_allowed(changes) and not (objections and any(objections(self.sheet)))
        if not is_allowed:
            self.marks = before
        return is_allowed

    def mark(self, fields: Iterable[str], mark: Mark, one_in: int = 1) -> list[str]:
        """Those of some icons that are marked: by chance one in so many, each only where that is allowed."""
        return [name for name in fields if not self.chance.below(one_in) and self.put({name: mark})]

    def write(self, name: str, numbers: Iterable[int], objections: Objections | None = None) -> None:
        """One of some numbers that are allowed in a field, if there is any."""
        any(self.put({name: number}, objections) for number in self.chance.shuffled(list(numbers)))

    def _is_allowed(self, fields: Iterable[str]) -> bool:
        """Whether some fields take their marks, and no check that looks at them finds anything."""
        bounds = {name: self.layout.field[name].bounds for name in fields}
        if any(has is not None and self.number(name) > has[1] for name, has in bounds.items()):
            return False
        return are_allowed(self.layout, {**self._setting, **self.marks}, fields, OBJECTING)

    @cached_property
    def _setting(self) -> Marks:
        return {**setting_of(self.sheet.record, 1), **self.drawn}
