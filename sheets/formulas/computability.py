"""Checks for formulas that cannot be computed, because they read nothing, need themselves, or lack an entry."""

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

WIDEST_LOOKUP = 1000  # the widest range of numbers that is tried

_COMPUTES: tuple[ArgumentKind, ...] = ("values", "sums")  # arguments of these kinds need computed boxes
# boxes in these arguments count in the score
_COUNTS: tuple[ArgumentKind, ...] = (*_COMPUTES, "entries", "written")


class EmptyName(NamedTuple):
    """A name for which a function finds no field, or, if `at_slots`, no slot."""

    function: str
    name: str
    at_slots: bool


def empty_names(expression: Expression, sheet: Sheet) -> list[EmptyName]:
    """Return the names in a formula that mean no field, or no slot, each with its function."""
    return [
        EmptyName(call.function, part.name, kind == "slots")
        for call in calls_in(expression)
        for part, kind in _arguments(call)
        if kind in NAMING
        and isinstance(part, Name)
        and not (slots_named if kind == "slots" else fields_named)(sheet, part.name)
    ]


def unstated_nets(expression: Expression, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the functions that need neighbours or links, each with a name that has none."""
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


def cycle_through(box: str, sheet: Sheet) -> tuple[str, ...] | None:
    """Return the shortest chain of boxes by which a box's score line needs that box; None if it does not."""
    formula = {line.box: line.formula for line in sheet.scores}
    chains: dict[str, tuple[str, ...]] = {box: ()}
    frontier = [box]
    while frontier:
        name = frontier.pop(0)
        for need in dict.fromkeys(_boxes(formula[name], sheet)) if name in formula else ():
            if need == box:
                return chains[name]
            if need not in chains:
                chains[need] = (*chains[name], need)
                frontier.append(need)
    return None


def times_computed(expression: Expression, sheet: Sheet) -> int:
    """Return how many score lines are computed with a formula; a line that is named twice counts twice."""
    return sum(map(_times_by_box(sheet), _boxes(expression, sheet)))


@remembered
def _times_by_box(sheet: Sheet) -> Callable[[str], int]:
    formula = {line.box: line.formula for line in sheet.scores}
    return cache(lambda box: 1 + times_computed(formula[box], sheet) if box in formula else 0)


def missing_entries(expression: Expression, sheet: Sheet) -> list[int]:
    """Return the numbers, within the bounds, that a lookup in a formula may get and has no entry for.

    Lookups with computed entries or with too wide bounds are skipped.
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
    """Return the thresholds in a formula that are above the upper bound of its number."""
    return [
        part.value
        for call in calls_in(expression)
        if FUNCTIONS[call.function].pairs == "ascending"
        for part in call.arguments[1::2]
        if isinstance(part, Number) and part.value > bounds(call.arguments[0], sheet)[1]
    ]


def valueless_fields(sheet: Sheet) -> list[tuple[Field, str]]:
    """Return the fields with a fact that a formula adds up although it is not a whole number, each with this fact."""
    added = {
        (field, fact)
        for _, formula in formulas_of(sheet)
        for call in calls_in(formula)
        for part, fact in _added_facts(call)
        for field in fields_named(sheet, part.name)
    }
    facts = sorted({fact for _, fact in added})
    return [
        (field, fact)
        for field in sheet.fields
        for fact in facts
        if (field.id, fact) in added and not isinstance(field.attrs.get(fact), int)
    ]


def _added_facts(call: Call) -> Iterator[tuple[Name, str]]:
    """Yield the names in a call whose facts it adds up, each with the name of the fact."""
    words = [part.name for part, kind in _arguments(call) if kind == "word" and isinstance(part, Name)]
    for part, kind in _arguments(call):
        if isinstance(part, Name) and (kind == "valued" or (call.function == "sum-of" and kind == "names")):
            yield part, "value" if kind == "valued" else words[0]


def decided_parts(expression: Expression, sheet: Sheet) -> Iterator[Call | Operation]:
    """Yield the smallest parts of a formula that read fields and yet have one possible value.

    These are functions, and comparisons that never hold. In the terms of a `sum`, only functions count, because a
    comparison may well be decided at the edge of a grid.
    """
    match expression:
        case Call(function=function):
            inner = [part for part, kind in _arguments(expression) if kind in ("number", "condition")]
            reads_fields = FUNCTIONS[function].first_field_argument < len(expression.arguments)
        case Operation(operator=operator, operands=operands):
            inner, reads_fields = list(operands), operator in COMPARISONS
        case _:
            return
    found = [each for part in inner for each in decided_parts(part, sheet)]
    in_sum = isinstance(expression, Call) and expression.function == "sum"
    yield from (each for each in found if isinstance(each, Call) or not in_sum)
    if reads_fields and not found and fields_in(expression, sheet):
        least, greatest = bounds(expression, sheet)
        if greatest == 0 or (least == greatest and isinstance(expression, Call)):
            yield expression


def counted_boxes(sheet: Sheet) -> set[str]:
    """Return the boxes whose numbers count in a formula of the sheet."""
    return {box for _, formula in formulas_of(sheet) for box in _boxes(formula, sheet, _COUNTS)}


def formulas_of(sheet: Sheet) -> list[tuple[str, Expression]]:
    """Return every formula of a sheet, with the name of its box, mission, check or sheet."""
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
    """Yield the boxes whose numbers a formula needs, by name or in arguments of these kinds."""
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
    return zip(call.arguments, FUNCTIONS[call.function].kinds(call), strict=True)
