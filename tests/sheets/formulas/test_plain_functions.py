"""Marks of a sheet counted, compared, looked up and added up, compared with plain Python on random fillings."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from math import prod

import pytest

from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from tests.sheets.formulas import test_connected, test_places
from tests.sheets.formulas.plain_python import FILLINGS, Marks, assert_given, random_fillings

TEMPLATE = """
sheet yard "The yard"
  slots: 1..6, X, struck
table herd keys: 2, 3, 5, 7 values: 20, 30, 50, 70
zone bed split_by: every(link)
  row at: 4, 4 gap: 5
    repeat i: 1..6
      slot bed.{i} correction-box: 0
  repeat i: 1..5
    link wall.{i} between: bed.{i}, bed.{i + 1} across: 6
repeat r: 1..3
  group way.{r} way value: 2 * r + 1 fields: every("step.{r}-*")
    row at: 4, 20 * r + 10 gap: 5
      repeat k: 1..4
        icon step.{r}-{k} seal accepts: circled, crossed
          facts value: k * k + r cost: 2 * k - r
          facts gives: if(k = 2 or k = 4, coin, nothing) ignores: if(r = 2, crossed, none)
ladder frost fields: every("step.1-*") values: 9, 7, 4, 2 last: 0
group days row fields: every("day.*")
group loads row fields: every("load.*")
row at: 4, 100 gap: 4
  repeat i: 1..4
    box day.{i} to: 9
row at: 4, 130 gap: 4
  repeat i: 1..4
    box load.{i} to: 9
