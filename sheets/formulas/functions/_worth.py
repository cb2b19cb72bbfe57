"""Functions of what is printed: the facts of fields and groups, ladders, ways of fields, and full segments of zones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Formula,
    Function,
    crossed,
    written,
)
from fairsheet.sheets.model.marks import BEARING, Marks
from fairsheet.sheets.model.named import fields_named, links_of, value_of
from fairsheet.sheets.model.segments import SplitZone
from fairsheet.sheets.model.sheet import Name


def _worth(asked: Arguments[Formula]) -> Formula:
    wanted, values = asked.bearing(0), [(field, value_of(asked.sheet, field)) for field in asked.fields]
    return lambda marks: sum(value for field, value in values if marks.get(field) in wanted)


def _any_of(values: list[int]) -> Bounds:
    """Of the sum of any of the numbers."""
    return sum(min(0, value) for value in values), sum(max(0, value) for value in values)


def _steps_passed(asked: Arguments[Formula]) -> Callable[[Marks], list[int]]:
    """Of each field that bears the first mark, in order, the last value up to it; fields that bear the second one have
    none."""
    wanted, aside, sheet = asked.bearing(0), asked.bearing(1), asked.sheet
    steps = [(field, value_of(sheet, field), "value" in sheet.field[field].attrs) for field in asked.fields]

    def passed(marks: Marks) -> list[int]:
        found, reached = [], 0
        for field, value, has_value in steps:
            mark = marks.get(field)
            if has_value and mark not in aside:
                reached = value
            if mark in wanted:
                found.append(reached)
        return found

    return passed


def _passed(asked: Arguments[Formula]) -> Formula:
    passed = _steps_passed(asked)
    return lambda marks: sum(passed(marks))


def _furthest(asked: Arguments[Formula]) -> Formula:
    passed = _steps_passed(asked)
    return lambda marks: (passed(marks) or [0])[-1]


def _one_value(asked: Arguments[Bounds]) -> Bounds:
    values = [value_of(asked.sheet, field) for field in asked.fields]
    return min(0, *values), max(0, *values)


def _each_one_value(asked: Arguments[Bounds]) -> Bounds:
    (least, greatest), times = _one_value(asked), len(asked.fields)
    return times * least, times * greatest


def _before(asked: Arguments[Formula]) -> Formula:
    wanted, lists = asked.bearing(0), asked.lists
    return lambda marks: sum(
        place for fields in lists for place, field in enumerate(fields) if marks.get(field) in wanted
    )


def _steps_reached(asked: Arguments[Formula] | Arguments[Bounds]) -> list[list[int]]:
    """By thing, of each of its fields how many up to it, itself included, have the fact."""
    fact, word, field = asked.name(1), asked.name(2), asked.sheet.field
    return [
        list(accumulate(field[each].attrs.get(fact) == word for each in fields)) for fields in asked.lists
    ]


def _reached(asked: Arguments[Formula]) -> Formula:
    wanted = asked.bearing(0)
    steps = [
        list(zip(fields, counts, strict=True))
        for fields, counts in zip(asked.lists, _steps_reached(asked), strict=True)
    ]
    return lambda marks: sum(
        count for fields in steps for field, count in fields if marks.get(field) in wanted
    )


def _values_of_groups(asked: Arguments[Formula] | Arguments[Bounds]) -> list[tuple[str, int]]:
    groups = asked.sheet.group
    names = [thing.name for thing in asked.things if isinstance(thing, Name) and thing.name in groups]
    return [(name, int(str(groups[name].attrs.get("value", 0)))) for name in names]


def _untouched(asked: Arguments[Formula]) -> Formula:
    sheet = asked.sheet
    lines = [
        (value, [(field, sheet.field[field].attrs.get("ignores")) for field in fields_named(sheet, group)])
        for group, value in _values_of_groups(asked)
    ]
    return lambda marks: sum(
        value
        for value, fields in lines
        if all(field not in marks or marks[field] == ignored for field, ignored in fields)
    )


def _lowest(asked: Arguments[Formula]) -> Formula:
    ladder = asked.sheet.ladder[asked.name(0)]
    steps, crossing = tuple(zip(ladder.fields, ladder.values, strict=True)), BEARING[ladder.mark]

    def lowest(marks: Marks) -> int:
        return next((value for field, value in steps if marks.get(field) not in crossing), ladder.last)

    return lowest


def _on_ladder(asked: Arguments[Bounds]) -> Bounds:
    ladder = asked.sheet.ladder[asked.name(0)]
    values = (*ladder.values, ladder.last)
    return min(values), max(values)


def _complete(asked: Arguments[Formula]) -> Formula:
    split, sizes = SplitZone(asked.sheet, asked.name(0)), asked.numbers(1)
    if not sizes:
        return lambda marks: len(split.full_sizes(marks))
    (wanted,) = sizes
    return lambda marks: split.full_sizes(marks).count(wanted(marks))


def _longest(asked: Arguments[Formula]) -> Formula:
    split = SplitZone(asked.sheet, asked.name(0))
    return lambda marks: max(split.full_sizes(marks), default=0)


WORTH = (
    Function(
        "worth(circled, a, b)", ("mark", "valued"), "the facts `value` of the fields that bear the mark, added up",
        value=_worth, bounds=lambda asked: _any_of([value_of(asked.sheet, field) for field in asked.fields]),
        example=Example("worth", "worth", "The facts `value` of the fields that bear the mark, added up.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    icon star.{i} row-value text: {i * i} w: 11 h: 9
      facts value: i * i
  box points to: 40
score points is: worth(crossed, every(row-value))
""", crossed("star", 2, 4)),
    ),
    Function(
        "passed(circled, crossed, a, b, c)", ("mark", "mark", "names"),
        "for each field with the first mark the last fact `value` up to it, fields with the second mark left aside, "
        "added up",
        value=_passed, bounds=_each_one_value,
        example=Example(
            "passed", "passed, furthest",
            "The last value on the way to a circle, crosses left aside.", """\
row at: 4, 4 gap: 4
  repeat k: 1..6
    icon step.{k} seal accepts: circled, crossed
      facts value: k * k
box score.way to: 99 at: 4, 22; box score.end to: 36 at: 40, 22
score score.way is: min(99, passed(circled, crossed, every("step.*")))
score score.end is: furthest(circled, crossed, every("step.*"))
""", {"step.3": "crossed", "step.4": "circled"}),
    ),
    Function(
        "furthest(circled, crossed, a, b, c)", ("mark", "mark", "names"),
        "what `passed` gives for the last field with the first mark",
        value=_furthest, bounds=_one_value,
    ),
    Function(
        "before(circled, a, b)", ("mark", "names"),
        "how many fields of the same zone or group come before each field that bears the mark, added up: how far "
        "pieces have gone",
        value=_before,
        bounds=lambda asked: (0, sum(len(each) * (len(each) - 1) // 2 for each in asked.lists)),
        example=Example(
            "before", "before",
            "How many fields come before those that are circled, group by group.", """\
repeat r: 1..2
  row at: 4, 12 * r - 8 gap: 4
    group way.{r} way fields: every(star)
      repeat k: 0..5
        icon star.{r}-{k} star accepts: circled
box score.far to: 30 at: 80, 4; score score.far is: before(circled, way.1, way.2)
""", {"star.1-3": "circled", "star.2-5": "circled"}),
    ),
    Function(
        "reached(circled, gives, coin, a, b)", ("mark", "word", "word", "names"),
        "for each field that bears the mark, how many fields of its zone or group up to it, itself included, have a "
        "fact with this word (`gives: coin`), added up",
        value=_reached, bounds=lambda asked: (0, sum(map(sum, _steps_reached(asked)))),
        example=Example("reached", "reached", "How many coins lie on the way to a circle.", """\
row at: 4, 4 gap: 4
  group way way fields: every("step.*")
    repeat k: 1..6
      icon step.{k} seal accepts: circled
        facts gives: if(k = 2 or k = 3 or k = 6, coin, nothing)
box score.coins to: 20 at: 4, 22; score score.coins is: reached(circled, gives, coin, way)
""", {"step.4": "circled"}),
    ),
    Function(
        "untouched(a, b)", ("names",),
        "the facts `value` of the groups added up whose fields bear no ink; a field with the fact `ignores: crossed` "
        "may be crossed",
        value=_untouched, bounds=lambda asked: _any_of([value for _, value in _values_of_groups(asked)]),
        example=Example("untouched", "untouched", "What the groups without ink are worth.", """\
repeat r: 1..3
  row at: 4, 12 * r - 8 gap: 4
    group line.{r} line value: r fields: every(star)
      repeat k: 1..5
        icon star.{r}-{k} star
box score.lines to: 6 at: 80, 4; score score.lines is: untouched(line.1, line.2, line.3)
""", {"star.2-3": "crossed"}),
    ),
    Function(
        "lowest(a)", ("ladder",), "the first value of the ladder that is not crossed",
        repeats=False, value=_lowest, bounds=_on_ladder,
    ),
    Function(
        "complete(zone, 6)", ("zone", "number"),
        "how many segments of the zone are full; how many of exactly this many slots, if that is given",
        repeats=False, optional=1, value=_complete,
        bounds=lambda asked: (0, len(links_of(asked.sheet, asked.name(0))) + 1),
        example=Example(
            "complete", "complete, longest",
            "Full segments of a zone that links split, and the slots of the longest.", """\
zone bed split_by: every(link)
  row at: 4, 4 gap: 5
    repeat i: 1..4
      slot bed.{i} correction-box: 0
link wall between: bed.1, bed.2 across: 6; box points to: 40 at: 68, 4
score points is: 5 * complete(bed) + longest(bed)
""", {**written("bed", 3, 1, 4, 6), "wall": "drawn"}),
    ),
    Function(
        "longest(zone)", ("zone",), "the number of slots of the longest full segment of the zone",
        repeats=False, value=_longest, bounds=lambda asked: (0, len(asked.sheet.zone[asked.name(0)].slots)),
    ),
)  # fmt: skip
