"""Boxes whose number needs the other sheets of a table: the likely numbers, from one sheet alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from fairsheet.sheets.formulas.formula import compile_formula, needs_table
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.formulas.table_formulas import table_function
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Expression, Sheet

# The next sheet adds about as much as this one by the same formula. In 360 sheets of games played by bots (two
# policies, 2 to 4 players), the difference has a Student's t distribution with 4 degrees of freedom and a scale of
# 10.5. People at one table differ more.
FREEDOM, SCALE = 4.0, 15.0
NO_SUCH_PLACE = 1e-3  # prior of points that no place has: people do miscount places

Likely = Callable[[int], float]  # the likelihood of a number, relative to the likeliest one


def likely_numbers(sheet: Sheet, players: int) -> Callable[[Marks], dict[str, Likely]]:
    """Return a function from one sheet's ink to the likelihoods of numbers in boxes that need the whole table."""
    boxes = {
        line.box: _likely(line.formula, sheet, players) for line in sheet.scores if needs_table(line.formula)
    }

    def known(marks: Marks) -> dict[str, Likely]:
        likelihoods = {}
        for box, likely in boxes.items():
            with suppress(NoEntry):
                likelihoods[box] = likely(marks)
        return likelihoods

    return known


def _likely(expression: Expression, sheet: Sheet, players: int) -> Callable[[Marks], Likely]:
    function, call = table_function(expression)
    rivals = len(columns_of(sheet)) or max(players, 2)  # a player alone has a rival, too
    formulas = [compile_formula(argument, sheet) for argument in call.arguments]

    def likely(marks: Marks) -> Likely:
        expected = function.likely([int(formula(marks)) for formula in formulas], rivals)
        if isinstance(expected, int):
            return lambda value: (1 + ((value - expected) / SCALE) ** 2 / FREEDOM) ** (-(FREEDOM + 1) / 2)
        return lambda value: 1.0 if value in expected else NO_SUCH_PLACE

    return likely
