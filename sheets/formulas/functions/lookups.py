"""Functions that look something up: in a list of numbers, in a table of the template, at the same place of a list."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Formula,
    Function,
    as_many,
    crossed,
    held_by,
    one_of,
    sum_of,
    written,
    written_in,
)
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.support.errors import FairsheetError


class NoEntry(FairsheetError):
    """A lookup was asked for a number that it has no entry for: of this ink the formula cannot be computed.

    `about` is the box or the check that it is in; empty where the formula does not know its name.
    """

    def __init__(
        self, sheet: str, about: str, number: int, known: Sequence[int], seat: int | None = None
    ) -> None:
        self.sheet, self.number, self.known = sheet, number, known
        on = "" if seat is None else f" (seat {seat})"
        super().__init__(
            f"the lookup has no entry for {number}{on}",
            where=f"{sheet}: {about}" if about else sheet,
            hint=f"it has {', '.join(map(str, known))}: add one to the template",
            about=about,
        )

    def of(self, about: str, seat: int | None = None) -> NoEntry:
        """The same, said of a box or check, and of the sheet of a seat."""
        return NoEntry(self.sheet, about, self.number, self.known, seat)


def _points(asked: Arguments[Formula]) -> Formula:
    reached, *steps = asked.numbers()
    return lambda marks: steps[max(0, min(reached(marks), len(steps) - 1))](marks)


def _of_points(asked: Arguments[Bounds]) -> Bounds:
    """Of the points that the number can reach."""
    (least, greatest), *steps = asked.numbers()
    last = len(steps) - 1
    return one_of(steps[max(0, min(least, last)) : max(0, min(greatest, last)) + 1])


def _of_entries(asked: Arguments[Bounds]) -> Bounds:
    """Of the points behind the numbers that can be looked up; of all if there are none."""
    (least, greatest), *entries = asked.numbers()
    pairs = list(zip(entries[::2], entries[1::2], strict=True))
    return one_of(
        [worth for (low, high), worth in pairs if low <= greatest and least <= high] or entries[1::2]
    )


def _of_thresholds(asked: Arguments[Bounds]) -> Bounds:
    """Of the points behind the thresholds that can be the last that is reached, and 0 where none may be."""
    (least, greatest), *entries = asked.numbers()
    found = [(0, 0)] if entries[0][1] > least else []
    for (low, _), worth, above in zip(entries[::2], entries[1::2], [*entries[2::2], None], strict=True):
        if low <= greatest and (above is None or above[1] > least):
            found.append(worth)
    return one_of(found)


def _lookup(asked: Arguments[Formula]) -> Formula:
    number, entries, sheet, about = asked.number(0), asked.numbers(1), asked.sheet.name, asked.about

    def points(marks: Marks) -> int:
        reached = number(marks)
        keys = [at(marks) for at in entries[::2]]
        if reached not in keys:
            raise NoEntry(sheet, about, reached, keys)
        return entries[2 * keys.index(reached) + 1](marks)

    return points


def _thresholds(asked: Arguments[Formula]) -> Formula:
    number, entries = asked.number(0), asked.numbers(1)

    def points(marks: Marks) -> int:
        reached = number(marks)
        below = [worth for at, worth in zip(entries[::2], entries[1::2], strict=True) if at(marks) <= reached]
        return below[-1](marks) if below else 0

    return points


def _keys(asked: Arguments[Formula]) -> frozenset[int]:
    return frozenset(asked.sheet.table[asked.name(0)].keys)


def _listed(asked: Arguments[Formula]) -> Formula:
    keys, fields = _keys(asked), asked.fields
    return lambda marks: sum(number in keys for number in written_in(fields, marks))


def _entry(asked: Arguments[Formula]) -> Formula:
    values = asked.sheet.table[asked.name(0)].entries
    key, missing = asked.numbers(1)
    return lambda marks: values[at] if (at := key(marks)) in values else missing(marks)


def _in_table(asked: Arguments[Bounds]) -> Bounds:
    entries, (least, greatest) = asked.sheet.table[asked.name(0)].entries, asked.number(1)
    found = [(value, value) for key, value in entries.items() if least <= key <= greatest]
    return one_of(found if len(found) > greatest - least else [asked.number(2), *found])


def _beside(asked: Arguments[Formula], agrees: Callable[[int, int], bool]) -> Formula:
    key, pairs = asked.number(0), tuple(zip(*asked.lists, strict=False))
    return lambda marks: sum(
        number
        for at, value in pairs
        if isinstance(bears := marks.get(at), int)
        and agrees(bears, key(marks))
        and isinstance(number := marks.get(value), int)
    )


def _second_list(asked: Arguments[Bounds]) -> Bounds:
    return sum_of(held_by(field, asked.sheet) for field in asked.lists[-1])


def _blank_beside(asked: Arguments[Formula]) -> Formula:
    keys, places = _keys(asked), list(zip(*asked.lists, strict=False))
    return lambda marks: sum(
        marks.get(at) in keys and not any(field in marks for field in beside) for at, *beside in places
    )


LOOKUPS = (
    Function(
        "points(number, 0, 2, 4, 7)", ("number", "number"),
        "the points for a number: the first for 0, the next one for 1 and so on, the last also for more",
        value=_points, bounds=_of_points,
        example=Example("Points for 0, 1, 2 and so on; the last also for more.", """\
