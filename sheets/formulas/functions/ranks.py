"""Functions that look at all sheets of a table: the places of ranked numbers, and what lies on the next sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fairsheet.sheets.formulas.functions.function import Example, Function, OverTable, Table, one_of, sum_of

Ties = Literal["sharing", "skipping", "dividing"]


def points_of_place(number: int, among: Sequence[int], points: Sequence[int], ties: Ties) -> int:
    """What a number brings among those of all, by the points of the places.

    Equal numbers share their place. After them comes the next place; if they are `skipping`, the one as many further on
    as share it; if they are `dividing`, they take all these places, and each a part of their points, rounded down. A
    number below 1 takes none, and none are left after the last ones.

    >>> [points_of_place(8, [8, 8, 5], [9, 5, 2], ties) for ties in ("sharing", "skipping", "dividing")]
    [9, 9, 7]
    >>> [points_of_place(5, [8, 8, 5], [9, 5, 2], ties) for ties in ("sharing", "skipping", "dividing")]
    [5, 2, 2]
    """
    if number <= 0:
        return 0
    placed = [other for other in among if other > 0]
    ranked = sorted(set(placed) if ties == "sharing" else placed, reverse=True)
    first = ranked.index(number)
    sharing = ranked.count(number) if ties == "dividing" else 1
    return sum(points[first : first + sharing]) // sharing


def _ranked(ties: Ties) -> OverTable:
    def numbers(table: Table) -> dict[int, int]:
        """The points of each seat, computed over the player's own ink."""
        number, *points = table.numbers
        own = {seat: number(marks) for seat, marks in table.marks.items()}
        among = [*own.values(), *table.rivals]
        return {
            seat: points_of_place(own[seat], among, [each(marks) for each in points], ties)
            for seat, marks in table.marks.items()
        }

    def likely(numbers: list[int], players: int) -> frozenset[int]:
        if numbers[0] <= 0:
            return frozenset({0})
        points = [*numbers[1:], *[0] * players]
        return frozenset(
            sum(points[first : first + sharing]) // sharing
            for first in range(players)
            for sharing in range(1, (players if ties == "dividing" else 1) + 1)
        )

    return OverTable(numbers, likely)


def _with_next(table: Table) -> dict[int, int]:
    """A sheet that is not available adds nothing to that of the seat before it."""
    own, other = table.numbers
    numbers = {seat: own(marks) for seat, marks in table.marks.items()}
    for seat in numbers:
        beside = table.marks.get(table.after(seat))
        numbers[seat] += 0 if beside is None else other(beside)
    return numbers


RANKS = (
    Function(
        "ranked(number, 20, 10, 5)", ("number", "number"),
        "the points of the player's place by the number; players of equal numbers share a place, and the next is next",
        over_table=_ranked("sharing"), bounds=lambda asked: one_of([(0, 0), *asked.numbers(1)]),
        example=Example("Points for the place at the table, here of three players, by a number.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked(hits, 9, 5, 2)
""", {"hits": 40}, ({"hits": 55}, {"hits": 12})),
    ),
    Function(
        "ranked-skipping(number, 20, 10, 5)", ("number", "number"),
        "as `ranked`, but as many places are skipped as there are further players of equal numbers",
        over_table=_ranked("skipping"), bounds=lambda asked: one_of([(0, 0), *asked.numbers(1)]),
        example=Example("The same: with two players first, nobody is second.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked-skipping(hits, 9, 5, 2)
""", {"hits": 40}, ({"hits": 55}, {"hits": 55})),
    ),
    Function(
        "ranked-dividing(number, 20, 10, 5)", ("number", "number"),
        "as `ranked`, but players of equal numbers divide the points of the places that they take, rounded down",
        over_table=_ranked("dividing"), bounds=lambda asked: one_of([(0, 0), *asked.numbers(1)]),
        example=Example("The same: players who tie divide the points of their places.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked-dividing(hits, 9, 4, 2)
""", {"hits": 55}, ({"hits": 55}, {"hits": 12})),
    ),
    Function(
        "with-next(number, other)", ("number", "number"),
        "the first number, and added to it the second one of the next seat's sheet",
        # What the next sheet adds is about what the same formula gives of this one.
        repeats=False, over_table=OverTable(_with_next, lambda numbers, _: sum(numbers)),
        bounds=lambda asked: sum_of(asked.numbers()), adds=True,
        example=Example("A number of this sheet, and another one of the next seat's.", """\
row at: 4, 4 gap: 6
  box left to: 9; box right to: 9
  box score.total to: 18
score score.total sign: "=" is: with-next(right, left)
""", {"left": 3, "right": 4}, ({"left": 5, "right": 1},)),
    ),
)  # fmt: skip
