"""Every check of Planet Unknown, by its name: a table that just meets it, and one that just does not."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.recorded.planet.checks import CHECKS_IN_PYTHON
from engine.recorded.tables import score_recorded, table_sheets
from sheets.library import choices_of

from .checking import Case, Make, assert_case, each_case, findings, statements_broken, statements_of
from .planet_cases import CASES
from .planet_cases.making import seeded
from .planet_cases.strip import noted_alone, noted_by_two
from .planet_tables import three, two


@each_case(CASES)
def test_a_check_is_just_met_and_just_not(case: Case) -> None:
    assert_case(case)


def test_every_check_is_tried_with_everything_that_it_states() -> None:
    choices = choices_of("planet-record")
    chosen = [f"{planet}/flux" for planet in choices["planet"]]
    chosen += [f"petra/{corporation}" for corporation in choices["corporation"]]
    stated = {statement[1:] for statement in statements_of([f"planet-record/{each}" for each in chosen])}
    tried = {statement[1:] for statement in statements_broken(CASES)}
    assert stated - tried == set()
    assert {check for check, _ in tried - stated} == set(CHECKS_IN_PYTHON)


@pytest.mark.parametrize("make", [three, two, seeded, noted_alone, noted_by_two])
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    table = make()
    for count in range(1, len(table) + 1):
        for part in combinations(table, count):
            assert [found for found in findings(part) if found.level != "note"] == []
            assert all(player.differences == () for player in score_recorded(table_sheets(part)).players)
