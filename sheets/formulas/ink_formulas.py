"""The functions of formulas that look at ink alone: how many fields bear a mark, in what runs, what is written in them.

What their arguments may name is in `functions`. An icon that is circled and crossed counts for `circled`, for
`crossed` and for both.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from math import prod

from fairsheet.sheets.formulas.functions import MARKS, drawn_name, fields_named, slots_named, value_of
from fairsheet.sheets.formulas.segments import SplitZone
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Call, Expression, Name, Sheet
from fairsheet.sheets.support.errors import FairsheetError

Formula = Callable[[Mapping[str, Mark]], int]

STRUCK = "struck"  # a slot that is lost: it is not empty, but bears neither a number nor an X

BEARING: dict[str, tuple[Mark, ...]] = {
    **{mark: (mark,) for mark in MARKS},
    "circled": ("circled", "circled+crossed"),
    "crossed": ("crossed", "circled+crossed"),
}


def ink_formula(call: Call, sheet: Sheet) -> Formula | None:
    """A call as a function of a sheet's marks, if its arguments are names alone; else None.

    Raises FairsheetError for names that name no fields.
    """
    match call.function, call.arguments:
        case "count", (Name(name=mark), *names) if mark in BEARING:
            return count_of(BEARING[mark], fields_of(names, sheet))
        case "without", (Name(name=mark), *names) if mark in BEARING:
            lacking, others = BEARING[mark], fields_of(names, sheet)
            return lambda marks: sum(marks.get(field) not in lacking for field in others)
        case "open", names:
            return count_of(("circled",), fields_of(names, sheet))
        case "filled", names:
            slots = fields_of(names, sheet, slots_named)
            return lambda marks: sum(marks.get(slot, STRUCK) != STRUCK for slot in slots)
        case "full", names:
            slots = fields_of(names, sheet, slots_named)
            return lambda marks: all(marks.get(slot, STRUCK) != STRUCK for slot in slots)
        case "lowest", (Name(name=ladder),) if ladder in sheet.ladder:
            return _lowest(ladder, sheet)
        case "worth", (Name(name=mark), *names) if mark in BEARING:
            return _worth(BEARING[mark], fields_of(names, sheet), sheet)
        case ("passed" | "furthest") as which, (Name(name=mark), Name(name=aside), *names) if (
            mark in BEARING and aside in BEARING
        ):
            passed = _passed(BEARING[mark], BEARING[aside], fields_of(names, sheet), sheet)
            if which == "passed":
                return lambda marks: sum(passed(marks))
            return lambda marks: (passed(marks) or [0])[-1]
        case "before", (Name(name=mark), *names) if mark in BEARING:
            lists = [fields_of([name], sheet) for name in names]
            wanted_there = BEARING[mark]
            return lambda marks: sum(
                place
                for fields in lists
                for place, field in enumerate(fields)
                if marks.get(field) in wanted_there
            )
        case "reached", (Name(name=mark), Name(name=fact), Name(name=word), *names) if mark in BEARING:
            return _reached(BEARING[mark], fact, word, [fields_of([name], sheet) for name in names], sheet)
        case "untouched", names:
            return _untouched([name.name for name in names if isinstance(name, Name)], sheet)
        case "streak", (Name(name=mark), *names) if mark in BEARING:
            return _streak(BEARING[mark], fields_of(names, sheet))
        case "same", (Name(name=first), *names) if first in sheet.field:
            others = fields_of(names, sheet)
            return lambda marks: sum(first in marks and marks.get(field) == marks[first] for field in others)
        case "complete", (Name(name=zone),) if zone in sheet.zone:
            split = SplitZone(sheet, zone)
            return lambda marks: len(split.full_sizes(marks))
        case "longest", (Name(name=zone),) if zone in sheet.zone:
            split = SplitZone(sheet, zone)
            return lambda marks: max(split.full_sizes(marks), default=0)
        case "inked", names:
            fields = fields_of(names, sheet)
            return lambda marks: sum(field in marks for field in fields)
        case "last", names:
            members = [fields_of([name], sheet) for name in names]
            return lambda marks: max(
                (place for place, fields in enumerate(members, 1) if any(f in marks for f in fields)),
                default=0,
            )
        case "only-first", names:
            lines = [fields_of([name], sheet) for name in names]
            return lambda marks: sum(
                first in marks and not any(f in marks for f in rest) for first, *rest in lines
            )
        case "listed", (Name(name=table), *names) if table in sheet.table:
            keys, fields = frozenset(sheet.table[table].keys), fields_of(names, sheet)
            return lambda marks: sum(number in keys for number in written_in(fields, marks))
        case "blank-beside", (Name(name=table), numbers, *others) if table in sheet.table and others:
            keys = frozenset(sheet.table[table].keys)
            places = list(zip(*(fields_of([names], sheet) for names in (numbers, *others)), strict=False))
            return lambda marks: sum(
                marks.get(at) in keys and not any(field in marks for field in beside)
                for at, *beside in places
            )
        case "written", names:
            return sum_of(fields_of(names, sheet))
        case "chosen", (Name(name=option), Name(name=value)) if option in sheet.option:
            return lambda marks: marks.get(f"option.{option}") == value
        case "drawn", (Name(name=place), Name(name=component)):
            drawn = drawn_name(place, component)
            return lambda marks: drawn in marks
        case "number-chosen", options:
            chosen = [f"option.{option.name}" for option in options if isinstance(option, Name)]
            return lambda marks: sum(
                int(value) for option in chosen if (value := str(marks.get(option))).isdecimal()
            )
        case "product", names:
            fields = fields_of(names, sheet)
            return lambda marks: prod(written) if (written := written_in(fields, marks)) else 0
        case ("ascending" | "descending") as which, names:
            fields = fields_of(names, sheet)
            in_order = operator.lt if which == "ascending" else operator.gt
            return lambda marks: all(in_order(*pair) for pair in pairwise(written_in(fields, marks)))
        case "different", names:
            fields = fields_of(names, sheet)
            return lambda marks: max(Counter(marks[f] for f in fields if f in marks).values(), default=0) <= 1
        case "in-order", (Name(name=mark), *names) if mark in BEARING:
            wanted_marks, fields = BEARING[mark], fields_of(names, sheet)
            return lambda marks: all(
                before or not after
                for before, after in pairwise(marks.get(f) in wanted_marks for f in fields)
            )
    return None


def count_of(wanted: tuple[Mark, ...], fields: tuple[str, ...]) -> Formula:
    """How many of the fields bear one of the marks wanted."""
    return lambda marks: sum(marks.get(field) in wanted for field in fields)


def _worth(wanted: tuple[Mark, ...], fields: tuple[str, ...], sheet: Sheet) -> Formula:
    values = [(field, value_of(sheet, field)) for field in fields]
    return lambda marks: sum(value for field, value in values if marks.get(field) in wanted)


def _passed(
    wanted: tuple[Mark, ...], aside: tuple[Mark, ...], fields: tuple[str, ...], sheet: Sheet
) -> Callable[[Mapping[str, Mark]], list[int]]:
    """Of each field that bears one of the marks, in order, the last value up to it; fields that bear a mark of those
    left aside have none."""
    steps = [(field, value_of(sheet, field), "value" in sheet.field[field].attrs) for field in fields]

    def passed(marks: Mapping[str, Mark]) -> list[int]:
        found, reached = [], 0
        for field, value, has_value in steps:
            mark = marks.get(field)
            if has_value and mark not in aside:
                reached = value
            if mark in wanted:
                found.append(reached)
        return found

    return passed


def _reached(
    wanted: tuple[Mark, ...], fact: str, word: str, lists: Sequence[tuple[str, ...]], sheet: Sheet
) -> Formula:
    """How many fields up to each that bears one of the marks, itself included, have a fact with this word, added up."""
    steps = [
        list(
            zip(
                fields,
                accumulate(sheet.field[field].attrs.get(fact) == word for field in fields),
                strict=True,
            )
        )
        for fields in lists
    ]
    return lambda marks: sum(
        count for fields in steps for field, count in fields if marks.get(field) in wanted
    )


def _untouched(groups: Sequence[str], sheet: Sheet) -> Formula:
    """The values of the groups without ink, that aside which a field says that it ignores."""
    lines = [
        (
            int(str(sheet.group[group].attrs.get("value", 0))),
            [(field, sheet.field[field].attrs.get("ignores")) for field in fields_named(sheet, group)],
        )
        for group in groups
        if group in sheet.group
    ]
    return lambda marks: sum(
        value
        for value, fields in lines
        if all(field not in marks or marks[field] == ignored for field, ignored in fields)
    )


def _streak(wanted: tuple[Mark, ...], fields: tuple[str, ...]) -> Formula:
    def streak(marks: Mapping[str, Mark]) -> int:
        runs = groupby(marks.get(field) in wanted for field in fields)
        return max((sum(1 for _ in run) for bears, run in runs if bears), default=0)

    return streak


def sum_of(fields: tuple[str, ...]) -> Formula:
    """The numbers written in the fields, added up."""
    return lambda marks: sum(written_in(fields, marks))


def written_in(fields: tuple[str, ...], marks: Mapping[str, Mark]) -> list[int]:
    """The numbers written in the fields, in their order; blanks and other marks are left out."""
    return [mark for field in fields if isinstance(mark := marks.get(field), int)]


def _lowest(name: str, sheet: Sheet) -> Formula:
    ladder = sheet.ladder[name]
    steps, crossed = tuple(zip(ladder.fields, ladder.values, strict=True)), BEARING[ladder.mark]

    def lowest(marks: Mapping[str, Mark]) -> int:
        return next((value for field, value in steps if marks.get(field) not in crossed), ladder.last)

    return lowest


def fields_of(
    names: Sequence[Expression],
    sheet: Sheet,
    named: Callable[[Sheet, str], tuple[str, ...]] = fields_named,
) -> tuple[str, ...]:
    """The fields that the names stand for, each once."""
    found: dict[str, None] = {}
    for name in names:
        fields = named(sheet, name.name) if isinstance(name, Name) else ()
        if not fields:
            what = name.name if isinstance(name, Name) else "a number"
            raise FairsheetError(
                f"{what} names no fields", where=sheet.name, hint="name a field, zone, group or ladder"
            )
        found.update(dict.fromkeys(fields))
    return tuple(found)


def number_of(mark: Mark) -> int:
    """A mark as a number: 0 for any that is none."""
    return mark if isinstance(mark, int) else 0
