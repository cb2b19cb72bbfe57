"""Functions of printed facts: values of fields and groups, ladders, ways of fields, and full segments of zones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Formula,
    Function,
    can_hold,
    crossed,
    one_of,
    sum_of,
    written,
)
from fairsheet.sheets.model.marks import COUNTED_AS, Marks
from fairsheet.sheets.model.named import fields_named, links_of, value_of
from fairsheet.sheets.model.segments import SplitZone
from fairsheet.sheets.model.sheet import Name

# fields, each with a number that is known before any ink
Weights = Callable[[Arguments[object]], list[tuple[str, int]]]


def _weighed(weights: Weights) -> Callable[[Arguments[Formula]], Formula]:
    """Return a maker of formulas that adds up the weights of the fields with the mark."""

    def value(args: Arguments[Formula]) -> Formula:
        wanted, weighed = args.marks_at(0), weights(args)
        return lambda marks: sum(weight for field, weight in weighed if marks.get(field) in wanted)

    return value


def _weight_bounds(weights: Weights) -> Callable[[Arguments[Bounds]], Bounds]:
    """Return a function that computes the bounds of the sum of any of the weights."""

    def bounds(args: Arguments[Bounds]) -> Bounds:
        marked = args.function.arguments[0] == "mark"
        numbers = [
            weight
            for field, weight in weights(args)
            if not marked or can_hold(args.sheet.field[field], args.marks_at(0))
        ]
        return sum(min(0, number) for number in numbers), sum(max(0, number) for number in numbers)

    return bounds


def _values(args: Arguments[object]) -> list[tuple[str, int]]:
    return [(field, value_of(args.sheet, field)) for field in args.fields]


def _numbers_of_fact(args: Arguments[object]) -> list[tuple[str, int]]:
    facts = [(id_, args.sheet.field[id_].attrs.get(args.name(1))) for id_ in args.fields]
    return [(id_, number) for id_, number in facts if isinstance(number, int)]


def _places(args: Arguments[object]) -> list[tuple[str, int]]:
    return [(field, place) for fields in args.field_lists for place, field in enumerate(fields)]


def _steps_reached(args: Arguments[object]) -> list[tuple[str, int]]:
    """For each field, count the fields with the fact in its argument up to it, itself included."""
    fact, word, field = args.name(1), args.name(2), args.sheet.field
    return [
        each
        for fields in args.field_lists
        for each in zip(fields, accumulate(field[id_].attrs.get(fact) == word for id_ in fields), strict=True)
    ]


def _values_of_groups(args: Arguments[object]) -> list[tuple[str, int]]:
    groups = args.sheet.group
    names = [thing.name for thing in args.field_arguments if isinstance(thing, Name) and thing.name in groups]
    return [(name, int(str(groups[name].attrs.get("value", 0)))) for name in names]


def _untouched(args: Arguments[Formula]) -> Formula:
    sheet = args.sheet
    lines = [
        (value, [(field, sheet.field[field].attrs.get("ignores")) for field in fields_named(sheet, group)])
        for group, value in _values_of_groups(args)
    ]
    return lambda marks: sum(
        value
        for value, fields in lines
        if all(field not in marks or marks[field] == ignored for field, ignored in fields)
    )


def _pick_passed(pick: Callable[[list[int]], int]) -> Callable[[Arguments[Formula]], Formula]:
    """Return a maker of formulas that applies `pick` to a list of values.

    The list has an entry for each field with the first mark, in order: the last value up to it. Fields with the second
    mark have no value.
    """

    def value(args: Arguments[Formula]) -> Formula:
        wanted, aside, sheet = args.marks_at(0), args.marks_at(1), args.sheet
        steps = [(field, value, "value" in sheet.field[field].attrs) for field, value in _values(args)]

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


def _value_bounds(args: Arguments[Bounds]) -> Bounds:
    return one_of([(0, 0), *((value, value) for _, value in _values(args))])


def _lowest(args: Arguments[Formula]) -> Formula:
    ladder = args.sheet.ladder[args.name(0)]
    steps, crossing = tuple(zip(ladder.fields, ladder.values, strict=True)), COUNTED_AS[ladder.mark]
    return lambda marks: next(
        (value for field, value in steps if marks.get(field) not in crossing), ladder.last
    )


def _ladder_bounds(args: Arguments[Bounds]) -> Bounds:
    ladder = args.sheet.ladder[args.name(0)]
    return one_of((value, value) for value in (*ladder.values, ladder.last))


def _complete(args: Arguments[Formula]) -> Formula:
    split, sizes = SplitZone(args.sheet, args.name(0)), args.numbers(1)
    if not sizes:
        return lambda marks: len(split.full_sizes(marks))
    (wanted,) = sizes
    return lambda marks: split.full_sizes(marks).count(wanted(marks))


def _longest(args: Arguments[Formula]) -> Formula:
    split = SplitZone(args.sheet, args.name(0))
    return lambda marks: max(split.full_sizes(marks), default=0)


WORTH = (
    Function(
        "worth(circled, a, b)", ("mark", "valued"), "the facts `value` of the fields with the mark, added up",
        value=_weighed(_values), bounds=_weight_bounds(_values),
        example=Example("The facts `value` of the fields with the mark, added up.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    icon star.{i} row-value text: {i * i} w: 11 h: 9
      facts value: i * i
  box points to: 40
score points is: worth(crossed, every(row-value))
""", crossed("star", 2, 4)),
    ),
    Function(
        "sum-of(crossed, eggs, a, b)", ("mark", "word", "names"),
        "the numbers of a fact (`eggs: 2`) of the fields with the mark, added up; `worth` takes the fact `value`",
        value=_weighed(_numbers_of_fact), bounds=_weight_bounds(_numbers_of_fact),
        example=Example("The eggs and the value of all crossed cakes, by two facts.", """\
row at: 4, 4 gap: 4
  repeat k: 1..4
    icon cake.{k} cup
      facts value: 3 * k eggs: k
box score.eggs to: 10 at: 4, 22; score score.eggs is: sum-of(crossed, eggs, every(cup))
box score.cakes to: 30 at: 40, 22; score score.cakes is: worth(crossed, every(cup))
""", crossed("cake", 2, 3)),
    ),
    Function(
        "passed(circled, crossed, a, b, c)", ("mark", "mark", "names"),
        "the sum, over the fields with the first mark, of the last fact `value` up to each; fields with the second "
        "mark are ignored",
        value=_pick_passed(sum), bounds=lambda args: sum_of([_value_bounds(args)] * len(args.fields)),
        example=Example("The last value on the way to a circle; crossed fields are ignored.", """\
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
        value=_pick_passed(lambda found: found[-1] if found else 0), bounds=_value_bounds,
    ),
    Function(
        "before(circled, a, b)", ("mark", "names"),
        "the sum, over the fields with the mark, of the fields before each in its zone or group: how far pieces have "
        "moved",
        value=_weighed(_places), bounds=_weight_bounds(_places),
        example=Example("How many fields come before the circled ones, group by group.", """\
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
        "the sum, over the fields with the mark, of the fields up to each in its zone or group, itself included, that "
        "have a fact with this word (`gives: coin`)",
        value=_weighed(_steps_reached), bounds=_weight_bounds(_steps_reached),
        example=Example("How many coins are on the way to a circle.", """\
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
        "the facts `value` of groups without ink, added up; a field with the fact `ignores: crossed` may be crossed",
        value=_untouched, bounds=_weight_bounds(_values_of_groups),
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
        repeats=False, value=_lowest, bounds=_ladder_bounds,
    ),
    Function(
        "complete(zone, 6)", ("zone", "number"),
        "how many segments of the zone are full; with a number, only those with exactly this many slots",
        repeats=False, optional=1, value=_complete,
        bounds=lambda args: (0, len(links_of(args.sheet, args.name(0))) + 1),
        example=Example("Full segments of a zone that links split, and the number of slots of the longest.", """\
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
        repeats=False, value=_longest, bounds=lambda args: (0, len(args.sheet.zone[args.name(0)].slots)),
    ),
)  # fmt: skip
