"""Formulas that need the whole table: the places of ranked numbers, and what lies on the next sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Call, Expression, Sheet
from fairsheet.sheets.model.sides import next_seat


def numbers_of_table(
    expression: Expression,
    sheet: Sheet,
    table: Mapping[int, Mapping[str, Mark]],
    players: int,
    rivals: Sequence[int] = (),
) -> dict[int, int]:
    """By seat, the numbers of a formula that needs the whole table, over its sheets.

    A sheet that is not available takes no place, and adds nothing to that of the seat before it. `rivals` are those of
    `ranked_points`.
    """
    assert isinstance(expression, Call)
    if expression.function != "with-next":
        return ranked_points(expression, sheet, table, rivals)
    own, other = (compile_formula(argument, sheet) for argument in expression.arguments)
    numbers = {seat: own(marks) for seat, marks in table.items()}
    for seat in table:
        after = table.get(next_seat(seat, len(sheet.seats(players))))
        numbers[seat] += 0 if after is None else other(after)
    return numbers


def ranked_points(
    expression: Expression,
    sheet: Sheet,
    table: Mapping[int, Mapping[str, Mark]],
    rivals: Sequence[int] = (),
) -> dict[int, int]:
    """By seat, the points of a formula `ranked(number, first, second, …)` over the sheets of a table.

    The greatest number takes the first points, the next greatest the second ones, each computed over the player's
    own ink; equal numbers share their place. After them comes the next place, with `ranked-skipping` as many further
    on as players share it; with `ranked-dividing` they take all these places, and each a part of their points, rounded
    down. A number below 1 takes none, and none are left after the last ones. `rivals` are numbers that take places,
    too, and belong to nobody's sheet.
    """
    assert isinstance(expression, Call)
    number, *points = (compile_formula(argument, sheet) for argument in expression.arguments)
    numbers = {seat: number(marks) for seat, marks in table.items()}
    among = [*numbers.values(), *rivals]
    return {
        seat: points_of_place(numbers[seat], among, [each(marks) for each in points], expression.function)
        for seat, marks in table.items()
    }


def points_of_place(number: int, among: Sequence[int], points: Sequence[int], function: str) -> int:
    """What a number brings among those of all, by the points of the places; `function` is that of the formula.

    >>> [points_of_place(8, [8, 8, 5], [9, 5, 2], how) for how in ("ranked", "ranked-skipping", "ranked-dividing")]
    [9, 9, 7]
    >>> [points_of_place(5, [8, 8, 5], [9, 5, 2], how) for how in ("ranked", "ranked-skipping", "ranked-dividing")]
    [5, 2, 2]
    """
    if number <= 0:
        return 0
    placed = [other for other in among if other > 0]
    ranked = sorted(set(placed) if function == "ranked" else placed, reverse=True)
    first = ranked.index(number)
    sharing = ranked.count(number) if function == "ranked-dividing" else 1
    return sum(points[first : first + sharing]) // sharing
