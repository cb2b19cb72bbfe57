"""A turn leaves an error if and only if none of its offers can be written; errors are crossed in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules import offers
from fairsheet.engine.solver.constraint_model import FALSE
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.engine.solver.timeline import Condition
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


def steps(seat: int, errors: Sequence[str], marks: Marks) -> list[Step]:
    """Return the step that crosses the next error, if any is left, for a turn with no other step."""
    error = next_of(errors, marks)
    return [Step(seat, "error", (Ink(error, "crossed", "error"),))] if error else []


def check(error: str, errors: Sequence[str], marks: Marks, writable: Iterable[Step]) -> None:
    """Raise IllegalStep unless an error is the next one, and nothing can be written."""
    if error != next_of(errors, marks):
        raise IllegalStep(RuleCode.ORDER, f"{error} is not the next system error")
    for step in writable:
        ink = step.ink[-1]
        problem = "an error may only be crossed when no number can be written"
        raise IllegalStep(RuleCode.ERROR, f"{problem}, and {ink.mark} could go into {ink.field}")


def in_time(sheet: SheetInTime) -> None:
    """State that an error is made only if none of the numbers offered can be written, changed or not."""
    if not sheet.errors:
        return

    @cache
    def closings(number: int) -> Sequence[Sequence[Condition]]:
        """Return the conditions that keep a number out of each slot, without supersets of others."""
        kept: list[tuple[frozenset[Condition], Sequence[Condition]]] = []
        for closing in sorted(dict.fromkeys(sheet.closings(number)), key=len):
            conditions = frozenset(closing)
            if not any(part <= conditions for part, _ in kept):
                kept.append((conditions, closing))
        return [closing for _, closing in kept]

    for turn in sheet.turns:
        erring = sheet.model.any_of(event.at(turn) for event in sheet.erring.values())
        if erring == FALSE:
            continue
        why = Message(
            "no error was made in turn {turn}, because a number on offer could be written",
            "no error was made in turns {turn}, because a number on offer could be written each time",
            n=1,
            turn=turn,
        )
        with sheet.model.rule(RuleCode.ERROR, sheet.name(*sheet.errors), why):
            given = offers.offered_numbers(sheet, turn)
            # the same conditions keep many numbers out of a slot
            closed = dict.fromkeys((given[each], closing) for each in given for closing in closings(each))
            conditions = dict.fromkeys(chain.from_iterable(closing for _, closing in closed))
            by_then = {condition: condition.by(turn - 1) for condition in conditions}
            clauses = dict.fromkeys(
                (-erring, -offered, *map(by_then.__getitem__, closing)) for offered, closing in closed
            )
            for clause in clauses:
                sheet.model.clause(*clause)
