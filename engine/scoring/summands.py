"""The summands of a sheet's total, so that people can follow the sum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fairsheet.engine.scoring.score import line_of_total
from fairsheet.sheets.formulas.formula import compile_formula, fields_in, needs_table
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet

NAMED = 3  # fields at most in the name of a summand


class Summand(NamedTuple):
    """A summand of the total; `sign` is -1 if it is subtracted.

    `name` is that of its box or ladder; for other formulas, it names their fields.
    """

    name: str
    sign: int
    formula: Expression


def summands_of_total(sheet: Sheet) -> tuple[Summand, ...]:
    """Return the summands in the order of the formula. Raises FairsheetError if the sheet has no total."""
    return tuple(
        Summand(_name(formula, sheet), sign, formula)
        for sign, formula in _summands(line_of_total(sheet).formula, sheet)
    )


def unboxed_summands(sheet: Sheet) -> tuple[Summand, ...]:
    """Return the summands that no box of the score shows: ladders, boxes with other names, sums of several things.

    None if players share a sheet, because the total belongs to the whole table.
    """
    if needs_table(line_of_total(sheet).formula):
        return ()
    shown = {box.id for box in sheet.score_boxes()}
    return tuple(
        each
        for each in summands_of_total(sheet)
        if not (isinstance(each.formula, Name) and each.name in shown)
    )


def values_of(sheet: Sheet, summands: tuple[Summand, ...], marks: Marks) -> dict[str, int]:
    """Return the value of summands by name, with equal names added up."""
    values: dict[str, int] = {}
    for each in summands:
        worth = each.sign * int(compile_formula(each.formula, sheet)(marks))
        values[each.name] = values.get(each.name, 0) + worth
    return values


def _name(formula: Expression, sheet: Sheet) -> str:
    match formula:
        case Name(name=name):
            return name
        case Call(function=function, arguments=(Name(name=ladder),)) if (
            "ladder" in FUNCTIONS[function].arguments
        ):
            return ladder
        case Operation(operator="*", operands=(Number(value=times), Name(name=name))):
            return f"{name}, {times} times"
        case _:
            parts = {field.id for field in sheet.score_boxes()}
            seen = (id_ if id_ in parts else id_.partition(".")[0] for id_ in fields_in(formula, sheet))
            names = list(dict.fromkeys(seen))
            more = ["…"] if len(names) > NAMED else []
            return ", ".join([*names[:NAMED], *more]) or "always"


def _are_boxes(names: tuple[Expression, ...], sheet: Sheet) -> bool:
    """Return whether all names are boxes of the score."""
    boxes = {box.id for box in sheet.score_boxes()}
    return all(isinstance(name, Name) and name.name in boxes for name in names)


def _summands(expression: Expression, sheet: Sheet, sign: int = 1) -> Iterator[tuple[int, Expression]]:
    """Yield the summands of an expression, each with its sign."""
    match expression:
        case Operation(operator="+" | "-" as operator, operands=(*first, last)):
            for operand in first:
                yield from _summands(operand, sheet, sign)
            yield from _summands(last, sheet, sign if operator == "+" else -sign)
        case Call(function=function, arguments=parts) if FUNCTIONS[function].adds and (
            needs_table(expression) or _are_boxes(parts, sheet)
        ):
            for part in parts:
                yield from _summands(part, sheet, sign)
        case _:
            yield sign, expression
