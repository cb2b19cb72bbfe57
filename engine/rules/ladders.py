"""The fields of a ladder, and errors, are inked in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.timeline import Event
from fairsheet.sheets.model.marks import Marks


def contradictions(fields: Sequence[str], marks: Marks) -> Iterator[Contradiction]:
    """On a final sheet: a field that was left out, with one behind it that was not."""
    blank = next_of(fields, marks)
    late = next((field for field in fields[fields.index(blank) :] if field in marks), None) if blank else None
    if blank and late:
        yield Contradiction((blank, late), f"{late} is inked before {blank}", RuleCode.ORDER)


def in_time(model: Model, events: Iterable[Event], turns: Iterable[int], apart: int) -> None:
    """In time: each event happens so many turns after the one before it, or later."""
    turns = tuple(turns)
    for first, second in pairwise(events):
        for turn in turns:
            model.implies(second.by(turn), first.by(turn - apart))
