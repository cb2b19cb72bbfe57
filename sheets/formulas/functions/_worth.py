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
    can_bear,
    crossed,
    one_of,
    sum_of,
    written,
)
from fairsheet.sheets.model.marks import BEARING, Marks
from fairsheet.sheets.model.named import fields_named, links_of, value_of
from fairsheet.sheets.model.segments import SplitZone
from fairsheet.sheets.model.sheet import Name

# fields, each with a number that is known from print
Weights = Callable[[Arguments[object]], list[tuple[str, int]]]


def _weighed(weights: Weights) -> Callable[[Arguments[Formula]], Formula]:
    """The weights of the fields that bear the mark, added up."""

    def value(asked: Arguments[Formula]) -> Formula:
        wanted, weighed = asked.bearing(0), weights(asked)
        return lambda marks: sum(weight for field, weight in weighed if marks.get(field) in wanted)

    return value


def _some_of(weights: Weights) -> Callable[[Arguments[Bounds]], Bounds]:
    """Of any of the weights, added up."""

    def bounds(asked: Arguments[Bounds]) -> Bounds:
        marked = asked.function.arguments[0] == "mark"
        numbers = [
            weight
            for field, weight in weights(asked)
            if not marked or can_bear(asked.sheet.field[field], asked.bearing(0))
        ]
        return sum(min(0, number) for number in numbers), sum(max(0, number) for number in numbers)

    return bounds


def _values(asked: Arguments[object]) -> list[tuple[str, int]]:
    return [(field, value_of(asked.sheet, field)) for field in asked.fields]


def _places(asked: Arguments[object]) -> list[tuple[str, int]]:
    return [(field, place) for fields in asked.lists for place, field in enumerate(fields)]


def _steps_reached(asked: Arguments[object]) -> list[tuple[str, int]]:
    """Of each field how many of its thing up to it, itself included, have the fact."""
    fact, word, field = asked.name(1), asked.name(2), asked.sheet.field
    return [
        each
        for fields in asked.lists
        for each in zip(fields, accumulate(field[id_].attrs.get(fact) == word for id_ in fields), strict=True)
    ]


def _values_of_groups(asked: Arguments[object]) -> list[tuple[str, int]]:
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


def _passed(pick: Callable[[list[int]], int]) -> Callable[[Arguments[Formula]], Formula]:
    """What `pick` makes of these: of each field that bears the first mark, in order, the last value up to it; fields
    that bear the second mark have none."""

    def value(asked: Arguments[Formula]) -> Formula:
        wanted, aside, sheet = asked.bearing(0), asked.bearing(1), asked.sheet
        steps = [(field, value, "value" in sheet.field[field].attrs) for field, value in _values(asked)]

        def passed(marks: Marks) -> int:
            found, reached = [], 0
            for field, value, has_value in steps:
                mark = marks.get(field)
                if has_value and mark not in aside:
                    reached = value
                if mark in wanted:
                    found.append(reached)
            return pick(found)

        return passed

    return value


def _one_value(asked: Arguments[Bounds]) -> Bounds:
    return one_of([(0, 0), *((value, value) for _, value in _values(asked))])


def _lowest(asked: Arguments[Formula]) -> Formula:
    ladder = asked.sheet.ladder[asked.name(0)]
    steps, crossing = tuple(zip(ladder.fields, ladder.values, strict=True)), BEARING[ladder.mark]
    return lambda marks: next(
        (value for field, value in steps if marks.get(field) not in crossing), ladder.last
    )


def _on_ladder(asked: Arguments[Bounds]) -> Bounds:
    ladder = asked.sheet.ladder[asked.name(0)]
    return one_of((value, value) for value in (*ladder.values, ladder.last))


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
        value=_weighed(_values), bounds=_some_of(_values),
        example=Example("The facts `value` of the fields that bear the mark, added up.", """\
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
        value=_passed(sum), bounds=lambda asked: sum_of([_one_value(asked)] * len(asked.fields)),
        example=Example("The last value on the way to a circle, crosses left aside.", """\
row at: 4, 4 gap: 4
  repeat k: 1..6
    icon step.{k} seal accepts: circled, crossed
      facts value: k * k
box score.way to: 99 at: 4, 22; box score.end to: 36 at: 40, 22
score score.way is: min(99, passed(circled, crossed, every("step.*")))
score score.end is: furthest(circled, crossed, every("step.*"))
""", {"step.3": "crossed", "step.4": "circled"}, title="passed, furthest"),
    ),
    Function(
        "furthest(circled, crossed, a, b, c)", ("mark", "mark", "names"),
        "what `passed` gives for the last field with the first mark",
        value=_passed(lambda found: found[-1] if found else 0), bounds=_one_value,
    ),
    Function(
        "before(circled, a, b)", ("mark", "names"),
        "how many fields of the same zone or group come before each field that bears the mark, added up: how far "
        "pieces have gone",
        value=_weighed(_places), bounds=_some_of(_places),
        example=Example("How many fields come before those that are circled, group by group.", """\
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
        value=_weighed(_steps_reached), bounds=_some_of(_steps_reached),
        example=Example("How many coins lie on the way to a circle.", """\
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
        value=_untouched, bounds=_some_of(_values_of_groups),
        example=Example("What the groups without ink are worth.", """\
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
        example=Example("Full segments of a zone that links split, and the slots of the longest.", """\
zone bed split_by: every(link)
  row at: 4, 4 gap: 5
    repeat i: 1..4
      slot bed.{i} correction-box: 0
  link wall between: bed.1, bed.2 across: 6
box points to: 40 at: 68, 4
score points is: 5 * complete(bed) + longest(bed)
""", {**written("bed", 3, 1, 4, 6), "wall": "drawn"}, title="complete, longest"),
    ),
    Function(
        "longest(zone)", ("zone",), "the number of slots of the longest full segment of the zone",
        repeats=False, value=_longest, bounds=lambda asked: (0, len(asked.sheet.zone[asked.name(0)].slots)),
    ),
)  # fmt: skip
