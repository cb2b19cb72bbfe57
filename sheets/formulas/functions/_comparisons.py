"""Functions that compare fields with each other, in their order."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import pairwise

from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Bounds,
    Example,
    Explanation,
    Formula,
    Function,
    crossed,
    of_fields,
    of_mark,
    possible_marks,
    written,
    written_in,
)
from fairsheet.sheets.model.marks import Mark, Marks


def _in_order(comes_before: Callable[[int, int], bool]) -> Callable[[Arguments[Formula]], Formula]:
    return of_fields(
        lambda fields, marks: all(comes_before(*pair) for pair in pairwise(written_in(fields, marks)))
    )


def _without_gaps(wanted: tuple[Mark, ...], fields: tuple[str, ...], marks: Marks) -> bool:
    matching = [marks.get(field) in wanted for field in fields]
    return matching == sorted(matching, reverse=True)


def _moved_to_front(args: Arguments[Formula], marks: Marks) -> dict[str, Mark]:
    """Return marks of the kind, the same number of them, moved to the first fields."""
    mark, matching, fields = args.name(0), args.marks_at(0), args.fields
    count = sum(marks.get(field) in matching for field in fields)
    others = {id_: other for id_, other in marks.items() if id_ not in fields or other not in matching}
    return others | {
        field: each if (each := marks.get(field, mark)) in matching else mark for field in fields[:count]
    }


def _distinct_bounds(args: Arguments[Bounds]) -> Bounds:
    """Return the bounds of the number of different marks; texts may all differ."""
    fields = [args.sheet.field[field] for field in args.fields]
    words = sum(field.kind == "text" for field in fields)
    marks: set[Mark] = set().union(*(possible_marks(field) for field in fields))
    for least, greatest in filter(None, (field.bounds for field in fields)):
        marks.update(range(least, min(greatest, least + len(fields)) + 1))
    able = sum(field.kind == "text" or bool(possible_marks(field)) for field in fields)
    return 0, min(able, words + len(marks))


ORDER = (
    Function(
        "ascending(a, b, c)", ("values",), "whether each number written is greater than the one before it",
        is_condition=True, value=_in_order(operator.lt),
        example=Example("Conditions: in a sum, each counts 1 if it holds.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box day.{i} to: 9
  box points to: 9
score points is: 5 * ascending(every("day.*")) + different(every("day.*"))
check not-down level: note needs: not descending(every("day.*")) text: "It went down."
""", written("day", 2, 3, 5, 9), title="ascending, descending, different"),
    ),
    Function(
        "descending(a, b, c)", ("values",), "whether each number written is less than the one before it",
        is_condition=True, value=_in_order(operator.gt),
    ),
    Function(
        "different(a, b, c)", ("values",), "whether no two of the fields have the same mark",
        is_condition=True,
        value=of_fields(lambda fields, marks: len(seen := [marks[f] for f in fields if f in marks]) == len(set(seen))),
        explain=lambda _: Explanation(fields=()), compares=True,
    ),
    Function(
        "distinct(a, b, c)", ("names",), "how many different marks the fields have",
        value=of_fields(lambda fields, marks: len({marks[field] for field in fields if field in marks})),
        bounds=_distinct_bounds,
        example=Example("How many different numbers are written.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box day.{i} to: 9
  box points to: 40
score points is: 10 * distinct(every("day.*"))
""", written("day", 2, 3, 2)),
    ),
    Function(
        "in-order(crossed, a, b, c)", ("mark", "names"), "whether no field with the mark comes after one without it",
        is_condition=True, value=of_mark(_without_gaps), arranged=_moved_to_front,
        example=Example("Whether no field with the mark comes after one without it.", """\
row at: 4, 4 gap: 3
  repeat i: 1..5
    icon step.{i} arrow size: 9
check steps
  needs: in-order(crossed, every("step.*"))
  text: "Steps are crossed from the left."
""", crossed("step", 1, 2, 3)),
    ),
)  # fmt: skip
