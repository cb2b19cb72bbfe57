"""Whose mark is wrong: which of some suspects, read otherwise or left out, satisfies all that speaks.

A suspect is what may be wrong by itself: a mark, the marks of a sheet or of a seat. Its readings are what is looked at
with something else in its place, or without it. Readings are made one by one, as they are looked at.
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
Said = TypeVar("Said")


def explaining(
    suspects: Iterable[Suspect],
    readings: Callable[[Suspect], Iterable[Reading]],
    satisfied: Callable[[Reading], object],
) -> list[Suspect]:
    """The suspects that alone explain what is wrong: one of their readings satisfies all that speaks.

    >>> explaining([3, 4, 9], lambda one: [one - 1, one + 1], lambda number: number == 3)
    [4]
    """
    return [one for one in suspects if any(map(satisfied, readings(one)))]


def possibly_wrong(
    suspects: Iterable[Suspect],
    readings: Callable[[Suspect], Iterable[Reading]],
    satisfied: Callable[[Reading], object],
) -> list[Suspect]:
    """Those that explain it alone; all where none does."""
    all_ = list(suspects)
    return explaining(all_, readings, satisfied) or all_


def left_out(suspects: Sequence[Suspect]) -> Callable[[Suspect], list[list[Suspect]]]:
    """The one reading of a suspect that leaves it out: all the others.

    >>> left_out(["a", "b", "c"])("b")
    [['a', 'c']]
    """
    return lambda one: [[other for other in suspects if other is not one]]


def dissenting(said: Mapping[Suspect, Said], known: Said | None = None) -> list[Suspect]:
    """Those that say something else than is known, else than most of them say; all, if nothing is said most.

    >>> dissenting({"a": 3, "b": 3, "c": 5}), dissenting({"a": 3, "b": 4}), dissenting({"a": 3, "b": 3}, known=4)
    (['c'], ['a', 'b'], ['a', 'b'])
    """
    if known is None:
        most = Counter(said.values()).most_common(2)
        if len(most) < 2:
            return []
        if most[0][1] == most[1][1]:
            return list(said)
        known = most[0][0]
    return [one for one, what in said.items() if what != known]


def some_reading(
    choices: Sequence[Sequence[Said]], satisfied: Callable[[tuple[Said, ...]], object], most: int
) -> bool | None:
    """Whether some way to read several marks together satisfies all that speaks, one of its choices for each; None
    where there are more ways than `most`."""
    if prod(map(len, choices)) > most:
        return None
    return any(map(satisfied, product(*choices)))


def marks_in(fields: Iterable[str], sheet: Sheet) -> Iterator[tuple[str, Mark]]:
    """Every mark that can stand in one of some fields."""
    for id_ in fields:
        field = sheet.field[id_]
        numbers = range(field.bounds[0], field.bounds[1] + 1) if field.bounds is not None else ()
        for mark in numbers or field.accepts:
            yield id_, mark


def readings_of(field: str, marks: Marks, sheet: Sheet) -> Iterator[dict[str, Mark]]:
    """The marks of a sheet with none in a field, then with each other that it takes."""
    for mark in (None, *(mark for _, mark in marks_in((field,), sheet))):
        if mark != marks.get(field):
            yield with_marks(marks, {field: mark})
