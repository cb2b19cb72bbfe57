"""Test that the proof's constraints for mission conditions agree with their formulas."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.conditions import CannotState, Count, require
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Model, Term
from fairsheet.engine.solver.solve import Solver
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Call, Expression, Name, Number, Operation, Sheet
from tests.agreement.boards import small

FIELDS = ("floor-9.1", "floor-9.2", "floor-9.3", "error.1", "error.2")


def inked(*circled: bool) -> dict[str, Mark]:
    pairs = zip(FIELDS, circled, strict=True)
    return {field: "circled" if field.startswith("error") else "X" for field, mark in pairs if mark}


def can_hold(condition: Expression, sheet: Sheet, marks: Marks, *, holds: bool) -> bool:
    """Return whether the proof allows this truth value of the condition, with and without counting blank fields."""

    def count_all(mark: str, fields: Sequence[str]) -> list[Term]:
        return [(1, TRUE if field in marks else FALSE) for field in fields]

    def count_inked(mark: str, fields: Sequence[str]) -> list[Term]:
        return [(1, TRUE) for field in fields if field in marks]

    def solved(count: Count) -> bool:
        model = Model()
        require(model, condition, sheet, count, TRUE, holds=holds)
        return Solver(model).solve(Budget(10)) == "solved"

    answer = solved(count_all)
    assert solved(count_inked) == answer
    return answer


FULL = Call("full", (Name("section.9-1"),))
BOTH = Operation("=", (Call("count", (Name("circled"), Name("error.1"), Name("error.2"))), Number(2)))
HAVING = Call("having", (Name("circled"), Number(1), Name("group.errors"), Name("error.1"), Name("error.2")))
STREAK = Call("streak", (Name("circled"), Name("error.1"), Name("error.2")))


@pytest.mark.parametrize(
    "condition",
    [
        FULL,
        BOTH,
        Operation(">=", (Operation("+", (FULL, BOTH)), Number(1))),
        Operation("=", (Operation("+", (FULL, Operation("not", (BOTH,)))), Number(2))),
        Operation(">=", (Operation("+", (Operation("and", (FULL, BOTH)), BOTH)), Number(2))),
        Operation("not", (FULL,)),
        Operation("or", (Operation("not", (FULL,)), Operation("not", (BOTH,)))),
        Operation("=", (HAVING, Number(0))),
        Operation("=", (HAVING, Number(2))),
        Operation(">=", (HAVING, Number(2))),
        Operation("=", (STREAK, Number(1))),
        Operation("<", (STREAK, Number(1))),
        Operation(">=", (STREAK, Number(2))),
        Operation("=", (Operation("-", (STREAK,)), Number(-2))),
    ],
)
def test_conditions_are_numbers_in_sums(sheet: Sheet, condition: Expression) -> None:
    for circled in product((False, True), repeat=len(FIELDS)):
        marks = inked(*circled)
        met = bool(compile_formula(condition, sheet)(marks))
        assert can_hold(condition, sheet, marks, holds=True) == met
        assert can_hold(condition, sheet, marks, holds=False) != met


SIZES: Sequence[Sequence[Number]] = ((), (Number(1),), (Number(2),), (Number(3),))


@pytest.mark.parametrize("number", range(len(SIZES)))
def test_segments_end_at_cuts_and_are_full(number: int) -> None:
    """Try every third choice of the fields, a different third for each size."""
    sheet = small("journey")
    slots = sheet.zone["trajectory"].slots
    cuts = [field.id for field in sheet.fields if field.id.startswith("cut.")]
    complete = Call("complete", (Name("trajectory"), *SIZES[number]))
    for inked in list(product((False, True), repeat=len(slots) + len(cuts)))[number::3]:
        chosen = [field for field, mark in zip((*slots, *cuts), inked, strict=True) if mark]
        marks: dict[str, Mark] = {field: "drawn" if field in cuts else "X" for field in chosen}
        exactly = Operation("=", (complete, Number(compile_formula(complete, sheet)(marks))))
        assert can_hold(exactly, sheet, marks, holds=True), marks


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_field_inked_in_one_of_several_turns_has_its_mark(sheet: Sheet, turn: int) -> None:
    model = Model()
    when = model.one_of(3)
    streak = Operation(">=", (Call("streak", (Name("circled"), Name("error.1"))), Number(1)))
    require(model, streak, sheet, lambda mark, fields: [(1, each) for each in when], TRUE)
    model.clause(when[turn - 1])
    assert Solver(model).solve(Budget(10)) == "solved"


def test_condition_without_a_constraint_raises(sheet: Sheet) -> None:
    inked = Operation(">=", (Call("inked", (Name("error.1"),)), Number(1)))
    with pytest.raises(CannotState, match="a number that cannot be stated"):
        require(Model(), inked, sheet, lambda mark, fields: [], TRUE)


def test_slots_that_can_be_struck_have_no_constraint() -> None:
    virus = load_sheet("virus")
    slot = next(field.id for field in virus.fields if "struck" in field.accepts)
    for call in (Call("full", (Name(slot),)), Operation(">=", (Call("filled", (Name(slot),)), Number(1)))):
        with pytest.raises(CannotState, match="can be struck"):
            require(Model(), call, virus, lambda mark, fields: [], TRUE)
