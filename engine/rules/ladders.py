"""The fields of a ladder, and errors, are inked in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from engine.game import Contradiction
from engine.ink import Marks
from engine.proof.model import Model
from engine.proof.timeline import Event
from engine.rules.codes import RuleCode


def next_of(fields: Sequence[str], marks: Marks) -> str | None:
    """In play: the field that is inked next, the first without ink; None if there is none.

    >>> next_of(["a", "b"], {"a": "crossed"})
    'b'
    """
    return next((field for field in fields if field not in marks), None)


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
