"""Formulas that no ink gives a value: a function finds nothing that it could look at, or a box needs itself."""

from __future__ import annotations

from collections.abc import Iterator

from sheets.functions import FUNCTIONS, calls_in, fields_named, slots_named
from sheets.model import Call, Expression, Name, Operation, Sheet

_COMPUTES = ("value", "product", "best", "ascending", "descending", "different", "inked", "correct")
_COUNTS = (*_COMPUTES, "times", "below", "listed", "written")


def names_of_nothing(expression: Expression, sheet: Sheet) -> list[str]:
    """The names in a formula that stand for no field, or for no slot where a function looks at slots."""
    return [
        name
        for call in calls_in(expression)
        for name in _things(call)
        if not (slots_named if call.function in ("filled", "full") else fields_named)(sheet, name)
    ]


def needs_itself(box: str, sheet: Sheet) -> bool:
    """Whether the score line of a box looks at that box, by way of others or in a list of boxes."""
    formula = {line.box: line.formula for line in sheet.scores}
    reached: set[str] = set()
    frontier = {box}
    while frontier:
        found = {need for name in frontier if name in formula for need in _boxes(formula[name], sheet)}
        frontier = found - reached
        reached |= found
    return box in reached


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
    ]


def _boxes(expression: Expression, sheet: Sheet, functions: tuple[str, ...] = _COMPUTES) -> Iterator[str]:
    """The boxes whose numbers a formula asks for, by name or with one of the functions."""
    match expression:
        case Name():
            yield expression.name
        case Call():
            if expression.function in functions:
                for name in _things(expression):
                    yield from fields_named(sheet, name)
            for argument, kind in _arguments(expression):
                if kind in ("number", "condition"):
                    yield from _boxes(argument, sheet, functions)
        case Operation(operands=parts):
            for part in parts:
                yield from _boxes(part, sheet, functions)


def _things(call: Call) -> list[str]:
    """The names among the arguments that stand for things of the sheet."""
    return [
        argument.name for argument, kind in _arguments(call) if kind == "names" and isinstance(argument, Name)
    ]


def _arguments(call: Call) -> Iterator[tuple[Expression, str]]:
    """The arguments with their kinds."""
    kinds = FUNCTIONS[call.function].arguments
    for place, argument in enumerate(call.arguments):
        yield argument, kinds[min(place, len(kinds) - 1)]
