"""The search for a wrong mark: the suspects that satisfy all evidence if they are read differently or left out.

A suspect is something that can be wrong: a mark, or the marks of a sheet or seat. Its readings are the evidence with
the suspect replaced or left out. Readings are made one by one when they are needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeVar

from fairsheet.sheets.model.marks import Mark, Marks, with_marks
from fairsheet.sheets.model.sheet import Sheet

Suspect = TypeVar("Suspect")
Reading = TypeVar("Reading")
Value = TypeVar("Value")


def explaining(
    suspects: Iterable[Suspect],
    readings: Callable[[Suspect], Iterable[Reading]],
    satisfied: Callable[[Reading], object],
) -> list[Suspect]:
    """Return the suspects that can explain the fault: one of their readings satisfies all evidence.

    >>> explaining([3, 4, 9], lambda one: [one - 1, one + 1], lambda number: number == 3)
    [4]
    """
    return [one for one in suspects if any(map(satisfied, readings(one)))]


def possibly_wrong(
    suspects: Iterable[Suspect],
    readings: Callable[[Suspect], Iterable[Reading]],
    satisfied: Callable[[Reading], object],
) -> list[Suspect]:
    """Return the suspects that can explain the fault; all suspects if none can."""
    all_ = list(suspects)
    return explaining(all_, readings, satisfied) or all_


def left_out(suspects: Sequence[Suspect]) -> Callable[[Suspect], list[list[Suspect]]]:
    """Return a function from a suspect to its one reading without it: all other suspects.

    >>> left_out(["a", "b", "c"])("b")
    [['a', 'c']]
    """
    return lambda one: [[other for other in suspects if other is not one]]


def dissenting(values: Mapping[Suspect, Value], known: Value | None = None) -> list[Suspect]:
    """Return the suspects whose value is not `known`, or not the most frequent one; all if no value is most frequent.

    >>> dissenting({"a": 3, "b": 3, "c": 5}), dissenting({"a": 3, "b": 4}), dissenting({"a": 3, "b": 3}, known=4)
    (['c'], ['a', 'b'], ['a', 'b'])
    """
    if known is None:
        most = Counter(values.values()).most_common(2)
        if len(most) < 2:
            return []
        if most[0][1] == most[1][1]:
            return list(values)
        known = most[0][0]
    return [one for one, value in values.items() if value != known]


def some_reading(
    choices: Sequence[Sequence[Value]], satisfied: Callable[[tuple[Value, ...]], object], most: int
) -> bool | None:
    """Return whether some combination of choices, one for each mark, satisfies all evidence.

    None if there are more combinations than `most`.
    """
    if prod(map(len, choices)) > most:
        return None
    return any(map(satisfied, product(*choices)))


def marks_in(fields: Iterable[str], sheet: Sheet) -> Iterator[tuple[str, Mark]]:
    """Yield every mark that one of some fields can have, with its field."""
    for id_ in fields:
        field = sheet.field[id_]
        numbers = range(field.bounds[0], field.bounds[1] + 1) if field.bounds is not None else ()
        for mark in numbers or field.accepts:
            yield id_, mark


def readings_of(field: str, marks: Marks, sheet: Sheet) -> Iterator[dict[str, Mark]]:
    """Yield the marks of a sheet with a field blank, then with each other mark that it accepts."""
    for mark in (None, *(mark for _, mark in marks_in((field,), sheet))):
        if mark != marks.get(field):
            yield with_marks(marks, {field: mark})
