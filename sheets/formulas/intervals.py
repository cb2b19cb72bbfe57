"""The bounds of a formula, whatever ink is on the sheet: interval arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from fairsheet.sheets.formulas.functions.function import Arguments, Bounds, written_bounds_of
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.game_facts import GAME_NUMBERS, MOST_OF_GAME
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

GREATEST = 1_000_000_000  # more than any sheet counts


def bounds(expression: Expression, sheet: Sheet) -> Bounds:
    """Return the least and greatest value of a formula; conditions are between 0 and 1.

    A box has the bounds of its score line, otherwise of the numbers that it accepts. Raises FairsheetError if a name
    in a function means no field, or if a number may exceed `GREATEST`.
    """
    least, greatest = _bounds(expression, sheet)
    if least < -GREATEST or greatest > GREATEST:
        problem = f"a number in this formula may exceed {GREATEST:,}"
        hint = "multiply less, or smaller numbers"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, where=sheet.name, hint=hint)
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
    raise ValueError(f"no operator {operation.operator} for {len(parts)} values")


def _number(name: str, sheet: Sheet) -> Bounds:
    """Return the bounds of a name: of its score line, otherwise of what is written there. Facts of the game are
    small."""
    if name in sheet.draw:
        drawn = [value for value in sheet.draw[name].values if isinstance(value, int)]
        return min(drawn), max(drawn)
    return (0, MOST_OF_GAME) if name in GAME_NUMBERS else _box_bounds(sheet)(name)


@remembered
def _box_bounds(sheet: Sheet) -> Callable[[str], Bounds]:
    """Return a cached function that bounds each box once: chains of boxes would otherwise double the work each time."""
    formula = {line.box: line.formula for line in sheet.scores}
    return cache(
        lambda name: bounds(formula[name], sheet) if name in formula else written_bounds_of(name, sheet)
    )
