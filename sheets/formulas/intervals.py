"""The least and greatest value that a formula can have, whatever ink is on the sheet: interval arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from fairsheet.sheets.formulas.functions.function import Arguments, Bounds, held_by
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.game_facts import GAME_NUMBERS, MOST_OF_GAME
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet
from fairsheet.sheets.support.errors import FairsheetError

GREATEST = 1_000_000_000  # no sheet counts so far


def bounds(expression: Expression, sheet: Sheet) -> Bounds:
    """Least and greatest value; conditions lie between 0 and 1. Boxes have the bounds of their score lines, those
    without one of what they accept.

    Raises FairsheetError for names in functions that stand for no field, and for numbers that may pass `GREATEST`.
    """
    least, greatest = _bounds(expression, sheet)
    if least < -GREATEST or greatest > GREATEST:
        problem = f"a number in this formula may pass {GREATEST:,}"
        raise FairsheetError(problem, where=sheet.name, hint="multiply less, or smaller numbers")
    return least, greatest


def _bounds(expression: Expression, sheet: Sheet) -> Bounds:
    match expression:
        case Number():
            return expression.value, expression.value
        case Name():
            return _number(expression.name, sheet)
        case Operation():
            return _operation(expression, sheet)
        case Call():
            function = FUNCTIONS[expression.function]
            return function.bounds(Arguments(expression, function, sheet, lambda part: bounds(part, sheet)))


def _operation(operation: Operation, sheet: Sheet) -> Bounds:
    parts = [bounds(operand, sheet) for operand in operation.operands]
    match operation.operator, parts:
        case "+", [(a, b), (c, d)]:
            return a + c, b + d
        case "-", [(a, b), (c, d)]:
            return a - d, b - c
        case "-", [(a, b)]:
            return -b, -a
        case "+", [(a, b)]:
            return a, b
        case "*", [(a, b), (c, d)]:
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case "not", [(a, b)]:
            return 1 - b, 1 - a
        case "and", [(a, b), (c, d)]:
            return min(a, c), min(b, d)
        case "or", [(a, b), (c, d)]:
            return max(a, c), max(b, d)
        case "<", [(a, b), (c, d)]:
            return int(b < c), int(a < d)
        case "<=", [(a, b), (c, d)]:
            return int(b <= c), int(a <= d)
        case ">", [(a, b), (c, d)]:
            return int(a > d), int(b > c)
        case ">=", [(a, b), (c, d)]:
            return int(a >= d), int(b >= c)
        case "=", [(a, b), (c, d)]:
            return int(a == b == c == d), int(a <= d and c <= b)
    raise ValueError(f"no operator {operation.operator} of {len(parts)} values")


def _number(name: str, sheet: Sheet) -> Bounds:
    """What the name of a box or slot stands for: what its score line gives, else what is written there. What formulas
    ask about the game itself is small."""
    return (0, MOST_OF_GAME) if name in GAME_NUMBERS else _of_boxes(sheet)(name)


@remembered
def _of_boxes(sheet: Sheet) -> Callable[[str], Bounds]:
    """Each box once: in a chain of boxes, each of which names the one before it twice, there are twice as many ways
    to the first one with every box."""
    formula = {line.box: line.formula for line in sheet.scores}
    return cache(lambda name: bounds(formula[name], sheet) if name in formula else held_by(name, sheet))
