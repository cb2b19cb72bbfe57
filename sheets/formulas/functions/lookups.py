"""Functions that look numbers up: in a list, in a table of the template, or at the same place of another list."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Formula,
    Function,
    bounds_of_count,
    crossed,
    one_of,
    sum_of,
    written,
    written_bounds_of,
    written_in,
)
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


class NoEntry(FairsheetError):
    """A lookup has no entry for a number, so the formula cannot be computed for this ink.

    `about` is the box or check of the formula; empty if the formula does not know its name.
    """

    def __init__(
        self, sheet: str, about: str, number: int, known: Sequence[int], seat: int | None = None
    ) -> None:
        self.sheet, self.number, self.known = sheet, number, known
        on = "" if seat is None else f" (seat {seat})"
        super().__init__(
            f"the lookup has no entry for {number}{on}",
            code=ErrorCode.BAD_TEMPLATE,
            where=f"{sheet}: {about}" if about else sheet,
            hint=f"it has {', '.join(map(str, known))}: add one to the template",
            about=about,
        )

    def of(self, about: str, seat: int | None = None) -> NoEntry:
        """Return the same error for a box or check, and for the sheet of a seat."""
        return NoEntry(self.sheet, about, self.number, self.known, seat)


def _points(args: Arguments[Formula]) -> Formula:
    reached, *steps = args.numbers()
    return lambda marks: steps[max(0, min(reached(marks), len(steps) - 1))](marks)


def _points_bounds(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of the points that the number can reach."""
    (least, greatest), *steps = args.numbers()
    last = len(steps) - 1
    return one_of(steps[max(0, min(least, last)) : max(0, min(greatest, last)) + 1])


