from __future__ import annotations

import pytest
from msgspec.structs import replace

from fairsheet.engine.scoring.outcome import outcome_of
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark


def outcome(name: str, marks: dict[str, Mark]) -> object:
    found = outcome_of(load_sheet(name), {})
    assert found is not None
    return found(marks)


def test_what_is_written_in_boxes_with_score_lines_decides_nothing() -> None:
    assert outcome("launch", {"score.total": 58, "score.errors": 9}) == outcome("launch", {})
    assert outcome("journey", {"score.most-zones": 20}) == outcome("journey", {})


def test_what_breaks_ties_decides_and_what_neighbours_score() -> None:
    assert outcome("launch", {"error.1": "circled"}) != outcome("launch", {})
    assert outcome("battle", {"near-error.1": "crossed"}) != outcome("battle", {})


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_has_one(name: str) -> None:
    assert outcome(name, {}) is not None


def test_a_sheet_without_a_total_has_none() -> None:
    assert outcome_of(replace(load_sheet("launch"), scores=()), {}) is None
