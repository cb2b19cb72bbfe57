"""Test that mission conditions in the solver agree with the same conditions computed from ink."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.conditions import require
from fairsheet.engine.solver.constraint_model import TRUE, Model, Term
from fairsheet.engine.solver.solve import Solver
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Mission

SHEET = load_sheet("colony")


@pytest.mark.parametrize("mission", SHEET.missions, ids=lambda mission: mission.id)
@settings(max_examples=8)
@given(st.data())
def test_solver_condition_holds_if_the_mission_is_met(mission: Mission, data: st.DataObject) -> None:
    slots = [field.id for field in SHEET.fields if field.kind == "slot"]
    icons = [field.id for field in SHEET.fields if field.symbol in ("antenna", "greenhouse", "water-tank")]
    blank = data.draw(st.sets(st.sampled_from(slots + icons), max_size=12))
    full: dict[str, Mark] = {**dict.fromkeys(slots, "X"), **dict.fromkeys(icons, "circled")}
    marks = {field: mark for field, mark in full.items() if field not in blank}

    def count(mark: str, named: Sequence[str]) -> list[Term]:
        return [(1, TRUE) for field in named if field in marks and mark in ("ink", marks[field])]

    is_met = compile_formula(mission.needs, SHEET)(marks)
    for holds in (True, False):
        model = Model()
        require(model, mission.needs, SHEET, count, TRUE, holds=holds)
        outcome = Solver(model).solve(Budget(10))
        assert (outcome == "solved") == (bool(is_met) == holds)
