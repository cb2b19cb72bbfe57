"""Expressions of score lines and missions, computed over the ink of one sheet.

The functions and what their arguments may name are those of `functions`; those that look at ink alone are in
`ink_formulas`. The name of a box stands for its number: computed where the sheet has a score line for it,
otherwise as written, 0 for a blank.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from fairsheet.sheets.formulas.functions import FUNCTIONS, GAME_NUMBERS, fields_named, slots_named
from fairsheet.sheets.formulas.ink_formulas import (
    BEARING,
    Formula,
    count_of,
    fields_of,
    ink_formula,
    number_of,
    sum_of,
    written_in,
)
from fairsheet.sheets.formulas.segments import SplitZone
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet
from fairsheet.sheets.support.errors import FairsheetError


class NoEntry(FairsheetError):
    """A lookup was asked for a number that it has no entry for: of this ink the formula cannot be computed.

    `about` is the box or the check that it is in; empty where the formula does not know its name.
    """

    def __init__(
        self, sheet: str, about: str, number: int, known: Sequence[int], seat: int | None = None
    ) -> None:
        self.sheet, self.number, self.known = sheet, number, known
        on = "" if seat is None else f" (seat {seat})"
        super().__init__(
            f"the lookup has no entry for {number}{on}",
            where=f"{sheet}: {about}" if about else sheet,
            hint=f"it has {', '.join(map(str, known))}: add one to the template",
            about=about,
        )

    def of(self, about: str, seat: int | None = None) -> NoEntry:
        """The same, said of a box or check, and of the sheet of a seat."""
        return NoEntry(self.sheet, about, self.number, self.known, seat)


_BINARY: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
    "and": lambda a, b: bool(a) and bool(b),
    "or": lambda a, b: bool(a) or bool(b),
}


def compile_formula(expression: Expression, sheet: Sheet) -> Formula:
    """The expression as a function of a sheet's marks; conditions give True or False.

    Raises FairsheetError for a name or a function that means nothing on this sheet.
    """
    return _compile(expression, sheet, _Boxes((), {}))


def needs_table(expression: Expression) -> bool:
    """Whether a formula needs the whole table; a box of that kind counts for others by the number that it holds."""
    return isinstance(expression, Call) and FUNCTIONS[expression.function].whole_table


def fields_in(expression: Expression, sheet: Sheet) -> tuple[str, ...]:
    """Every field that an expression names, each once, in the order in which they are named."""
    found: dict[str, None] = {}
    match expression:
        case Name():
            found.update(dict.fromkeys(fields_named(sheet, expression.name)))
        case Call(function="filled" | "full", arguments=names):
            found.update(dict.fromkeys(fields_of(names, sheet, slots_named)))
        case Call(function="correct", arguments=names):
            boxes = fields_of(names, sheet)
            found.update(dict.fromkeys(boxes))
            for line in sheet.scores:
                if line.box in boxes:
                    found.update(dict.fromkeys(fields_in(line.formula, sheet)))
        case Call(function="chosen" | "number-chosen" | "drawn"):
            pass
        case Call(function="reached", arguments=(_, _, _, *names)):
            found.update(dict.fromkeys(fields_of(names, sheet)))
        case Call(arguments=parts) | Operation(operands=parts):
            for part in parts:
                found.update(dict.fromkeys(fields_in(part, sheet)))
    return tuple(found)


class _Boxes(NamedTuple):
    """The boxes whose score lines are being compiled, innermost last, and the formulas of those that are done.

    By `within` a box is found that needs itself. Without `done` a chain of boxes, each of which names the one before it
    twice, would be compiled twice as often with every box.
    """

    within: tuple[str, ...]
    done: dict[str, Formula]


def _compile(expression: Expression, sheet: Sheet, boxes: _Boxes) -> Formula:
    match expression:
        case Number():
            literal = expression.value
            return lambda marks: literal
        case Name():
            return _box(expression.name, sheet, boxes)
        case Call():
            return _call(expression, sheet, boxes)
        case Operation():
            operands = [_compile(operand, sheet, boxes) for operand in expression.operands]
            return _operation(expression.operator, operands, sheet)


def _box(name: str, sheet: Sheet, boxes: _Boxes) -> Formula:
    if name in boxes.within:
        raise FairsheetError(
            f"the score line of {name} needs itself", where=sheet.name, hint="correct the formula"
        )
    for line in sheet.scores:
        if line.box == name and not needs_table(line.formula):
            if name not in boxes.done:
                inner = _Boxes((*boxes.within, name), boxes.done)
                boxes.done[name] = _compile(line.formula, sheet, inner)
            return boxes.done[name]
    if name not in sheet.field and name not in GAME_NUMBERS:
        if fields := fields_named(sheet, name):  # a box on every sheet of the table
            return sum_of(fields)
        raise FairsheetError(f"{name} is no box", where=sheet.name, hint="put other names into a function")
    return lambda marks: number_of(marks.get(name, 0))


def _call(call: Call, sheet: Sheet, boxes: _Boxes) -> Formula:
    of_ink = ink_formula(call, sheet)
    if of_ink is not None:
        return of_ink
    match call.function, call.arguments:
        case "having", (Name(name=mark), number, *names) if mark in BEARING:
            counts = [count_of(BEARING[mark], fields_of([name], sheet)) for name in names]
            wanted = _compile(number, sheet, boxes)
            return lambda marks: sum(count(marks) == wanted(marks) for count in counts)
        case "complete", (Name(name=zone), size) if zone in sheet.zone:
            split, wanted = SplitZone(sheet, zone), _compile(size, sheet, boxes)
            return lambda marks: split.full_sizes(marks).count(wanted(marks))
        case "value", names:
            values_in = [_box(field, sheet, boxes) for field in fields_of(names, sheet)]
            return lambda marks: sum(value(marks) for value in values_in)
        case "points", (number, *rest) if rest:
            reached, steps = _compile(number, sheet, boxes), [_compile(one, sheet, boxes) for one in rest]
            return lambda marks: steps[max(0, min(reached(marks), len(steps) - 1))](marks)
        case "times", (number, *names):
            wanted, fields = _compile(number, sheet, boxes), fields_of(names, sheet)
            return lambda marks: written_in(fields, marks).count(wanted(marks))
        case "below", (number, *names):
            wanted, fields = _compile(number, sheet, boxes), fields_of(names, sheet)
            return lambda marks: sum(one < wanted(marks) for one in written_in(fields, marks))
        case "entry", (Name(name=table), number, default) if table in sheet.table:
            values = sheet.table[table].entries
            key, missing = _compile(number, sheet, boxes), _compile(default, sheet, boxes)
            return lambda marks: values[at] if (at := key(marks)) in values else missing(marks)
        case ("matching" | "up-to") as which, (number, *lists) if len(lists) == 2:
            key = _compile(number, sheet, boxes)
            keys_of, values_of = (fields_of([one], sheet) for one in lists)
            pairs, agrees = (
                tuple(zip(keys_of, values_of, strict=False)),
                _BINARY["=" if which == "matching" else "<="],
            )
            return lambda marks: sum(
                number_of(marks.get(value, 0))
                for at, value in pairs
                if isinstance(bears := marks.get(at), int) and agrees(bears, key(marks))
            )
        case "quotient", (number, other):
            divided, divisor = _compile(number, sheet, boxes), _compile(other, sheet, boxes)
            return lambda marks: divided(marks) // by if (by := divisor(marks)) > 0 else 0
        case "correct", names:
            return _correct(fields_of(names, sheet), sheet, boxes)
        case "best", (number, *names):
            how_many, fields = _compile(number, sheet, boxes), fields_of(names, sheet)
            return lambda marks: sum(
                sorted(written_in(fields, marks), reverse=True)[: max(0, how_many(marks))]
            )
        case ("lookup" | "thresholds") as which, (number, *rest) if rest and len(rest) % 2 == 0:
            about = boxes.within[-1] if boxes.within else ""  # the box, of a score line
            parts = [_compile(one, sheet, boxes) for one in (number, *rest)]
            return _table(which, *parts, sheet=sheet.name, about=about)
        case ("min" | "max") as which, (_, _, *_):
            pick: Callable[[list[int]], int] = min if which == "min" else max
            terms = [_compile(argument, sheet, boxes) for argument in call.arguments]
            return lambda marks: pick([term(marks) for term in terms])
        case "if", (_, _, _):
            condition, then, otherwise = (_compile(argument, sheet, boxes) for argument in call.arguments)
            return lambda marks: then(marks) if condition(marks) else otherwise(marks)
    raise FairsheetError(
        f"{call.function} cannot be computed with these arguments",
        where=sheet.name,
        hint=f"the functions are {', '.join(FUNCTIONS)}",
    )


def _operation(operator: str, operands: list[Formula], sheet: Sheet) -> Formula:
    match operator, operands:
        case "not", [value]:
            return lambda marks: not value(marks)
        case "-", [value]:
            return lambda marks: -value(marks)
        case "+", [value]:
            return value
        case _, [left, right] if operator in _BINARY:
            apply = _BINARY[operator]
            return lambda marks: apply(left(marks), right(marks))
    raise FairsheetError(f"there is no operator {operator} of {len(operands)} values", where=sheet.name)


def _correct(checked: tuple[str, ...], sheet: Sheet, boxes: _Boxes) -> Formula:
    """Whether boxes, where they are filled in, hold what their score lines give; those that need others' sheets and
    those without a score line are left aside."""
    formulas = {line.box: line.formula for line in sheet.scores if not needs_table(line.formula)}
    computed = [(box, _box(box, sheet, boxes)) for box in checked if box in formulas]
    return lambda marks: all(box not in marks or marks[box] == value(marks) for box, value in computed)


def _table(which: str, number: Formula, *entries: Formula, sheet: str, about: str) -> Formula:
    """The points of `lookup` or `thresholds`; `entries` are numbers and points in turn.

    `sheet` and `about` are those of `NoEntry`.
    """

    def points(marks: Mapping[str, Mark]) -> int:
        reached = number(marks)
        pairs = [(at(marks), worth) for at, worth in zip(entries[::2], entries[1::2], strict=True)]
        if which == "thresholds":
            below = [worth for at, worth in pairs if at <= reached]
            return below[-1](marks) if below else 0
        for at, worth in pairs:
            if at == reached:
                return worth(marks)
        raise NoEntry(sheet, about, reached, [at for at, _ in pairs])

    return points
