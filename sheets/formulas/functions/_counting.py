"""Functions that count fields by their marks."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Explanation,
    Formula,
    Function,
    Unmet,
    bounds_of_accepting,
    bounds_of_count,
    bounds_of_marked,
    bounds_of_numbers,
    crossed,
    of_fields,
    of_mark,
    of_number,
    of_slots,
    written,
    written_in,
)
from fairsheet.sheets.model.marks import STRUCK, Mark, Marks
from fairsheet.sheets.model.sheet import Call, Number


def _count(wanted: tuple[Mark, ...], fields: tuple[str, ...], marks: Marks) -> int:
    return sum(mark in wanted for mark in map(marks.get, fields))


def _too_few_or_many(unmet: Unmet) -> Explanation:
    """Return how many of the wanted marks are there. A single field needs no number: its mark is named anyway."""
    if not isinstance(unmet.wanted, Number):
        return Explanation()
    fields = unmet.arguments.fields
    if unmet.wanted.value == 0 or len(fields) == 1:
        return Explanation(numbers="")
    found = _count(unmet.arguments.marks_at(0), fields, unmet.marks)
    return Explanation(
        Message("{n} is marked", "{n} are marked", n=found) if found else Message("none is marked")
    )


def _all_blank(unmet: Unmet) -> Explanation:
    fields = unmet.arguments.fields
    if any(field in unmet.marks for field in fields):
        return Explanation()
    return Explanation(Message("none is marked") if len(fields) > 1 else "", fields)


def _blanks(unmet: Unmet) -> Explanation:
    return Explanation(fields=tuple(slot for slot in unmet.arguments.slots if slot not in unmet.marks))


def _streak(wanted: tuple[Mark, ...], fields: tuple[str, ...], marks: Marks) -> int:
    runs = groupby(marks.get(field) in wanted for field in fields)
    return max((sum(1 for _ in run) for has_mark, run in runs if has_mark), default=0)


def _without_bounds(args: Arguments[Bounds]) -> Bounds:
    fields = len(args.fields)
    return fields - bounds_of_marked(args)[1], fields


def _having(args: Arguments[Formula]) -> Formula:
    mark, number, lists = args.marks_at(0), args.number(1), args.field_lists
    return lambda marks: sum(_count(mark, fields, marks) == number(marks) for fields in lists)


def _same(args: Arguments[Formula]) -> Formula:
    first, others = args.name(0), args.fields
    return lambda marks: sum(first in marks and marks.get(field) == marks[first] for field in others)


def _too_great(unmet: Unmet) -> Explanation:
    """Return the numbers that are not below a limit, if all written numbers should be."""
    match unmet.wanted:
        case Call(function="inked"):
            least = int(unmet.arguments.number(0)(unmet.marks))
            beyond = [str(each) for each in written_in(unmet.arguments.fields, unmet.marks) if each >= least]
            words = Message("{numbers} written, {most} at most")
            return Explanation(words.filled(numbers=listed(beyond), most=least - 1) if beyond else "")
    return Explanation()


def _only_first(lists: list[tuple[str, ...]], marks: Marks) -> int:
    return sum(first in marks and not any(field in marks for field in rest) for first, *rest in lists)


def _last_inked(lists: list[tuple[str, ...]], marks: Marks) -> int:
    return max((place for place, fields in enumerate(lists, 1) if any(f in marks for f in fields)), default=0)


def _fields_of_last(args: Arguments[Formula], marks: Marks) -> tuple[str, ...]:
    """Return the fields of the last argument with ink; all fields if none has any."""
    lists = args.field_lists
    last = _last_inked(lists, marks)
    return lists[last - 1] if last else args.fields


def _fields_after_last(args: Arguments[Formula], marks: Marks) -> tuple[str, ...]:
    lists = args.field_lists
    return tuple(field for fields in lists[_last_inked(lists, marks) :] for field in fields)


COUNTING = (
    Function(
        "count(crossed, a, b)", ("mark", "names"), "how many of the fields have the mark",
        value=of_mark(_count), bounds=bounds_of_marked, explain=_too_few_or_many,
        more="marks",
        example=Example("How many fields have a mark; one number if a condition holds, otherwise another.", """\
row at: 4, 4 gap: 3
  repeat i: 1..4
    icon star.{i} star size: 9
  box points to: 30
score points is: 5 * count(crossed, every(star)) + if(count(crossed, star.4) = 1, 10, 0)
""", crossed("star", 1, 4), title="count, if"),
    ),
    Function(
        "without(crossed, a, b)", ("mark", "names"), "how many of the fields do not have the mark",
        value=of_mark(lambda aside, fields, marks: sum(marks.get(field) not in aside for field in fields)),
        bounds=_without_bounds,
        example=Example("How many fields are not crossed.", """\
row at: 4, 4 gap: 4
  repeat k: 1..6
    icon step.{k} seal
box score.open to: 6 at: 4, 22; score score.open is: without(crossed, every("step.*"))
""", crossed("step", 3, 4)),
    ),
    Function(
        "open(a, b)", ("names",), "how many of the fields are circled and not crossed",
        value=of_fields(partial(_count, ("circled",))),
        bounds=lambda args: bounds_of_accepting(args, {"circled"}),
        example=Example("How many are circled and not crossed: won and not yet spent.", """\
