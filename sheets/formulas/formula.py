"""Expressions of score lines and missions, compiled to functions of the ink on one sheet.

The functions are entries of `functions`. The name of a box means its number: computed if the sheet has a score line
for it, otherwise as written. A blank is 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from fairsheet.sheets.formulas.functions.function import Arguments, Formula
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.game_facts import GAME_NUMBERS
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.named import fields_named, fields_of, slots_named
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

COMPARISONS = ("<", "<=", "=", ">=", ">")  # the operators that compare two numbers

_BINARY: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def compile_formula(expression: Expression, sheet: Sheet) -> Formula:
    """Return the expression as a function of a sheet's marks; conditions return True or False.

    Raises FairsheetError if a name or a function does not exist on this sheet.
    """
    return _compiled(sheet)(expression)


@remembered
def _compiled(sheet: Sheet) -> Callable[[Expression], Formula]:
    """Return a cached compiler: checks need the same expressions with every reading of a sheet."""
    return cache(lambda expression: _compile(expression, sheet, _Boxes((), {})))


def arguments_of(call: Call, sheet: Sheet) -> Arguments[Formula]:
    """Return the arguments of a call, the numbers among them as functions of a sheet's marks."""
    return Arguments(call, FUNCTIONS[call.function], sheet, lambda part: compile_formula(part, sheet))


def needs_table(expression: Expression) -> bool:
    """Return whether a formula needs the whole table. In other formulas, a box with such a formula has its written
    number."""
    return isinstance(expression, Call) and FUNCTIONS[expression.function].over_table is not None


def calls_in(expression: Expression) -> Iterator[Call]:
    """Yield every call of a function in a formula, outer calls first."""
    if isinstance(expression, Call):
        yield expression
        for argument in expression.arguments:
            yield from calls_in(argument)
    elif isinstance(expression, Operation):
        for operand in expression.operands:
            yield from calls_in(operand)


def fields_in(expression: Expression, sheet: Sheet) -> tuple[str, ...]:
    """Return every field that an expression names, each once, in order of appearance."""
    return _fields_by_expression(sheet)(expression)


@remembered
def _fields_by_expression(sheet: Sheet) -> Callable[[Expression], tuple[str, ...]]:
    return cache(lambda expression: tuple(dict.fromkeys(_fields_in(expression, sheet))))


def _fields_in(expression: Expression, sheet: Sheet) -> Iterator[str]:
    match expression:
        case Name(name=name):
            yield from fields_named(sheet, name)
        case Operation(operands=parts):
            for part in parts:
                yield from _fields_in(part, sheet)
        case Call(function=function, arguments=parts):
            for part, kind in zip(parts, FUNCTIONS[function].kinds(expression), strict=True):
                if kind == "slots" and isinstance(part, Name):
                    yield from slots_named(sheet, part.name)
                elif kind not in ("mark", "table", "option", "word"):
                    yield from _fields_in(part, sheet)
            if "sums" in FUNCTIONS[function].arguments:
                boxes = fields_of(parts, sheet)
                for line in sheet.scores:
                    if line.box in boxes:
                        yield from fields_in(line.formula, sheet)


class _Boxes(NamedTuple):
    """The boxes whose score lines are being compiled, innermost last, and the formulas that are done.

    `within` detects a box that needs itself. `done` avoids exponential work: in a chain of boxes, each of which names
    the one before it twice, the work would double with every box.
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
        problem = f"the score line of {name} needs itself"
        hint = "correct the formula"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, where=sheet.name, hint=hint)
    for line in sheet.scores:
        if line.box == name and not needs_table(line.formula):
            if name not in boxes.done:
                inner = _Boxes((*boxes.within, name), boxes.done)
                boxes.done[name] = _compile(line.formula, sheet, inner)
            return boxes.done[name]
    if name not in sheet.field and name not in GAME_NUMBERS and name not in sheet.draw:
        if fields := fields_named(sheet, name):  # a box on every sheet of the table
            return lambda marks: sum(_number(marks.get(field)) for field in fields)
        hint = "put other names into a function"
        raise FairsheetError(f"{name} is not a box", code=ErrorCode.BAD_TEMPLATE, where=sheet.name, hint=hint)
    return lambda marks: _number(marks.get(name))


def _call(call: Call, sheet: Sheet, boxes: _Boxes) -> Formula:
    function = FUNCTIONS.get(call.function)
    if function is None or function.value is None or not function.takes(call, sheet):
        problem = f"{call.function} cannot be computed with these arguments"
        hint = f"the functions are {', '.join(FUNCTIONS)}"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, where=sheet.name, hint=hint)
    about = boxes.within[-1] if boxes.within else ""  # the box, if this is a score line
    return function.value(Arguments(call, function, sheet, lambda part: _compile(part, sheet, boxes), about))


def _operation(operator: str, operands: list[Formula], sheet: Sheet) -> Formula:
    match operator, operands:
        case "not", [value]:
            return lambda marks: not value(marks)
        case "-", [value]:
            return lambda marks: -value(marks)
        case "+", [value]:
            return value
        case "and", [left, right]:  # missions are looked at in every turn, and few are met
            return lambda marks: bool(left(marks) and right(marks))
        case "or", [left, right]:
            return lambda marks: bool(left(marks) or right(marks))
        case _, [left, right] if operator in _BINARY:
            apply = _BINARY[operator]
            return lambda marks: apply(left(marks), right(marks))
    problem = f"there is no operator {operator} for {len(operands)} values"
    raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, where=sheet.name)


def _number(mark: Mark | None) -> int:
    """Return a mark as a number: 0 for a blank or any other mark."""
    return mark if isinstance(mark, int) else 0