def _lookup_bounds(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of the points after numbers that can be looked up; of all points if there are none."""
    (least, greatest), *entries = args.numbers()
    pairs = list(zip(entries[::2], entries[1::2], strict=True))
    return one_of(
        [worth for (low, high), worth in pairs if low <= greatest and least <= high] or entries[1::2]
    )


def _thresholds_bounds(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of the points after thresholds that can be the last reached, and 0 if none may be reached."""
    (least, greatest), *entries = args.numbers()
    found = [(0, 0)] if entries[0][1] > least else []
    for (low, _), worth, above in zip(entries[::2], entries[1::2], [*entries[2::2], None], strict=True):
        if low <= greatest and (above is None or above[1] > least):
            found.append(worth)
    return one_of(found)


def _lookup(args: Arguments[Formula]) -> Formula:
    number, entries, sheet, about = args.number(0), args.numbers(1), args.sheet.name, args.about

    def points(marks: Marks) -> int:
        reached = number(marks)
        keys = [at(marks) for at in entries[::2]]
        if reached not in keys:
            raise NoEntry(sheet, about, reached, keys)
        return entries[2 * keys.index(reached) + 1](marks)

    return points


def _thresholds(args: Arguments[Formula]) -> Formula:
    number, entries = args.number(0), args.numbers(1)

    def points(marks: Marks) -> int:
        reached = number(marks)
        below = [worth for at, worth in zip(entries[::2], entries[1::2], strict=True) if at(marks) <= reached]
        return below[-1](marks) if below else 0

    return points


def _keys(args: Arguments[Formula]) -> frozenset[int]:
    return frozenset(args.sheet.table[args.name(0)].keys)


def _listed(args: Arguments[Formula]) -> Formula:
    keys, fields = _keys(args), args.fields
    return lambda marks: sum(number in keys for number in written_in(fields, marks))


def _entry(args: Arguments[Formula]) -> Formula:
    values = args.sheet.table[args.name(0)].entries
    key, missing = args.numbers(1)
    return lambda marks: values[at] if (at := key(marks)) in values else missing(marks)


def _entry_bounds(args: Arguments[Bounds]) -> Bounds:
    entries, (least, greatest) = args.sheet.table[args.name(0)].entries, args.number(1)
    found = [(value, value) for key, value in entries.items() if least <= key <= greatest]
    return one_of(found if len(found) > greatest - least else [args.number(2), *found])


def _sum_matching(args: Arguments[Formula], agrees: Callable[[int, int], bool]) -> Formula:
    key, pairs = args.number(0), tuple(zip(*args.field_lists, strict=False))
    return lambda marks: sum(
        number
        for at, value in pairs
        if isinstance(written_key := marks.get(at), int)
        and agrees(written_key, key(marks))
        and isinstance(number := marks.get(value), int)
    )


def _second_list_bounds(args: Arguments[Bounds]) -> Bounds:
    return sum_of(written_bounds_of(field, args.sheet) for field in args.field_lists[-1])


def _blank_beside(args: Arguments[Formula]) -> Formula:
    keys, places = _keys(args), list(zip(*args.field_lists, strict=False))
    return lambda marks: sum(
        marks.get(at) in keys and not any(field in marks for field in beside) for at, *beside in places
    )


LOOKUPS = (
    Function(
        "points(number, 0, 2, 4, 7)", ("number", "number"),
        "the points for a number: the first for 0, the next one for 1 and so on, the last also for greater numbers",
        value=_points, bounds=_points_bounds,
        example=Example("Points for 0, 1, 2 and so on; the last also for greater numbers.", """\
row at: 4, 4 gap: 3
  repeat i: 1..5
    icon star.{i} star size: 9
  box score.stars to: 20
score score.stars is: points(count(crossed, every(star)), 0, 1, 3, 6, 10)
""", crossed("star", 1, 2, 3)),
    ),
    Function(
        "lookup(number, 3, 5, 4, 9)", ("number", "number"),
        "the points after exactly this number: 5 for 3, 9 for 4; a number that is not in the list is an error",
        pairs="exact", value=_lookup, bounds=_lookup_bounds,
        example=Example("The points after exactly this number.", """\
row at: 4, 4 gap: 6
  box dice to: 3
  box score.dice to: 50
score score.dice is: lookup(dice, 0, 0, 1, 5, 2, 15, 3, 50)
""", {"dice": 2}),
    ),
    Function(
        "thresholds(number, 63, 35, 70, 50)", ("number", "number"),
        "the points after the last of the ascending numbers that is reached: 0 below 63, 35 up to 69, then 50",
        pairs="ascending", value=_thresholds, bounds=_thresholds_bounds,
        example=Example("The points after the last number that is reached; 0 before the first.", """\
row at: 4, 4 gap: 6
  box sum to: 105
  box score.bonus to: 50
score score.bonus is: thresholds(sum, 63, 35, 90, 50)
""", {"sum": 71}),
    ),
    Function(
        "listed(animals, a, b)", ("table", "entries"), "how many of the fields have a number of the `table`",
        value=_listed, bounds=bounds_of_count,
    ),
    Function(
        "entry(animals, number, 0)", ("table", "number", "number"),
        "the value of the `table` for the first number; the second number if the table does not have it",
        repeats=False, value=_entry, bounds=_entry_bounds,
        example=Example("Values of cards or tiles that are not printed on the sheet.", """\
table tiles keys: 12, 24, 30 values: 1, 2, 5
row at: 4, 4 gap: 4
  box tile.1 to: 99; box tile.2 to: 99; box score.tiles to: 20; box known to: 9
score score.tiles is: entry(tiles, tile.1, 0) + entry(tiles, tile.2, 0)
score known is: listed(tiles, every("tile.*"))
""", written("tile", 30, 7), title="table, entry, listed"),
    ),
    Function(
        "matching(24, animals, weights)", ("number", "names", "names"),
        "the sum of the numbers in the second zone or group at places where the first one has this number",
        repeats=False, value=lambda args: _sum_matching(args, operator.eq), bounds=_second_list_bounds,
        example=Example("Numbers of the second list at places where the first one has this number.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box animal.{i} to: 99; box weight.{i} to: 9
group animals row fields: every("animal.*")
group weights row fields: every("weight.*")
box points to: 27 at: 116, 4; score points is: matching(24, animals, weights)
""", {**written("animal", 24, 12, 24), **written("weight", 3, 5, 4)}),
    ),
    Function(
        "up-to(24, animals, weights)", ("number", "names", "names"),
        "the sum of the numbers in the second zone or group at places where the first one has no greater number",
        repeats=False, value=lambda args: _sum_matching(args, operator.le), bounds=_second_list_bounds,
        example=Example("Numbers of the second list at places where the first one has no greater number.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box round.{i} to: 9; box egg.{i} to: 9
group rounds row fields: every("round.*")
group eggs row fields: every("egg.*")
box points to: 27 at: 88, 4; score points is: up-to(5, rounds, eggs)
""", {**written("round", 2, 5, 6), **written("egg", 3, 1, 4)}),
    ),
    Function(
        "blank-beside(animals, numbers, counts, points)", ("table", "names", "names"),
        "at how many places the first zone or group has a number of the `table` and all others are blank",
        value=_blank_beside, bounds=lambda args: (0, len(args.field_lists[0])),
        example=Example("How many numbers of a table have only blanks at the same place of the other list.", """\
table counting keys: 12, 24
repeat i: 1..3
  row at: 4, 4 + 14 * (i - 1) gap: 4
    box card.{i} to: 99; box sheep.{i} to: 9
group cards row fields: every("card.*"); group sheep row fields: every("sheep.*")
check blank level: warn needs: blank-beside(counting, cards, sheep) = 0 text: "A card has no sheep."
""", {"card.1": 24, "sheep.1": 3, "card.2": 12, "card.3": 7}),
    ),
)  # fmt: skip
