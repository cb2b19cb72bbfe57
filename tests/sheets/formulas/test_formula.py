from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from fairsheet.sheets.formulas.formula import compile_formula, fields_in, needs_table
from fairsheet.sheets.formulas.functions.function import NAMING, Function
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.table_formulas import numbers_of_table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, ScoreLine, Sheet
from fairsheet.sheets.support.errors import FairsheetError

MARKS: dict[str, Mark] = {
    "floor-9.1": 3,
    "floor-9.2": "X",
    "floor-9.3": 9,
    "floor-8.1": 4,
    "error.1": "circled",
    "error.2": "circled+crossed",
    "error.3": "circled",
    "row-value.1": "crossed",
    "row-value.2": "crossed",
    "row-value.4": "crossed",
    "score.errors": 35,
}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return load_sheet("launch")


def call(function: str, *arguments: str | int | Expression) -> Call:
    return Call(function, tuple(expression(argument) for argument in arguments))


def operation(sign: str, *operands: str | int | Expression) -> Operation:
    return Operation(sign, tuple(expression(operand) for operand in operands))


def expression(value: str | int | Expression) -> Expression:
    return Name(value) if isinstance(value, str) else Number(value) if isinstance(value, int) else value


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (call("count", "circled+crossed", "group.errors"), 1),
        (call("count", "circled", "group.errors", "error.1"), 3),
        (call("having", "crossed", operation("+", 1, 2), "altitude", "group.errors"), 1),
        (call("points", -2, 5, 6, 7), 5),
        (call("value", "score.errors"), 10),
        (call("min", 3, 2, 9), 2),
        (call("max", 3, "score.errors"), 10),
        (Name("score.errors"), 10),
        (Name("score.total"), 20),
        (Name("floor-8.1"), 4),
        (Name("floor-8.2"), 0),
        (Name("error.1"), 0),
        (operation("+", 2, 3), 5),
        (operation("-", 2, 3), -1),
        (operation("-", 3), -3),
        (operation("*", 2, 3), 6),
        (operation("<", 2, 3), 1),
        (operation("<=", 3, 3), 1),
        (operation("=", 2, 3), 0),
        (operation(">=", 2, 3), 0),
        (operation(">", 3, 2), 1),
        (operation("and", operation("<", 2, 3), operation("<", 3, 2)), 0),
        (operation("or", operation("<", 2, 3), operation("<", 3, 2)), 1),
        (operation("not", operation("<", 2, 3)), 0),
    ],
)
def test_expressions_over_ink(sheet: Sheet, formula: Expression, value: int) -> None:
    """Check expressions; for every function see the comparison with plain Python."""
    assert compile_formula(formula, sheet)(MARKS) == value


def test_a_fully_crossed_ladder_has_its_last_value(sheet: Sheet) -> None:
    marks: dict[str, Mark] = dict.fromkeys(sheet.ladder["altitude"].fields, "crossed")
    assert compile_formula(call("lowest", "altitude"), sheet)(marks) == 150
    assert compile_formula(call("lowest", "altitude"), sheet)({}) == 0


@pytest.mark.parametrize(
    ("formula", "word"),
    [
        (Name("no.such"), "no.such is not a box"),
        (call("count", "purple", "floor-9"), "count cannot be computed"),
        (call("count", "X", "floor-99"), "floor-99 names no fields"),
        (call("full", 3), "a number names no fields"),
        (call("lowest", "floor-9"), "lowest cannot be computed"),
        (call("sqrt", 9), "sqrt cannot be computed"),
        (call("points", 9), "points cannot be computed"),
        (operation("/", 9, 3), "no operator /"),
        (operation("<", 9), "no operator < for 1 values"),
    ],
)
def test_meaningless_formulas_are_refused(sheet: Sheet, formula: Expression, word: str) -> None:
    with pytest.raises(FairsheetError) as refused:
        compile_formula(formula, sheet)
    assert word in str(refused.value)


def test_boxes_named_twice_are_compiled_once(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"box.{k}" for k in range(10)]
    doubled = tuple(
        ScoreLine(name, operation("+", before, before)) for before, name in pairwise(["floor-8.1", *names])
    )
    chain = replace(sheet, scores=doubled)
    compiled: list[Expression] = []

    def seen(formula: Expression) -> bool:
        compiled.append(formula)
        return needs_table(formula)

    monkeypatch.setattr("fairsheet.sheets.formulas.formula.needs_table", seen)
    formula = compile_formula(Name(names[-1]), chain)
    assert formula(MARKS) == 4 * 2 ** len(names)
    assert len(compiled) <= 2 * len(names)


def test_score_line_that_needs_itself_is_refused(sheet: Sheet) -> None:
    circle = (ScoreLine("score.total", Name("score.errors")), ScoreLine("score.errors", Name("score.total")))
    with pytest.raises(FairsheetError, match="needs itself"):
        compile_formula(Name("score.total"), replace(sheet, scores=circle))


def test_fields_used_by_a_formula(sheet: Sheet) -> None:
    formula = operation(">=", call("count", "X", "floor-9", "floor-8.1", "floor-9.2"), 2)
    assert fields_in(formula, sheet) == ("floor-9.1", "floor-9.2", "floor-9.3", "floor-8.1")


@pytest.mark.parametrize(
    ("function", "points"),
    [
        ("ranked", {1: 9, 2: 9, 3: 5, 4: 0, 5: 2}),
        ("ranked-skipping", {1: 9, 2: 9, 3: 2, 4: 0, 5: 1}),
        ("ranked-dividing", {1: 7, 2: 7, 3: 2, 4: 0, 5: 1}),
    ],
)
def test_equal_numbers_share_a_place(sheet: Sheet, function: str, points: dict[int, int]) -> None:
    formula = call(function, call("count", "X", "floor-9"), 9, 5, 2, 1)
    crosses = {1: 3, 2: 3, 3: 2, 4: 0, 5: 1}
    table: dict[int, dict[str, Mark]] = {
        seat: {f"floor-9.{k}": "X" for k in range(1, count + 1)} for seat, count in crosses.items()
    }
    assert numbers_of_table(formula, sheet, table, 4) == points


def test_equal_numbers_divide_the_points_of_the_places(sheet: Sheet) -> None:
    formula = call("ranked-dividing", call("count", "X", "floor-9"), 9, 5)
    table: dict[int, dict[str, Mark]] = {seat: {"floor-9.1": "X"} for seat in (1, 2, 3)}
    assert numbers_of_table(formula, sheet, table, 4) == {1: 4, 2: 4, 3: 4}


def test_points_of_a_rank_use_the_own_sheet(sheet: Sheet) -> None:
    formula = call("ranked", call("count", "X", "floor-9"), call("lowest", "altitude"), 7)
    one, two, crossed = {"floor-9.1": "X"}, {"floor-9.1": "X", "floor-9.2": "X"}, {"row-value.1": "crossed"}
    table: dict[int, dict[str, Mark]] = {
        1: {**two, **crossed},
        2: {**two},
        3: {**one, **crossed},
        4: {**crossed},
    }
    assert numbers_of_table(formula, sheet, table, 4) == {1: 15, 2: 0, 3: 7, 4: 0}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_an_entry_is_consistent(function: Function) -> None:
    shown = function.usage.count(",") + 1
    assert function.least <= shown
    assert function.repeats or shown <= len(function.arguments)
    assert set(function.arguments[function.first_field_argument :]) <= set(NAMING)
    assert (function.value is None) == (function.over_table is not None)
