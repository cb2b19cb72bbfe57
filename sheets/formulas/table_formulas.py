"""The values of formulas that need all sheets of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.functions.function import OverTable, Table
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Call, Expression, Sheet
from fairsheet.sheets.model.sides import next_seat


def table_function(expression: Expression) -> tuple[OverTable, Call]:
    """Return the function of a formula that needs the whole table, and its call. Raises ValueError for other
    formulas."""
    if isinstance(expression, Call) and (function := FUNCTIONS[expression.function].over_table) is not None:
        return function, expression
    raise ValueError(f"this formula needs only one sheet: {expression!r}")


def numbers_of_table(
    expression: Expression, sheet: Sheet, table: Mapping[int, Marks], players: int, rivals: Sequence[int] = ()
) -> dict[int, int]:
    """Return the value of a formula over all sheets of a table, by seat.

    A sheet that is not available takes no place, and adds 0 to the seat before it. `rivals` are numbers that take
    places too, but belong to no player's sheet.
    """
    function, call = table_function(expression)
    seats = len(sheet.seats(players))
    formulas = [compile_formula(argument, sheet) for argument in call.arguments]
    return function.numbers(Table(formulas, table, lambda seat: next_seat(seat, seats), tuple(rivals)))
