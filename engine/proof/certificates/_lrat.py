"""The check of a proof that clauses contradict each other: plain propagation, without a search or a solver.

A proof is a list of steps (the format LRAT without its RAT part). A step is a clause with hints, the numbers of clauses
before it. To check a step, all its literals are set false. Then each hint in turn must have exactly one literal left
that is not false; this literal becomes true. The step follows if the last hint has none left. The numbers of steps
rise, and only the last step is the empty clause.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fairsheet.languages.messages import Message

Clause = tuple[int, ...]


class Step(msgspec.Struct, frozen=True):
    """A clause with its number, and the numbers of the clauses from which it follows."""

    number: int
    clause: Clause
    hints: tuple[int, ...]


def problem(clauses: Sequence[Clause], steps: Sequence[Step]) -> Message | None:
    """Return what is wrong with a proof that clauses contradict each other; None if nothing is wrong.

    The clauses are numbered from 1.
    """
    known = dict(enumerate(clauses, start=1))
    last = len(clauses)
    for place, step in enumerate(steps, start=1):
        if step.number <= last:
            words = Message("step {step} has the number of another clause, or does not come in order")
            return words.filled(step=step.number)
        if not _follows(step, known):
            return Message("step {step} does not follow from its hints", step=step.number)
        if not step.clause and place < len(steps):
            words = Message("step {step} is the empty clause, but more steps follow")
            return words.filled(step=step.number)
        known[step.number] = step.clause
        last = step.number
    if not steps or steps[-1].clause:
        return Message("the last step is not the empty clause")
    return None


def _follows(step: Step, known: dict[int, Clause]) -> bool:
    """Return whether the hints of a step leave no way to make all its literals false."""
    false = set(step.clause)
    for place, hint in enumerate(step.hints, start=1):
        if hint not in known:
            return False
        left = [literal for literal in known[hint] if literal not in false]
        if not left:
            return place == len(step.hints)
        if len(left) > 1 or -left[0] in false:  # other checkers also refuse a hint that is already true
            return False
        false.add(-left[0])
    return False
