"""The least and greatest value that a formula can have, whatever ink is on the sheet: interval arithmetic."""

from __future__ import annotations

from itertools import accumulate

from fairsheet.sheets.formulas.functions import GAME_NUMBERS, fields_named, links_of, slots_named, value_of
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet

Bounds = tuple[int, int]

MOST_OF_GAME = 15  # players, seats, levels: what a label can hold


def bounds(expression: Expression, sheet: Sheet) -> Bounds:
    """Least and greatest value; conditions lie between 0 and 1. Boxes have the bounds of their score lines, those
    without one of what they accept.
    """
    match expression:
        case Number():
            return expression.value, expression.value
        case Name():
            return _number(expression.name, sheet)
        case Operation():
            return _operation(expression, sheet)
        case Call():
            return _call(expression, sheet)


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
        case _:
            return 0, 1


def _call(call: Call, sheet: Sheet) -> Bounds:
    names = [part.name for part in call.arguments if isinstance(part, Name)]
    fields = [field for name in names for field in fields_named(sheet, name)]
    match call.function:
        case "count" | "open":
            return 0, len(fields)
        case "filled":
            return 0, sum(len(slots_named(sheet, name)) for name in names)
        case "full":
            return 0, 1
        case "lowest":
            ladder = sheet.ladder[names[0]]
            values = (*ladder.values, ladder.last)
            return min(values), max(values)
        case "streak":
            return 0, len(fields)
        case "worth":
            return sum(min(0, value_of(sheet, f)) for f in fields), sum(
                max(0, value_of(sheet, f)) for f in fields
            )
        case "passed" | "furthest":
            reached = [value_of(sheet, field) for field in fields]
            rings = len(fields) if call.function == "passed" else 1
            return rings * min(0, *reached), rings * max(0, *reached)
        case "before":
            counts = [len(fields_named(sheet, name)) for name in names]
            return 0, sum(count * (count - 1) // 2 for count in counts)
        case "reached":
            _, fact, word, *lists = names
            there = [
                [sheet.field[field].attrs.get(fact) == word for field in fields_named(sheet, name)]
                for name in lists
            ]
            return 0, sum(sum(accumulate(each)) for each in there)
        case "without":
            return 0, len(fields)
        case "untouched":
            worth = [
                int(str(sheet.group[name].attrs.get("value", 0))) for name in names if name in sheet.group
            ]
            return sum(min(0, value) for value in worth), sum(max(0, value) for value in worth)
        case "number-chosen":
            chosen = [
                [int(value) for value in sheet.option[name].values if value.isdecimal()] for name in names
            ]
            return 0, sum(max((0, *numbers)) for numbers in chosen)
        case "having":
            return 0, len(names) - 1
        case "same":
            return 0, len(fields) - 1
        case "complete":
            return 0, len(links_of(sheet, names[0])) + 1
        case "longest":
            return 0, len(fields)
        case "inked" | "times" | "below" | "listed":
            return 0, len(fields)
        case "matching" | "up-to":
            boxes = [_box(field, sheet) for field in fields_named(sheet, names[-1])]
            return sum(least for least, _ in boxes), sum(greatest for _, greatest in boxes)
        case "blank-beside":
            return 0, len(fields_named(sheet, names[1]))
        case "last" | "only-first":
            return 0, len(names)
        case "written":
            boxes = [_box(field, sheet) for field in fields]
            return sum(least for least, _ in boxes), sum(greatest for _, greatest in boxes)
        case "correct" | "chosen" | "drawn":
            return 0, 1
        case "entry":
            least, greatest = bounds(call.arguments[2], sheet)
            values = sheet.table[names[0]].values
            return min(least, *values), max(greatest, *values)
        case "ascending" | "descending" | "different" | "in-order":
            return 0, 1
        case "product":
            return _product([_box(field, sheet) for field in fields])
        case "best":
            most = bounds(call.arguments[0], sheet)[1]
            parts = [_box(field, sheet) for field in fields]
            return _sum_of_best([least for least, _ in parts], most, least=True), _sum_of_best(
                [greatest for _, greatest in parts], most, least=False
            )
        case "value":
            parts = [_number(field, sheet) for field in fields]
            return sum(least for least, _ in parts), sum(greatest for _, greatest in parts)
    parts = [bounds(argument, sheet) for argument in call.arguments]
    match call.function:
        case "min":
            return min(least for least, _ in parts), min(greatest for _, greatest in parts)
        case "max":
            return max(least for least, _ in parts), max(greatest for _, greatest in parts)
        case "lookup":
            return min(least for least, _ in parts[2::2]), max(greatest for _, greatest in parts[2::2])
        case "thresholds":
            return min(0, *(part[0] for part in parts[2::2])), max(0, *(part[1] for part in parts[2::2]))
        case "quotient":
            return _quotient(*parts)
        case "points":
            return min(least for least, _ in parts[1:]), max(greatest for _, greatest in parts[1:])
        case "with-next":
            return sum(least for least, _ in parts), sum(greatest for _, greatest in parts)
        case "ranked" | "ranked-skipping" | "ranked-dividing":
            return min(0, *(least for least, _ in parts[1:])), max(
                0, *(greatest for _, greatest in parts[1:])
            )
        case "if":
            return min(parts[1][0], parts[2][0]), max(parts[1][1], parts[2][1])
    raise AssertionError(f"{call.function} has no bounds")


def _product(parts: list[Bounds]) -> Bounds:
    """Of any of the numbers, multiplied; the others are blank and left out."""
    least, greatest = 0, 0
    for low, high in parts:
        ends = (low, high, least * low, least * high, greatest * low, greatest * high)
        least, greatest = min(least, *ends), max(greatest, *ends)
    return least, greatest


def _quotient(number: Bounds, divisor: Bounds) -> Bounds:
    """Of a division rounded down; 0 by what is not above 0."""
    least, greatest = max(1, divisor[0]), divisor[1]
    ends = [0] if divisor[0] < 1 else []
    if greatest >= least:
        ends += [end // by for end in number for by in (least, greatest)]
    return min(ends), max(ends)


def _sum_of_best(numbers: list[int], most: int, *, least: bool) -> int:
    """The least or greatest sum of the so many greatest of some numbers, any of which may be blank."""
    chosen = sorted(numbers, reverse=not least)[: max(0, most)]
    return sum(min(0, number) if least else max(0, number) for number in chosen)


def _number(name: str, sheet: Sheet) -> Bounds:
    """What the name of a box or slot stands for: what its score line gives, else what is written there."""
    formula = next((line.formula for line in sheet.scores if line.box == name), None)
    return _box(name, sheet) if formula is None else bounds(formula, sheet)


def _box(name: str, sheet: Sheet) -> Bounds:
    """What is written in a box or slot: blank is 0. What formulas ask about the game itself is small."""
    if name in GAME_NUMBERS:
        return 0, MOST_OF_GAME
    numbers = [mark for mark in sheet.field[name].accepts if isinstance(mark, int)]
    return min((0, *numbers)), max((0, *numbers))
