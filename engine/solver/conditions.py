"""Conditions of missions in time: constraints on marks that make an expression true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Term
from fairsheet.sheets.model.marks import STRUCK
from fairsheet.sheets.model.named import fields_named, links_of, slots_named, value_of
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet

Count = Callable[[str, Sequence[str]], Sequence[Term]]


class CannotState(Exception):
    """The model has no constraint for an expression."""


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def require(
    model: Model, expression: Expression, sheet: Sheet, count: Count, given: Lit, *, holds: bool = True
) -> None:
    """State that the expression is true (or false, without `holds`) if `given` holds.

    `count(mark, fields)` returns the terms of a sum: the number of fields with the mark (`ink` is any) at that time.
    Raises CannotState.
    """
    if given == FALSE:
        return
    match expression:
        case Operation("not", (operand,)):
            require(model, operand, sheet, count, given, holds=not holds)
        case Operation("and" | "or" as operator, operands):
            if (operator == "and") == holds:
                for operand in operands:
                    require(model, operand, sheet, count, given, holds=holds)
                return
            choices = alternatives(model, given, len(operands))
            for choice, operand in zip(choices, operands, strict=True):
                require(model, operand, sheet, count, choice, holds=holds)
        case Call("full", names):
            fields = _slots(names, sheet)
            terms = count("ink", fields)
            if not holds:
                model.linear(terms, None, len(fields) - 1, given=(given,))
            elif all(factor == 1 for factor, _ in terms) and len(terms) == len(fields):
                model.implies(given, model.all_of(literal for _, literal in terms))
            else:
                model.linear(terms, len(fields), None, given=(given,))
        case Operation("<" | "<=" | ">" | ">=" as operator, (left, right)):
            terms, constant = _difference(model, left, right, sheet, count)
            _compare(model, terms, constant, operator if holds else _OPPOSITE[operator], given)
        case Operation("=", operands) if _asks_for_all(operands, sheet):
            require(model, Operation(">=", operands), sheet, count, given, holds=holds)
        case Operation("=", (left, right)) if holds:
            terms, constant = _difference(model, left, right, sheet, count)
            model.linear(terms, -constant, -constant, given=(given,))
        case Operation("=", (left, right)):
            below, above = alternatives(model, given, 2)
            require(model, Operation("<", (left, right)), sheet, count, below)
            require(model, Operation(">", (left, right)), sheet, count, above)
        case _:
            raise CannotState(f"a condition that cannot be stated: {expression!r}")


def _asks_for_all(operands: Sequence[Expression], sheet: Sheet) -> bool:
    """Return whether a count is compared with the number of all fields that it counts, its maximum."""
    match operands:
        case (Call("count", (_, *names)), Number(value)):
            return value == len(_fields(names, sheet))
    return False


def alternatives(model: Model, given: Lit, count: int) -> list[Lit]:
    """Return literals of which at least one holds if `given` does.

    They belong to part 0, because nothing else decides which of them hold. In another part, which keeps its values,
    they would prevent `given` from changing.
    """
    with model.part(0):
        choices = [model.literal() for _ in range(count)]
    model.implies(given, *choices)
    return choices


def _compare(model: Model, terms: list[Term], constant: int, operator: str, given: Lit) -> None:
    """State that the sum of the terms plus the constant has this relation to 0."""
    strict = operator in ("<", ">")
    low = -constant + strict if operator in (">", ">=") else None
    high = -constant - strict if operator in ("<", "<=") else None
    model.linear(terms, low, high, given=() if given == TRUE else (given,))


def _difference(
    model: Model, left: Expression, right: Expression, sheet: Sheet, count: Count
) -> tuple[list[Term], int]:
    terms, constant = _sum(model, left, sheet, count)
    others, other = _sum(model, right, sheet, count)
    return terms + [(-factor, variable) for factor, variable in others], constant - other


def _sum(model: Model, expression: Expression, sheet: Sheet, count: Count) -> tuple[list[Term], int]:
    """Return the expression as terms and a constant."""
    match expression:
        case Number(value):
            return [], value
        case Call("count", (Name(mark), *names)):
            return list(count(mark, _fields(names, sheet))), 0
        case Call("filled", names):
            return list(count("ink", _slots(names, sheet))), 0
        case Call("open", names):
            crossed = [(-factor, variable) for factor, variable in count("crossed", _fields(names, sheet))]
            return [*count("circled", _fields(names, sheet)), *crossed], 0
        case Call("worth", (Name(mark), *names)):
            fields = _fields(names, sheet)
            return [(value_of(sheet, f) * factor, x) for f in fields for factor, x in count(mark, (f,))], 0
        case Call("streak", (Name(mark), *names)):
            fields = _fields(names, sheet)
            marked = [_has_mark(model, mark, field, count) for field in fields]
            return [(1, _run_of(model, marked, size)) for size in range(1, len(fields) + 1)], 0
        case Call("complete", (Name(zone), Number(size))):
            return [(1, literal) for literal in _full_segments(model, sheet, zone, [size], count)], 0
        case Call("complete", (Name(zone),)):
            sizes = range(1, len(sheet.zone[zone].slots) + 1)
            return [(1, literal) for literal in _full_segments(model, sheet, zone, sizes, count)], 0
        case Call("if", (condition, Number(then), Number(otherwise))):
            return [(then - otherwise, _truth(model, condition, sheet, count))], otherwise
        case Call("full") | Operation("and" | "or" | "not" | "<" | "<=" | "=" | ">=" | ">"):
            return [(1, _truth(model, expression, sheet, count))], 0
        case Operation("+", (left, right)):
            return _difference(model, left, Operation("-", (right,)), sheet, count)
        case Operation("-", (left, right)):
            return _difference(model, left, right, sheet, count)
        case Operation("-", (operand,)):
            return _difference(model, Number(0), operand, sheet, count)
        case Call("having", (Name(mark), Number(size), *names)):
            counts = [list(count(mark, _fields([name], sheet))) for name in names]
            return [(1, _is_sum(model, terms, size)) for terms in counts], 0
    raise CannotState(f"a number that cannot be stated: {expression!r}")


def _truth(model: Model, condition: Expression, sheet: Sheet, count: Count) -> Lit:
    """Return whether a condition holds."""
    match condition:
        case Operation("not", (operand,)):
            return -_truth(model, operand, sheet, count)
        case Operation("and", operands):
            return model.all_of(_truth(model, operand, sheet, count) for operand in operands)
        case Operation("or", operands):
            return model.any_of(_truth(model, operand, sheet, count) for operand in operands)
        case Call("full", names):
            return model.all_of(_has_mark(model, "ink", slot, count) for slot in _slots(names, sheet))
        case Operation("=", (left, right) as operands) if _asks_for_all(operands, sheet):
            terms, constant = _difference(model, left, right, sheet, count)
            most = model.upper_bound(terms) + constant
            if most < 0:
                return FALSE
            if most == 0 and all(factor == 1 for factor, _ in terms):
                return model.all_of(literal for _, literal in terms)
    holds = model.literal()
    require(model, condition, sheet, count, holds)
    require(model, condition, sheet, count, -holds, holds=False)
    return holds


def _has_mark(model: Model, mark: str, field: str, count: Count) -> Lit:
    """Return whether one field has the mark, which may have been made in one of several turns."""
    return model.any_of(literal for _, literal in count(mark, (field,)))


def _run_of(model: Model, marked: Sequence[Lit], size: int) -> Lit:
    """Return whether a number of neighbours hold together somewhere."""
    starts = range(len(marked) - size + 1)
    return model.any_of(model.all_of(marked[index : index + size]) for index in starts)


def _full_segments(
    model: Model, sheet: Sheet, zone: str, sizes: Iterable[int], count: Count
) -> Iterator[Lit]:
    """Yield for every place in a zone whether a full segment of exactly that size begins there, size by size."""

    @cache
    def is_filled(slot: str) -> Lit:
        return _has_mark(model, "ink", slot, count)

    slots = sheet.zone[zone].slots
    drawn = {before: _has_mark(model, "drawn", link, count) for link, before in links_of(sheet, zone).items()}
    drawn |= {0: TRUE, len(slots): TRUE}
    for size in sizes:
        for first in range(len(slots) - size + 1):
            ends = [drawn.get(first, FALSE), drawn.get(first + size, FALSE)]
            inside = [-drawn.get(index, FALSE) for index in range(first + 1, first + size)]
            literal = model.all_of([*ends, *inside, *map(is_filled, slots[first : first + size])])
            if literal != FALSE:
                yield literal


def _slots(names: Sequence[Expression], sheet: Sheet) -> tuple[str, ...]:
    """Return the slots with these names.

    Slots that can be struck raise CannotState: a struck slot has ink, but is not filled.
    """
    slots = tuple(slot for name in names if isinstance(name, Name) for slot in slots_named(sheet, name.name))
    if any(STRUCK in sheet.field[slot].accepts for slot in slots):
        raise CannotState("slots that can be struck")
    return slots


def _fields(names: Sequence[Expression], sheet: Sheet) -> tuple[str, ...]:
    return tuple(
        field for name in names if isinstance(name, Name) for field in fields_named(sheet, name.name)
    )


def _is_sum(model: Model, terms: list[Term], number: int) -> Lit:
    """Return whether a sum is exactly a number."""
    below, above = model.literal(), model.literal()
    model.linear(terms, None, number - 1, given=(below,))
    model.linear(terms, number + 1, None, given=(above,))
    model.linear(terms, number, number, given=(-below, -above))
    return -model.any_of((below, above))
