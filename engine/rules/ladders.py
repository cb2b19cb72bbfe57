"""The fields of a ladder, and errors, are inked in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.engine.solver.timeline import Event
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


class Ladder(Rule[SheetInTime], frozen=True):
    """Fields that are inked in order."""

    fields: Sequence[str]

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield a blank field with a marked one after it."""
        blank = next_of(self.fields, marks)
        rest = self.fields[self.fields.index(blank) :] if blank else ()
        late = next((field for field in rest if field in marks), None)
        if blank and late:
            why = Message("{late} is marked, but {blank} before it is blank", late=late, blank=blank)
            yield Contradiction((blank, late), why, RuleCode.ORDER)

    def in_time(self, sheet: SheetInTime) -> None:
        """State that each field whose turn is chosen comes after the one before it."""
        for upper, lower in pairwise(field for field in self.fields if field in sheet.events):
            why = Message("{upper} was marked before {lower}, because they are marked in order")
            with sheet.model.rule(
                RuleCode.ORDER, sheet.name(upper, lower), why.filled(upper=upper, lower=lower)
            ):
                in_time(sheet.model, (sheet.events[upper], sheet.events[lower]), sheet.turns, apart=1)


def in_time(model: Model, events: Iterable[Event], turns: Iterable[int], apart: int) -> None:
    """State that each event happens at least `apart` turns after the one before it."""
    turns = tuple(turns)
    for first, second in pairwise(events):
        for turn in turns:
            model.implies(second.by(turn), first.by(turn - apart))