row at: 4, 4 gap: 5
  repeat i: 1..4
    icon star.{i} star accepts: circled, crossed
  box points to: 9
score points is: open(every(star))
""", {"star.1": "circled", "star.2": "circled+crossed", "star.3": "circled"}),
    ),
    Function(
        "inked(a, b)", ("entries",), "how many of the fields have any mark",
        value=of_fields(lambda fields, marks: sum(map(marks.__contains__, fields))), bounds=bounds_of_count,
        explain=_all_blank, more="ink",
    ),
    Function(
        "filled(a, b)", ("slots",), "how many of the slots have a number or an X",
        value=of_slots(lambda slots, marks: sum(marks.get(slot, STRUCK) != STRUCK for slot in slots)),
        bounds=lambda args: (0, len(args.slots)),
        example=Example("How many slots have a number or an X, and whether all of them do.", """\
zone bed
  row at: 4, 4 gap: 2
    repeat i: 1..4
      slot bed.{i} correction-box: 0
box points to: 30 at: 60, 4
score points is: 3 * filled(bed) + 9 * full(bed)
""", written("bed", 2, 5, "X", 9), title="filled, full"),
    ),
    Function(
        "full(a, b)", ("slots",), "whether every slot has a number or an X",
        is_condition=True, explain=_blanks,
        value=of_slots(lambda slots, marks: all(marks.get(slot, STRUCK) != STRUCK for slot in slots)),
    ),
    Function(
        "streak(circled, a, b)", ("mark", "names"),
        "the length of the longest run of fields with the mark, in the order of the list",
        value=of_mark(_streak), bounds=bounds_of_marked,
        example=Example("The longest run of fields with the mark.", """\
row at: 4, 4 gap: 3
  repeat i: 1..7
    icon star.{i} star size: 9
  box points to: 9
score points is: streak(crossed, every(star))
""", crossed("star", 1, 3, 4, 5, 7)),
    ),
    Function(
        "having(circled, 2, a, b)", ("mark", "number", "names"),
        "how many of the groups (or zones) have exactly this many fields with the mark",
        value=_having, bounds=lambda args: (0, len(args.field_arguments)),
        example=Example("How many of the groups have exactly this many fields with the mark.", """\
grid columns: 3 gap: 4 at: 4, 4
  repeat i: 1..6
    icon star.{i} star size: 9
group top row fields: star.1, star.2, star.3
group low row fields: star.4, star.5, star.6
box points to: 20 at: 52, 8; score points is: 10 * having(crossed, 3, top, low)
""", crossed("star", 1, 2, 3, 5)),
    ),
    Function(
        "same(a, b, c)", ("field", "names"), "how many of the other fields have the same mark as the first one",
        optional=1, value=_same, bounds=bounds_of_count,
        example=Example("How many of the other fields have the same mark as the first one.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    sign moon.{i}
  box points to: 9
score points is: 2 * same(moon.1, moon.2, moon.3, moon.4)
""", written("moon", "circle", "circle", "cross", "circle")),
    ),
    Function(
        "times(24, a, b)", ("number", "entries"), "how many of the fields have exactly this number",
        value=of_number(lambda number, fields, marks: written_in(fields, marks).count(number(marks))),
        bounds=bounds_of_numbers,
        example=Example("How many fields have this number, how many a smaller one; the last field with ink.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box day.{i} to: 9
  box sixes to: 9; box small to: 9; box latest to: 9
score sixes is: times(6, every("day.*"))
score small is: below(5, every("day.*"))
score latest is: last(every("day.*"))
""", written("day", 6, 2, 6), title="times, below, last"),
    ),
    Function(
        "below(24, a, b)", ("number", "entries"), "how many of the fields have a smaller number",
        value=of_number(lambda number, fields, marks: sum(one < number(marks) for one in written_in(fields, marks))),
        bounds=bounds_of_numbers, explain=_too_great,
    ),
    Function(
        "last(a, b, c)", ("names",),
        "which of the fields, zones or groups is the last with ink: 1 for the first, 0 for none",
        value=lambda args: partial(_last_inked, args.field_lists), bounds=lambda args: (0, len(args.field_arguments)),
        asked=_fields_of_last, more="places", lacking=_fields_after_last,
    ),
    Function(
        "only-first(a, b)", ("names",),
        "how many of the zones or groups have ink only in their first field",
        value=lambda args: partial(_only_first, args.field_lists), bounds=lambda args: (0, len(args.field_arguments)),
        example=Example("How many lines have ink only in their first field.", """\
repeat i: 1..3
  row at: 4, 4 + 14 * (i - 1) gap: 4
    box card.{i} to: 99; box points.{i} to: 9
  group line.{i} line fields: card.{i}, points.{i}
check points level: warn needs: only-first(every(line)) = 0 text: "A card has no points."
""", {"card.1": 24, "points.1": 3, "card.2": 12}),
    ),
)  # fmt: skip