row at: 4, 4 gap: 3
  repeat i: 1..5
    icon star.{i} star size: 9
  box score.stars to: 20
score score.stars is: points(count(crossed, every(star)), 0, 1, 3, 6, 10)
""", crossed("star", 1, 2, 3)),
    ),
    Function(
        "lookup(number, 3, 5, 4, 9)", ("number", "number"),
        "the points that stand behind just this number: 5 for 3, 9 for 4; a number that is not in the list is an error",
        pairs="exact", value=_lookup, bounds=_of_entries,
        example=Example("The points behind just this number.", """\
row at: 4, 4 gap: 6
  box dice to: 3
  box score.dice to: 50
score score.dice is: lookup(dice, 0, 0, 1, 5, 2, 15, 3, 50)
""", {"dice": 2}),
    ),
    Function(
        "thresholds(number, 63, 35, 70, 50)", ("number", "number"),
        "the points behind the last of the ascending numbers that is reached: none below 63, 35 up to 69, then 50",
        pairs="ascending", value=_thresholds, bounds=_of_thresholds,
        example=Example("The points behind the last number that is reached, none before the first.", """\
row at: 4, 4 gap: 6
  box sum to: 105
  box score.bonus to: 50
score score.bonus is: thresholds(sum, 63, 35, 90, 50)
""", {"sum": 71}),
    ),
    Function(
        "listed(animals, a, b)", ("table", "entries"), "how many of the fields have a number of the `table`",
        value=_listed, bounds=as_many,
    ),
    Function(
        "entry(animals, number, 0)", ("table", "number", "number"),
        "the value of the `table` behind the first number; the second one where the table does not have it",
        repeats=False, value=_entry, bounds=_in_table,
        example=Example("Numbers of cards or tiles that are not on the sheet.", """\
table tiles keys: 12, 24, 30 values: 1, 2, 5
row at: 4, 4 gap: 4
  box tile.1 to: 99; box tile.2 to: 99; box score.tiles to: 20; box known to: 9
score score.tiles is: entry(tiles, tile.1, 0) + entry(tiles, tile.2, 0)
score known is: listed(tiles, every("tile.*"))
""", written("tile", 30, 7), title="table, entry, listed"),
    ),
    Function(
        "matching(24, animals, weights)", ("number", "names", "names"),
        "the numbers of the second zone or group where the first one bears this number at the same place, added up",
        repeats=False, value=lambda asked: _beside(asked, operator.eq), bounds=_second_list,
        example=Example("Numbers of the second list where the first one bears this number.", """\
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
        "the numbers of the second zone or group where the first one bears no greater number at the same place, added "
        "up",
        repeats=False, value=lambda asked: _beside(asked, operator.le), bounds=_second_list,
        example=Example("Numbers of the second list where the first one bears this number or a smaller one.", """\
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
        "at how many places the first zone or group bears a number of the `table` and all others are blank",
        value=_blank_beside, bounds=lambda asked: (0, len(asked.lists[0])),
        example=Example("How many numbers of a table have nothing beside them.", """\
table counting keys: 12, 24
repeat i: 1..3
  row at: 4, 4 + 14 * (i - 1) gap: 4
    box card.{i} to: 99; box sheep.{i} to: 9
group cards row fields: every("card.*"); group sheep row fields: every("sheep.*")
check blank level: warn needs: blank-beside(counting, cards, sheep) = 0 text: "A card has no sheep."
""", {"card.1": 24, "sheep.1": 3, "card.2": 12, "card.3": 7}),
    ),
)  # fmt: skip
