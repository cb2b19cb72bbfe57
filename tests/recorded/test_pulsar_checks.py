"""Every check of Pulsar 2849's final sheets and of the table's sheet, by its name; the worked example."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.recorded.tables import score_recorded, table_sheets

from .checking import (
    Case,
    Make,
    assert_case,
    changed,
    each_case,
    findings,
    statements_broken,
    statements_of,
)
from .pulsar_cases import CASES as FINAL_CASES
from .pulsar_cases import seeded
from .pulsar_goal_cases import CASES as GOAL_CASES
from .pulsar_scoring import total_of
from .pulsar_tables import three, two

CASES = [*FINAL_CASES, *GOAL_CASES]


@each_case(CASES)
def test_a_check_is_just_met_and_just_not(case: Case) -> None:
    assert_case(case)


@pytest.mark.parametrize("make", [three, two, seeded])
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    table = make()
    for count in range(1, len(table) + 1):
        for part in combinations(table, count):
            assert findings(part) == []
            if any(each.sheet == "pulsar-final" for each in part):
                assert all(player.differences == () for player in score_recorded(table_sheets(part)).players)


def test_the_worked_example() -> None:
    player = score_recorded(table_sheets(three())).players[0]
    assert list(player.parts.values()) == [3, 12, 1, 1, 1, 4, 16]
    assert player.total == 141 == total_of(three()[0].marks, 3)


def test_equal_totals_are_told_apart_by_the_initiative_track() -> None:
    table = changed(three(), {"1": {"score.before": 108, "final.total": 146}})
    score = score_recorded(table_sheets(table))
    assert [player.total for player in score.players[:2]] == [146, 146]
    assert score.ranking == ((1,), (2,), (3,))


def test_every_check_of_the_templates_is_tried_with_everything_that_it_states() -> None:
    assert statements_of(["pulsar-final", "pulsar-table"]) - statements_broken(CASES) == set()