box part to: 99 at: 4, 160
box result from: -999 to: 999 signed: yes at: 60, 160
"""
STEPS = [[f"step.{r}-{k}" for k in range(1, 5)] for r in range(1, 4)]
ALL_STEPS = [step for way in STEPS for step in way]
BED = [f"bed.{i}" for i in range(1, 7)]
HERD = {2: 20, 3: 30, 5: 50, 7: 70}


def sheet_of(formula: str) -> Sheet:
    return place(
        parse(f"{TEMPLATE}score result is: {formula}\nscore part is: day.1 + day.2\n", "yard.sheet")
    ).sheet


@cache
def fillings(number: int) -> list[dict[str, Mark]]:
    kinds: dict[str, list[Mark]] = {step: ["circled", "crossed", "circled+crossed"] for step in ALL_STEPS}
    kinds |= {slot: [1, 2, 3, 4, 5, 6, "X", "struck"] for slot in BED}
    kinds |= {f"wall.{i}": ["drawn"] for i in range(1, 6)}
    kinds |= {f"{name}.{i}": list(range(10)) for name in ("day", "load") for i in range(1, 5)}
    return random_fillings(kinds | {"part": list(range(19))}, number, seed=11)


def has_mark(marks: Marks, word: str, field: str) -> bool:
    return word in str(marks.get(field, ""))


def filled(marks: Marks, slots: list[str]) -> list[bool]:
    return [slot in marks and marks[slot] != "struck" for slot in slots]


def number(marks: Marks, field: str) -> int:
    return int(marks.get(field, 0))


def column(marks: Marks, name: str) -> list[int | None]:
    return [int(marks[id_]) if (id_ := f"{name}.{i}") in marks else None for i in range(1, 5)]


def days(marks: Marks, count: int = 4) -> list[int]:
    return [int(marks[id_]) for i in range(1, count + 1) if (id_ := f"day.{i}") in marks]


def value(step: str) -> int:
    r, k = map(int, step.removeprefix("step.").split("-"))
    return k * k + r


def segments(marks: Marks) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for i, slot in enumerate(BED, 1):
        found[-1].append(slot)
        if f"wall.{i}" in marks:
            found.append([])
    return found


def full_segments(marks: Marks) -> list[int]:
    return [len(part) for part in segments(marks) if all(filled(marks, part))]


def runs(marks: Marks, word: str) -> list[int]:
    return list(map(len, "".join("x" if has_mark(marks, word, step) else " " for step in ALL_STEPS).split()))


def passed(marks: Marks) -> list[int]:
    found, reached = [], 0
    for step in ALL_STEPS:
        reached = reached if has_mark(marks, "crossed", step) else value(step)
        if has_mark(marks, "circled", step):
            found.append(reached)
    return found


def sum_of_loads(marks: Marks, agrees: Callable[[int], bool]) -> int:
    pairs = zip(column(marks, "day"), column(marks, "load"), strict=True)
    return sum(load or 0 for day, load in pairs if day is not None and agrees(day))


FORMULAS: dict[str, Callable[[Marks], int]] = {
    'without(crossed, every("step.*"))': lambda marks: sum(not has_mark(marks, "crossed", step) for step in ALL_STEPS),
    'open(every("step.*"))': lambda marks: sum(marks.get(step) == "circled" for step in ALL_STEPS),
    'inked(every("step.*"), days)': lambda marks: sum(field.startswith(("step", "day")) for field in marks),
    "filled(bed)": lambda marks: sum(filled(marks, BED)),
    "full(bed.1, bed.2)": lambda marks: all(filled(marks, BED[:2])),
    'streak(circled, every("step.*"))': lambda marks: max(runs(marks, "circled"), default=0),
    "having(crossed, 2, way.1, way.2, way.3)": lambda marks: sum(
        sum(has_mark(marks, "crossed", step) for step in way) == 2 for way in STEPS
    ),
    "same(day.1, day.2, day.3, day.4)": lambda marks: sum(
        "day.1" in marks and day == marks["day.1"] for day in column(marks, "day")[1:]
    ),
    "below(5, days)": lambda marks: sum(day is not None and day < 5 for day in column(marks, "day")),
    "last(days)": lambda marks: int(any(field.startswith("day") for field in marks)),
    "last(way.1, way.2, way.3)": lambda marks: max(
        (place for place, way in enumerate(STEPS, 1) if not marks.keys().isdisjoint(way)), default=0
    ),
    "only-first(way.1, way.2, way.3)": lambda marks: sum(
        [step in marks for step in way] == [True, False, False, False] for way in STEPS
    ),
    "ascending(days)": lambda marks: days(marks) == sorted({*days(marks)}),
    "descending(days)": lambda marks: days(marks) == sorted({*days(marks)}, reverse=True),
    "different(days)": lambda marks: len(days(marks)) == len({*days(marks)}),
    "in-order(crossed, way.1)": lambda marks: "-x" not in "".join(
        "x" if has_mark(marks, "crossed", step) else "-" for step in STEPS[0]
    ),
    'worth(circled, every("step.*"))': lambda marks: sum(
        value(step) for step in ALL_STEPS if has_mark(marks, "circled", step)
    ),
    'sum-of(crossed, cost, every("step.*"))': lambda marks: sum(
        2 * k - r
        for r, way in enumerate(STEPS, 1)
        for k, step in enumerate(way, 1)
        if has_mark(marks, "crossed", step)
    ),
    'passed(circled, crossed, every("step.*"))': lambda marks: sum(passed(marks)),
    'furthest(circled, crossed, every("step.*"))': lambda marks: (passed(marks) or [0])[-1],
    "before(circled, way.1, way.3)": lambda marks: sum(
        place for way in (STEPS[0], STEPS[2]) for place, step in enumerate(way) if has_mark(marks, "circled", step)
    ),
    "reached(crossed, gives, coin, way.1, way.2)": lambda marks: sum(
        coins
        for way in STEPS[:2]
        for step, coins in zip(way, (0, 1, 1, 2), strict=True)
        if has_mark(marks, "crossed", step)
    ),
    "untouched(way.1, way.2, way.3)": lambda marks: sum(
        2 * r + 1
        for r, way in enumerate(STEPS, 1)
        if {str(marks[step]) for step in way if step in marks} <= ({"crossed"} if r == 2 else set())
    ),
    "lowest(frost)": lambda marks: next(
        (n for step, n in zip(STEPS[0], (9, 7, 4, 2), strict=True) if not has_mark(marks, "crossed", step)), 0
    ),
    "10 * complete(bed) + complete(bed, 2)": lambda marks: 10 * len(full := full_segments(marks)) + full.count(2),
    "longest(bed)": lambda marks: max(full_segments(marks), default=0),
    "value(days, part)": lambda marks: sum(number(marks, f"day.{i}") for i in (1, 1, 2, 2, 3, 4)),
    "written(days, part)": lambda marks: sum(number(marks, f"day.{i}") for i in range(1, 5)) + number(marks, "part"),
    "correct(part)": lambda marks: "part" not in marks
    or marks["part"] == number(marks, "day.1") + number(marks, "day.2"),
    "product(day.1, day.2)": lambda marks: prod(days(marks, 2)) if days(marks, 2) else 0,
    "best(2, days)": lambda marks: sum(sorted(each or 0 for each in column(marks, "day"))[-2:]),
    "quotient(day.1, day.2)": lambda marks: number(marks, "day.1") // (number(marks, "day.2") or 99),
    "ceil(day.1, day.2)": lambda marks: (
        math.ceil(number(marks, "day.1") / number(marks, "day.2")) if number(marks, "day.2") else 0
    ),
    "if(day.1 != 4, 1, 0) + (day.2 != day.3)": lambda marks: (
        (number(marks, "day.1") != 4) + (number(marks, "day.2") != number(marks, "day.3"))
    ),
    "if(day.1 > 4, day.2, -day.3)": lambda marks: (
        number(marks, "day.2") if number(marks, "day.1") > 4 else -number(marks, "day.3")
    ),
    "lookup(min(2, day.1), 0, 4, 1, 7, 2, 1)": lambda marks: (4, 7, 1)[min(2, number(marks, "day.1"))],
    "listed(herd, days)": lambda marks: sum(day in HERD for day in column(marks, "day")),
    "entry(herd, day.1, day.2 - 1)": lambda marks: HERD.get(number(marks, "day.1"), number(marks, "day.2") - 1),
    "matching(3, days, loads)": lambda marks: sum_of_loads(marks, lambda day: day == 3),
    "up-to(day.4, days, loads)": lambda marks: sum_of_loads(marks, lambda day: day <= number(marks, "day.4")),
    "blank-beside(herd, days, loads)": lambda marks: sum(
        day in HERD and load is None for day, load in zip(column(marks, "day"), column(marks, "load"), strict=True)
    ),
}  # fmt: skip


@FILLINGS
@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas_agree_with_plain_python(formula: str, number: int) -> None:
    assert_given(sheet_of(formula), FORMULAS[formula], fillings(number), 1)


def test_every_function_of_one_sheet_is_compared() -> None:
    formulas = " ".join((*FORMULAS, *test_places.FORMULAS, *test_connected.FORMULAS))
    others = {"chosen", "dealt", "drawn", "number-chosen"}  # the game supplies these
    others |= {"tiled"}  # see test_pieces
    of_ink = {name for name, function in FUNCTIONS.items() if function.value is not None}
    assert {name for name in of_ink if f"{name}(" not in formulas} == others
