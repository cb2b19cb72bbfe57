"""Expressions of score lines and missions, computed over the ink of one sheet.

The functions and what their arguments may name are those of `sheets.functions`. An icon that is circled and
crossed counts for `circled`, for `crossed` and for both. The name of a box stands for its number:
computed where the sheet has a score line for it, otherwise as written, 0 for a blank.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, pairwise
from math import prod

from engine.ink import Mark
from sheets.errors import FairsheetError
from sheets.functions import FUNCTIONS, GAME_NUMBERS, MARKS, drawn_name, fields_named, slots_named, value_of
from sheets.model import Call, Expression, Name, Number, Operation, Sheet
from sheets.segments import SplitZone
from sheets.sides import next_seat

Formula = Callable[[Mapping[str, Mark]], int]


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


STRUCK = "struck"  # a slot that is lost: it is not empty, but bears neither a number nor an X

_BEARING: dict[str, tuple[Mark, ...]] = {
    **{mark: (mark,) for mark in MARKS},
    "circled": ("circled", "circled+crossed"),
    "crossed": ("crossed", "circled+crossed"),
}

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
    return _compile(expression, sheet, ())


def needs_table(expression: Expression) -> bool:
    """Whether a formula needs the whole table; a box of that kind counts for others by the number that it holds."""
    return isinstance(expression, Call) and FUNCTIONS[expression.function].whole_table


def numbers_of_table(
    expression: Expression,
    sheet: Sheet,
    table: Mapping[int, Mapping[str, Mark]],
    players: int,
    rivals: Sequence[int] = (),
) -> dict[int, int]:
    """By seat, the numbers of a formula that needs the whole table, over its sheets.

    A sheet that is not available takes no place, and adds nothing to that of the seat before it. `rivals` are those of
    `ranked_points`.
    """
    assert isinstance(expression, Call)
    if expression.function != "with-next":
        return ranked_points(expression, sheet, table, rivals)
    own, other = (compile_formula(argument, sheet) for argument in expression.arguments)
    numbers = {seat: own(marks) for seat, marks in table.items()}
    for seat in table:
        after = table.get(next_seat(seat, len(sheet.seats(players))))
        numbers[seat] += 0 if after is None else other(after)
    return numbers


def ranked_points(
    expression: Expression,
    sheet: Sheet,
    table: Mapping[int, Mapping[str, Mark]],
    rivals: Sequence[int] = (),
) -> dict[int, int]:
    """By seat, the points of a formula `ranked(number, first, second, …)` over the sheets of a table.

    The greatest number takes the first points, the next greatest the second ones, each computed over the player's
    own ink; equal numbers share their place. After them comes the next place, with `ranked-skipping` as many further
    on as players share it; with `ranked-dividing` they take all these places, and each a part of their points, rounded
    down. A number below 1 takes none, and none are left after the last ones. `rivals` are numbers that take places,
    too, and belong to nobody's sheet.
    """
    assert isinstance(expression, Call)
    number, *points = (compile_formula(argument, sheet) for argument in expression.arguments)
    numbers = {seat: number(marks) for seat, marks in table.items()}
    all_numbers = [value for value in (*numbers.values(), *rivals) if value > 0]
    ranked = sorted(set(all_numbers) if expression.function == "ranked" else all_numbers, reverse=True)

    def points_of(seat: int) -> int:
        value = numbers[seat]
        if value <= 0:
            return 0
        first, equal = ranked.index(value), ranked.count(value)
        sharing = equal if expression.function == "ranked-dividing" else 1
        return sum(each(table[seat]) for each in points[first : first + sharing]) // sharing

    return {seat: points_of(seat) for seat in table}


def fields_in(expression: Expression, sheet: Sheet) -> tuple[str, ...]:
    """Every field that an expression names, each once, in the order in which they are named."""
    found: dict[str, None] = {}
    match expression:
        case Name():
            found.update(dict.fromkeys(fields_named(sheet, expression.name)))
        case Call(function="filled" | "full", arguments=names):
            found.update(dict.fromkeys(_fields(names, sheet, slots_named)))
        case Call(function="correct", arguments=names):
            boxes = _fields(names, sheet)
            found.update(dict.fromkeys(boxes))
            for line in sheet.scores:
                if line.box in boxes:
                    found.update(dict.fromkeys(fields_in(line.formula, sheet)))
        case Call(function="chosen" | "number-chosen" | "drawn"):
            pass
        case Call(arguments=parts) | Operation(operands=parts):
            for part in parts:
                found.update(dict.fromkeys(fields_in(part, sheet)))
    return tuple(found)


def _compile(expression: Expression, sheet: Sheet, within: tuple[str, ...]) -> Formula:
    """`within` are the boxes whose score lines are being compiled, to find a box that needs itself."""
    match expression:
        case Number():
            literal = expression.value
            return lambda marks: literal
        case Name():
            return _box(expression.name, sheet, within)
        case Call():
            return _call(expression, sheet, within)
        case Operation():
            operands = [_compile(operand, sheet, within) for operand in expression.operands]
            return _operation(expression.operator, operands, sheet)


def _box(name: str, sheet: Sheet, within: tuple[str, ...]) -> Formula:
    if name in within:
        raise FairsheetError(
            f"the score line of {name} needs itself", where=sheet.name, hint="correct the formula"
        )
    for line in sheet.scores:
        if line.box == name and not needs_table(line.formula):
            return _compile(line.formula, sheet, (*within, name))
    if name not in sheet.field and name not in GAME_NUMBERS:
        if fields := fields_named(sheet, name):  # a box on every sheet of the table
            return _sum(fields)
        raise FairsheetError(f"{name} is no box", where=sheet.name, hint="put other names into a function")
    return lambda marks: _number(marks.get(name, 0))


def _call(call: Call, sheet: Sheet, within: tuple[str, ...]) -> Formula:
    match call.function, call.arguments:
        case "count", (Name(name=mark), *names) if mark in _BEARING:
            return _count(_BEARING[mark], _fields(names, sheet))
        case "open", names:
            return _count(("circled",), _fields(names, sheet))
        case "filled", names:
            slots = _fields(names, sheet, slots_named)
            return lambda marks: sum(marks.get(slot, STRUCK) != STRUCK for slot in slots)
        case "full", names:
            slots = _fields(names, sheet, slots_named)
            return lambda marks: all(marks.get(slot, STRUCK) != STRUCK for slot in slots)
        case "lowest", (Name(name=ladder),) if ladder in sheet.ladder:
            return _lowest(ladder, sheet)
        case "worth", (Name(name=mark), *names) if mark in _BEARING:
            return _worth(_BEARING[mark], _fields(names, sheet), sheet)
        case ("passed" | "furthest") as which, (Name(name=mark), Name(name=aside), *names) if (
            mark in _BEARING and aside in _BEARING
        ):
            passed = _passed(_BEARING[mark], _BEARING[aside], _fields(names, sheet), sheet)
            if which == "passed":
                return lambda marks: sum(passed(marks))
            return lambda marks: passed(marks)[-1] if passed(marks) else 0
        case "before", (Name(name=mark), *names) if mark in _BEARING:
            lists = [_fields([name], sheet) for name in names]
            wanted_there = _BEARING[mark]
            return lambda marks: sum(
                place
                for fields in lists
                for place, field in enumerate(fields)
                if marks.get(field) in wanted_there
            )
        case "untouched", names:
            return _untouched([name.name for name in names if isinstance(name, Name)], sheet)
        case "streak", (Name(name=mark), *names) if mark in _BEARING:
            return _streak(_BEARING[mark], _fields(names, sheet))
        case "having", (Name(name=mark), number, *names) if mark in _BEARING:
            counts = [_count(_BEARING[mark], _fields([name], sheet)) for name in names]
            wanted = _compile(number, sheet, within)
            return lambda marks: sum(count(marks) == wanted(marks) for count in counts)
        case "same", (Name(name=first), *names) if first in sheet.field:
            others = _fields(names, sheet)
            return lambda marks: sum(first in marks and marks.get(field) == marks[first] for field in others)
        case "complete", (Name(name=zone),) if zone in sheet.zone:
            split = SplitZone(sheet, zone)
            return lambda marks: len(split.full_sizes(marks))
        case "complete", (Name(name=zone), size) if zone in sheet.zone:
            split, wanted = SplitZone(sheet, zone), _compile(size, sheet, within)
            return lambda marks: split.full_sizes(marks).count(wanted(marks))
        case "longest", (Name(name=zone),) if zone in sheet.zone:
            split = SplitZone(sheet, zone)
            return lambda marks: max(split.full_sizes(marks), default=0)
        case "value", names:
            boxes = [_box(field, sheet, within) for field in _fields(names, sheet)]
            return lambda marks: sum(box(marks) for box in boxes)
        case "points", (number, *rest) if rest:
            reached, steps = _compile(number, sheet, within), [_compile(one, sheet, within) for one in rest]
            return lambda marks: steps[max(0, min(reached(marks), len(steps) - 1))](marks)
        case "inked", names:
            fields = _fields(names, sheet)
            return lambda marks: sum(field in marks for field in fields)
        case "times", (number, *names):
            wanted, fields = _compile(number, sheet, within), _fields(names, sheet)
            return lambda marks: _written(fields, marks).count(wanted(marks))
        case "below", (number, *names):
            wanted, fields = _compile(number, sheet, within), _fields(names, sheet)
            return lambda marks: sum(one < wanted(marks) for one in _written(fields, marks))
        case "last", names:
            members = [_fields([name], sheet) for name in names]
            return lambda marks: max(
                (place for place, fields in enumerate(members, 1) if any(f in marks for f in fields)),
                default=0,
            )
        case "only-first", names:
            lines = [_fields([name], sheet) for name in names]
            return lambda marks: sum(
                first in marks and not any(f in marks for f in rest) for first, *rest in lines
            )
        case "listed", (Name(name=table), *names) if table in sheet.table:
            keys, fields = frozenset(sheet.table[table].keys), _fields(names, sheet)
            return lambda marks: sum(number in keys for number in _written(fields, marks))
        case "entry", (Name(name=table), number, default) if table in sheet.table:
            values = dict(zip(sheet.table[table].keys, sheet.table[table].values, strict=True))
            key, missing = _compile(number, sheet, within), _compile(default, sheet, within)
            return lambda marks: values[at] if (at := key(marks)) in values else missing(marks)
        case ("matching" | "up-to") as which, (number, *lists) if len(lists) == 2:
            key = _compile(number, sheet, within)
            keys_of, values_of = (_fields([one], sheet) for one in lists)
            pairs, agrees = (
                tuple(zip(keys_of, values_of, strict=False)),
                _BINARY["=" if which == "matching" else "<="],
            )
            return lambda marks: sum(
                _number(marks.get(value, 0))
                for at, value in pairs
                if isinstance(bears := marks.get(at), int) and agrees(bears, key(marks))
            )
        case "quotient", (number, other):
            divided, divisor = _compile(number, sheet, within), _compile(other, sheet, within)
            return lambda marks: divided(marks) // by if (by := divisor(marks)) > 0 else 0
        case "written", names:
            return _sum(_fields(names, sheet))
        case "correct", names:
            return _correct(_fields(names, sheet), sheet, within)
        case "chosen", (Name(name=option), Name(name=value)) if option in sheet.option:
            return lambda marks: marks.get(f"option.{option}") == value
        case "drawn", (Name(name=place), Name(name=component)):
            drawn = drawn_name(place, component)
            return lambda marks: drawn in marks
        case "number-chosen", options:
            chosen = [f"option.{option.name}" for option in options if isinstance(option, Name)]
            return lambda marks: sum(
                int(value) for option in chosen if (value := str(marks.get(option))).isdecimal()
            )
        case "product", names:
            fields = _fields(names, sheet)
            return lambda marks: prod(written) if (written := _written(fields, marks)) else 0
        case "best", (number, *names):
            how_many, fields = _compile(number, sheet, within), _fields(names, sheet)
            return lambda marks: sum(sorted(_written(fields, marks), reverse=True)[: max(0, how_many(marks))])
        case ("lookup" | "thresholds") as which, (number, *rest) if rest and len(rest) % 2 == 0:
            about = within[-1] if within else ""  # the box, of a score line
            parts = [_compile(one, sheet, within) for one in (number, *rest)]
            return _table(which, *parts, sheet=sheet.name, about=about)
        case ("ascending" | "descending") as which, names:
            fields = _fields(names, sheet)
            in_order = operator.lt if which == "ascending" else operator.gt
            return lambda marks: all(in_order(*pair) for pair in pairwise(_written(fields, marks)))
        case "different", names:
            fields = _fields(names, sheet)
            return lambda marks: max(Counter(marks[f] for f in fields if f in marks).values(), default=0) <= 1
        case "in-order", (Name(name=mark), *names) if mark in _BEARING:
            wanted_marks, fields = _BEARING[mark], _fields(names, sheet)
            return lambda marks: all(
                before or not after
                for before, after in pairwise(marks.get(f) in wanted_marks for f in fields)
            )
        case ("min" | "max") as which, (_, _, *_):
            pick: Callable[[list[int]], int] = min if which == "min" else max
            terms = [_compile(argument, sheet, within) for argument in call.arguments]
            return lambda marks: pick([term(marks) for term in terms])
        case "if", (_, _, _):
            condition, then, otherwise = (_compile(argument, sheet, within) for argument in call.arguments)
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


def _count(wanted: tuple[Mark, ...], fields: tuple[str, ...]) -> Formula:
    return lambda marks: sum(marks.get(field) in wanted for field in fields)


def _worth(wanted: tuple[Mark, ...], fields: tuple[str, ...], sheet: Sheet) -> Formula:
    values = [(field, value_of(sheet, field)) for field in fields]
    return lambda marks: sum(value for field, value in values if marks.get(field) in wanted)


def _passed(
    wanted: tuple[Mark, ...], aside: tuple[Mark, ...], fields: tuple[str, ...], sheet: Sheet
) -> Callable[[Mapping[str, Mark]], list[int]]:
    """Of each field that bears one of the marks, in order, the last value up to it; fields that bear a mark of those
    left aside have none."""
    steps = [(field, value_of(sheet, field), "value" in sheet.field[field].attrs) for field in fields]

    def passed(marks: Mapping[str, Mark]) -> list[int]:
        found, reached = [], 0
        for field, value, has_value in steps:
            mark = marks.get(field)
            if has_value and mark not in aside:
                reached = value
            if mark in wanted:
                found.append(reached)
        return found

    return passed


def _untouched(groups: Sequence[str], sheet: Sheet) -> Formula:
    """The values of the groups without ink, that aside which a field says that it ignores."""
    lines = [
        (
            int(str(sheet.group[group].attrs.get("value", 0))),
            [(field, sheet.field[field].attrs.get("ignores")) for field in fields_named(sheet, group)],
        )
        for group in groups
        if group in sheet.group
    ]
    return lambda marks: sum(
        value
        for value, fields in lines
        if all(field not in marks or marks[field] == ignored for field, ignored in fields)
    )


def _streak(wanted: tuple[Mark, ...], fields: tuple[str, ...]) -> Formula:
    def streak(marks: Mapping[str, Mark]) -> int:
        runs = groupby(marks.get(field) in wanted for field in fields)
        return max((sum(1 for _ in run) for bears, run in runs if bears), default=0)

    return streak


def _sum(fields: tuple[str, ...]) -> Formula:
    return lambda marks: sum(_written(fields, marks))


def _correct(boxes: tuple[str, ...], sheet: Sheet, within: tuple[str, ...]) -> Formula:
    """Whether boxes, where they are filled in, hold what their score lines give; those that need others' sheets and
    those without a score line are left aside."""
    formulas = {line.box: line.formula for line in sheet.scores if not needs_table(line.formula)}
    computed = [(box, _box(box, sheet, within)) for box in boxes if box in formulas]
    return lambda marks: all(box not in marks or marks[box] == value(marks) for box, value in computed)


def _written(fields: tuple[str, ...], marks: Mapping[str, Mark]) -> list[int]:
    """The numbers written in the fields, in their order; blanks and other marks are left out."""
    return [mark for field in fields if isinstance(mark := marks.get(field), int)]


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


def _lowest(name: str, sheet: Sheet) -> Formula:
    ladder = sheet.ladder[name]
    steps, crossed = tuple(zip(ladder.fields, ladder.values, strict=True)), _BEARING[ladder.mark]

    def lowest(marks: Mapping[str, Mark]) -> int:
        return next((value for field, value in steps if marks.get(field) not in crossed), ladder.last)

    return lowest


def _fields(
    names: Sequence[Expression],
    sheet: Sheet,
    named: Callable[[Sheet, str], tuple[str, ...]] = fields_named,
) -> tuple[str, ...]:
    """The fields that the names stand for, each once."""
    found: dict[str, None] = {}
    for name in names:
        fields = named(sheet, name.name) if isinstance(name, Name) else ()
        if not fields:
            what = name.name if isinstance(name, Name) else "a number"
            raise FairsheetError(
                f"{what} names no fields", where=sheet.name, hint="name a field, zone, group or ladder"
            )
        found.update(dict.fromkeys(fields))
    return tuple(found)


def _number(mark: Mark) -> int:
    return mark if isinstance(mark, int) else 0
