"""Formulas that cannot be computed: a function looks at nothing, a box needs itself or others too often, a lookup
lacks an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from fairsheet.sheets.formulas.formula import COMPARISONS, calls_in, fields_in
from fairsheet.sheets.formulas.functions.function import NAMING, ArgumentKind
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.model.named import fields_named, slots_named
from fairsheet.sheets.model.neighbours import ends_of, neighbours_of
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Expression, Field, Name, Number, Operation, Sheet

WIDEST_LOOKUP = 1000  # numbers between the least and the greatest that are tried

_COMPUTES: tuple[ArgumentKind, ...] = ("values", "sums")  # kinds of arguments whose boxes are computed first
_COUNTS: tuple[ArgumentKind, ...] = (*_COMPUTES, "entries", "written")  # whose boxes count in the score


class Nothing(NamedTuple):
    """A name for which a function looks at no field, or at no slot if it looks `at_slots`."""

    function: str
    name: str
    at_slots: bool


def names_of_nothing(expression: Expression, sheet: Sheet) -> list[Nothing]:
    """The functions in a formula that look at nothing, each with the name that stands for no field or no slot."""
    return [
        Nothing(call.function, part.name, kind == "slots")
        for call in calls_in(expression)
        for part, kind in _arguments(call)
        if kind in NAMING
        and isinstance(part, Name)
        and not (slots_named if kind == "slots" else fields_named)(sheet, part.name)
    ]


def unstated_nets(expression: Expression, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The functions in a formula that look at neighbours, each with the name of something that states none, or at
    links, with the name of what has other fields."""
    for call in calls_in(expression):
        nets, links = (
            [part.name for part, of in _arguments(call) if of == kind and isinstance(part, Name)]
            for kind in ("net", "links")
        )
        if nets and not any(neighbours_of(sheet, nets).values()):
            yield call.function, nets[0]
        for name in links:
            if not all(ends_of(sheet, field) for field in fields_named(sheet, name)):
                yield call.function, name


def way_to_itself(box: str, sheet: Sheet) -> tuple[str, ...] | None:
    """The boxes by way of which the score line of a box looks at that box, fewest first; None where it does not."""
    formula = {line.box: line.formula for line in sheet.scores}
    ways: dict[str, tuple[str, ...]] = {box: ()}
    frontier = [box]
    while frontier:
        name = frontier.pop(0)
        for need in dict.fromkeys(_boxes(formula[name], sheet)) if name in formula else ():
            if need == box:
                return ways[name]
            if need not in ways:
                ways[need] = (*ways[name], need)
                frontier.append(need)
    return None


def times_computed(expression: Expression, sheet: Sheet) -> int:
    """How many score lines are computed with a formula, each as often as it is named."""
    return sum(map(_times_by_box(sheet), _boxes(expression, sheet)))


@remembered
def _times_by_box(sheet: Sheet) -> Callable[[str], int]:
    formula = {line.box: line.formula for line in sheet.scores}
    return cache(lambda box: 1 + times_computed(formula[box], sheet) if box in formula else 0)


def missing_entries(expression: Expression, sheet: Sheet) -> list[int]:
    """The numbers that a lookup in a formula may be asked for, as far as its bounds show, and has no entry for.

    A lookup with entries that are computed, or without end, is left aside.
    """
    missing: list[int] = []
    for call in calls_in(expression):
        keys = [part.value for part in call.arguments[1::2] if isinstance(part, Number)]
        if FUNCTIONS[call.function].pairs != "exact" or len(keys) < len(call.arguments[1::2]):
            continue
        least, greatest = bounds(call.arguments[0], sheet)
        if greatest - least <= WIDEST_LOOKUP:
            missing += [number for number in range(least, greatest + 1) if number not in keys]
    return missing


def unreached_thresholds(expression: Expression, sheet: Sheet) -> list[int]:
    """The thresholds in a formula that its number cannot reach, as far as its bounds show."""
    return [
        part.value
        for call in calls_in(expression)
        if FUNCTIONS[call.function].pairs == "ascending"
        for part in call.arguments[1::2]
        if isinstance(part, Number) and part.value > bounds(call.arguments[0], sheet)[1]
    ]


def valueless_fields(sheet: Sheet) -> list[Field]:
    """The fields whose facts `value` a formula adds up, and that have no whole number there."""
    named = {
        field
        for _, formula in formulas_of(sheet)
        for call in calls_in(formula)
        for part, kind in _arguments(call)
        if kind == "valued" and isinstance(part, Name)
        for field in fields_named(sheet, part.name)
    }
    return [
        field for field in sheet.fields if field.id in named and not isinstance(field.attrs.get("value"), int)
    ]


def decided_parts(expression: Expression, sheet: Sheet) -> Iterator[Call | Operation]:
    """The smallest parts of a formula that look at fields and have one value, whatever is written: functions, and
    comparisons that never hold.

    Of the terms of a `sum` only functions, since at the edge of a grid a comparison may well be decided.
    """
    match expression:
        case Call(function=function):
            inner = [part for part, kind in _arguments(expression) if kind in ("number", "condition")]
            is_asked = FUNCTIONS[function].first_thing < len(expression.arguments)
        case Operation(operator=operator, operands=operands):
            inner, is_asked = list(operands), operator in COMPARISONS
        case _:
            return
    found = [each for part in inner for each in decided_parts(part, sheet)]
    in_sum = isinstance(expression, Call) and expression.function == "sum"
    yield from (each for each in found if isinstance(each, Call) or not in_sum)
    if is_asked and not found and fields_in(expression, sheet):
        least, greatest = bounds(expression, sheet)
        if greatest == 0 or (least == greatest and isinstance(expression, Call)):
            yield expression


def counted_boxes(sheet: Sheet) -> set[str]:
    """The boxes whose numbers a formula of the sheet counts."""
    return {box for _, formula in formulas_of(sheet) for box in _boxes(formula, sheet, _COUNTS)}


def formulas_of(sheet: Sheet) -> list[tuple[str, Expression]]:
    """Every formula of a sheet, with the name of what it is for."""
    return [
        *((line.box, line.formula) for line in sheet.scores),
        *((mission.id, mission.needs) for mission in sheet.missions),
        *((check.id, check.needs) for check in sheet.checks),
        *((sheet.name, tie.formula) for tie in sheet.tie_breaks),
        *((sheet.name, tie.needs) for tie in sheet.tie_breaks if tie.needs is not None),
    ]


def _boxes(
    expression: Expression, sheet: Sheet, kinds: tuple[ArgumentKind, ...] = _COMPUTES
) -> Iterator[str]:
    """The boxes whose numbers a formula asks for, by name or in arguments of these kinds."""
    match expression:
        case Name():
            yield expression.name
        case Call():
            arguments = list(_arguments(expression))
            for part, kind in arguments:
                if kind in kinds and isinstance(part, Name):
                    yield from fields_named(sheet, part.name)
            for part, kind in arguments:
                if kind in ("number", "condition"):
                    yield from _boxes(part, sheet, kinds)
        case Operation(operands=parts):
            for part in parts:
                yield from _boxes(part, sheet, kinds)


def _arguments(call: Call) -> Iterator[tuple[Expression, ArgumentKind]]:
    """The arguments with their kinds."""
    return zip(call.arguments, FUNCTIONS[call.function].kinds(call), strict=True)
