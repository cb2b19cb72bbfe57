"""The least and greatest value that a formula can have, whatever ink is on the sheet: interval arithmetic."""

from __future__ import annotations

from fairsheet.sheets.formulas.functions.function import Arguments, Bounds, held_by
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.game_facts import GAME_NUMBERS, MOST_OF_GAME
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet


def bounds(expression: Expression, sheet: Sheet) -> Bounds:
    """Least and greatest value; conditions lie between 0 and 1. Boxes have the bounds of their score lines, those
    without one of what they accept. Raises FairsheetError for names in functions that stand for no field.
    """
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
    if name in GAME_NUMBERS:
        return 0, MOST_OF_GAME
    formula = next((line.formula for line in sheet.scores if line.box == name), None)
    return held_by(name, sheet) if formula is None else bounds(formula, sheet)
