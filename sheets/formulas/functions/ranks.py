"""Functions that read all sheets of a table: points for ranked numbers, and numbers of the next sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fairsheet.sheets.formulas.functions.function import Example, Function, OverTable, Table, one_of, sum_of

Ties = Literal["sharing", "skipping", "dividing"]


def points_of_place(number: int, among: Sequence[int], points: Sequence[int], ties: Ties) -> int:
    """Return the points that a number earns by its place among the numbers of all players.

    Equal numbers share their place. With ties `sharing`, the next number takes the next place. With `skipping`, one
    place is skipped for each further player in the tie. With `dividing`, tied players take these places too, and each
    gets an equal part of the points, rounded down. A number below 1 takes no place, and places after the last one earn
    0.

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
        """Return the points of each seat, computed from the player's own ink."""
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
    """Return each seat's number plus that of the next sheet; a sheet that is not available adds 0."""
    own, other = table.numbers
    numbers = {seat: own(marks) for seat, marks in table.marks.items()}
    for seat in numbers:
        next_marks = table.marks.get(table.after(seat))
        numbers[seat] += 0 if next_marks is None else other(next_marks)
    return numbers


RANKS = (
    Function(
        "ranked(number, 20, 10, 5)", ("number", "number"),
        "the points of the player's place by this number; players with equal numbers share a place, none is skipped",
        over_table=_ranked("sharing"), bounds=lambda args: one_of([(0, 0), *args.numbers(1)]),
        example=Example("Points for the place among the players at the table, here three, by a number.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked(hits, 9, 5, 2)
""", {"hits": 40}, ({"hits": 55}, {"hits": 12})),
    ),
    Function(
        "ranked-skipping(number, 20, 10, 5)", ("number", "number"),
        "like `ranked`, but one place is skipped for each further player in a tie",
        over_table=_ranked("skipping"), bounds=lambda args: one_of([(0, 0), *args.numbers(1)]),
        example=Example("The same: with two players first, nobody is second.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked-skipping(hits, 9, 5, 2)
""", {"hits": 40}, ({"hits": 55}, {"hits": 55})),
    ),
    Function(
        "ranked-dividing(number, 20, 10, 5)", ("number", "number"),
        "like `ranked`, but tied players divide the points of the places that they take, rounded down",
        over_table=_ranked("dividing"), bounds=lambda args: one_of([(0, 0), *args.numbers(1)]),
        example=Example("The same: players who tie divide the points of their places.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked-dividing(hits, 9, 4, 2)
""", {"hits": 55}, ({"hits": 55}, {"hits": 12})),
    ),
    Function(
        "with-next(number, other)", ("number", "number"),
        "the first number plus the second one of the next seat's sheet",
        # The own sheet is the best estimate of what the next one adds.
        repeats=False, over_table=OverTable(_with_next, lambda numbers, _: sum(numbers)),
        bounds=lambda args: sum_of(args.numbers()), adds=True,
        example=Example("A number of this sheet plus another one of the next seat's.", """\
row at: 4, 4 gap: 6
  box left to: 9; box right to: 9
  box score.total to: 18
score score.total sign: "=" is: with-next(right, left)
""", {"left": 3, "right": 4}, ({"left": 5, "right": 1},)),
    ),
)  # fmt: skip
