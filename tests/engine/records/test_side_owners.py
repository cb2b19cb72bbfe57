"""Test sheets between two neighbours: owners of fields, sums over two sheets, and equal signs."""

from __future__ import annotations

import pytest

from fairsheet.engine.records.side_owners import by_owner, players_of
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.formulas.table_formulas import numbers_of_table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Call, Field, Name, Number, Operation, Sheet

PLACE = Rect(0, 0, 9, 9)


def sign(id_: str) -> Field:
    return Field(id_, "sign", PLACE, ("circle", "cross", "triangle"))


def box(id_: str, side: str) -> Field:
    return Field(id_, "box", PLACE, (0, 99), attrs={"side": side})


FIELDS = (
    sign("mine"),
    sign("moon.1"),
    sign("moon.2"),
    sign("moon.3"),
    box("left", "near"),
    box("right", "far"),
)
SHEET = Sheet("shared", "Shared", 1, FIELDS, (), (), (), (), (), ())
SAME = Call("same", (Name("mine"), Name("moon.1"), Name("moon.2"), Name("moon.3")))
BOTH = Call("with-next", (Name("right"), Operation("-", (Name("left"), Number(1)))))


@pytest.mark.parametrize(
    ("marks", "count"),
    [
        ({}, 0),
        ({"moon.1": "cross"}, 0),
        ({"mine": "cross"}, 0),
        ({"mine": "cross", "moon.1": "cross", "moon.2": "circle", "moon.3": "cross"}, 2),
    ],
)
def test_same_counts_the_mark_of_its_first_field(marks: Marks, count: int) -> None:
    assert compile_formula(SAME, SHEET)(marks) == count
    assert bounds(SAME, SHEET) == (0, 3)


def test_sum_continues_on_the_sheet_of_the_next_seat() -> None:
    table: dict[int, dict[str, Mark]] = {1: {"left": 10, "right": 1}, 2: {"left": 20}, 3: {"right": 3}}
    assert numbers_of_table(BOTH, SHEET, table, 3) == {1: 20, 2: -1, 3: 12}
    assert numbers_of_table(BOTH, SHEET, {1: table[1]}, 3) == {1: 1}
    assert bounds(BOTH, SHEET) == (-1, 197)


def test_far_side_belongs_to_the_next_seat() -> None:
    table = {1: {"left": 10, "right": 1}, 3: {"right": 3}}
    assert by_owner(SHEET, table, 3) == {1: {"left": 10, "right": 3}, 2: {"right": 1}, 3: {}}
    assert players_of(SHEET, [2, 3], 3) == {1, 2, 3}


def test_sheet_without_sides_belongs_to_its_seat_alone() -> None:
    launch = load_sheet("launch")
    assert not launch.is_shared and players_of(launch, [2], 3) == {2}
    assert by_owner(launch, {2: {"floor-1.1": 3}}, 3) == {2: {"floor-1.1": 3}}
