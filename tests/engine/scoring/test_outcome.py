from __future__ import annotations

import pytest
from msgspec.structs import replace

from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.outcome import outcome_of
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import CheckScope
from fairsheet.sheets.placement.place import place

COMPARED = """
sheet compared "Compared"
box number      from: 0 to: 30 at: 20, 30
box score.total from: 0 to: 30 at: 40, 30
icon flag seal at: 60, 30
score score.total sign: "=" is: number
check flags scope: {scope}
  needs: count(crossed, flag) <= 1
  text: "One player has the flag."
"""


def outcome(name: str, marks: dict[str, Mark]) -> object:
    found = outcome_of(load_sheet(name), {}, ruleset_of(load_sheet(name)).tie_break)
    assert found is not None
    return found(marks)


def test_numbers_in_boxes_with_score_lines_decide_nothing() -> None:
    assert outcome("launch", {"score.total": 58, "score.errors": 9}) == outcome("launch", {})
    assert outcome("journey", {"score.most-zones": 20}) == outcome("journey", {})


def test_tie_breaks_and_neighbours_scores_decide() -> None:
    assert outcome("launch", {"error.1": "circled"}) != outcome("launch", {})
    assert outcome("battle", {"near-error.1": "crossed"}) != outcome("battle", {})


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_has_an_outcome(name: str) -> None:
    assert outcome(name, {}) is not None


def test_sheet_without_a_total_has_no_outcome() -> None:
    assert outcome_of(replace(load_sheet("launch"), scores=()), {}, hash) is None


@pytest.mark.parametrize("scope", ["sheet", "table"])
def test_marks_that_checks_compare_with_other_sheets_decide(scope: CheckScope) -> None:
    sheet = place(parse(COMPARED.format(scope=scope), "compared.sheet")).sheet
    found = outcome_of(sheet, {}, ruleset_of(sheet).tie_break)
    assert found is not None
    assert (found({"flag": "crossed"}) != found({})) is (scope == "table")
