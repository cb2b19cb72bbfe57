"""Sums over places, lists of numbers, and counts of different values, compared with plain Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from tests.sheets.formulas.plain_python import FILLINGS, Marks, assert_given, random_fillings

ROWS, COLUMNS = range(1, 4), range(1, 5)

TEMPLATE = """
sheet land "The land"
let pts: list(0, 1, 3, 6, 10)
let boxes: list("day.1", "day.2")
grid columns: 4 gap: 5 at: 4, 4
  repeat r: 1..3
    repeat c: 1..4
      icon f.{r}-{c} star accepts: circled, crossed size: 8
row at: 4, 60 gap: 4
  repeat i: 1..5
    box day.{i} to: 9
  box result from: -999 to: 999 signed: yes
"""


def sheet_of(line: str) -> Sheet:
    return place(parse(f"{TEMPLATE}{line}\n", "land.sheet")).sheet


@cache
def fillings(number: int) -> list[dict[str, Mark]]:
    kinds: dict[str, list[Mark]] = {
        f"f.{r}-{c}": ["circled", "crossed", "circled+crossed"] for r in ROWS for c in COLUMNS
    }
    return random_fillings(kinds | {f"day.{i}": list(range(10)) for i in range(1, 6)}, number, seed=7)


def has_mark(marks: Marks, word: str, r: int, c: int) -> bool:
    return word in str(marks.get(f"f.{r}-{c}", ""))


def count_neighbours(marks: Marks, r: int, c: int) -> int:
    return sum(has_mark(marks, "crossed", r + dr, c + dc) for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)))


def days(marks: Marks) -> list[int]:
    return [int(marks[id_]) for id_ in sorted(marks) if id_.startswith("day.")]


BESIDE = 'every("f.{r - 1}-{c}", "f.{r + 1}-{c}", "f.{r}-{c - 1}", "f.{r}-{c + 1}")'

FORMULAS: dict[str, Callable[[Marks], int]] = {
    f"sum(r, 1..3, sum(c, 1..4, count(circled, f.{{r}}-{{c}}) * (count(crossed, {BESIDE}) > 0)))": lambda marks: sum(
        has_mark(marks, "circled", r, c) and count_neighbours(marks, r, c) > 0 for r in ROWS for c in COLUMNS
    ),
    'sum(r, 1..3, count(crossed, every("f.{r}-*")) >= 3)': lambda marks: sum(
        sum(has_mark(marks, "crossed", r, c) for c in COLUMNS) >= 3 for r in ROWS
    ),
    'sum(c, 1..4, count(crossed, every("f.1-{c - 1}")))': lambda marks: sum(
        has_mark(marks, "crossed", 1, c) for c in (1, 2, 3)
    ),
    'sum(v, list(2, 5), v * times(v, every("day.*")))': lambda marks: sum(
        each for each in days(marks) if each in (2, 5)
    ),
    "points(day.1, pts)": lambda marks: (0, 1, 3, 6, 10)[min(4, int(marks.get("day.1", 0)))],
    "points(day.1, reverse(pts)) - item(pts, 3)": lambda marks: (
        (10, 6, 3, 1, 0)[min(4, int(marks.get("day.1", 0)))] - 3
    ),
    "max(boxes) + 2 * min(boxes)": lambda marks: (
        max(two := [int(marks.get(f"day.{i}", 0)) for i in (1, 2)]) + 2 * min(two)
    ),
    "thresholds(day.1, list(2, 5, 4, 9))": lambda marks: (
        9 if (day := int(marks.get("day.1", 0))) >= 4 else 5 if day >= 2 else 0
    ),
    'worst(2, every("day.*"))': lambda marks: sum(sorted(days(marks))[:2]),
    'distinct(every("day.*"))': lambda marks: len(set(days(marks))),
}  # fmt: skip


@FILLINGS
@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas_agree_with_plain_python(formula: str, number: int) -> None:
    assert_given(sheet_of(f"score result is: {formula}"), FORMULAS[formula], fillings(number), 2)


@pytest.mark.parametrize(
    ("formula", "problem", "hint"),
    [
        ("sum(every(star))", "sum takes a counter, its values and a formula", "value(…) adds up"),
        ("sum(day.1, day.2, day.3)", "sum takes a counter", "value(…) adds up"),
        ("sum(k, 5, k)", "sum takes a counter", "1..6"),
        ("sum(k, 1..900, sum(i, 1..3, k * i))", "more than 1000 terms", "shorter"),
        ("pts + 1", "expected a number, not 0, 1, 3, 6, 10", "item(points, 1)"),
        ("item(pts, 6)", "no item 6", "it has 5"),
        ('count(crossed, every("g.{day}"))', "no parameter day", ""),
        ('sum(k, 1..2, count(crossed, every("g.{k}")))', "no field has the kind, symbol or id g.1", "known"),
        ("matching(1, every(star), day.1)", "a list is only allowed as the last argument", "give it a name"),
        ("lookup(day.1, pts)", "has no points after it", "pairs"),
        ("points(day.1, list())", "points takes at least 2 arguments, not 1", "the points for a number"),
        ("quotient(pts, 2)", "expected a number, not 0, 1, 3", "item(points, 1)"),
    ],
)
def test_impossible_sums_are_faults_with_a_remedy(formula: str, problem: str, hint: str) -> None:
    with pytest.raises(TemplateError) as refused:
        sheet_of(f"score result is: {formula}")
    fault = refused.value.faults[0]
    assert problem in fault.problem
    assert hint in fault.hint
