"""Test every check of Pulsar 2849's final sheets and of the table's sheet, and the worked example."""

from __future__ import annotations

from fairsheet.engine.recorded.pulsar._goals import reached
from fairsheet.engine.recorded.pulsar.played.position import Position
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import PlayerScore
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.by_hand import crossed
from tests.engine.recorded.checking import (
    Case,
    Changes,
    assert_case,
    changed,
    each_case,
    statements_broken,
    statements_of,
)
from tests.engine.recorded.pulsar.pulsar_cases import CASES as FINAL_CASES
from tests.engine.recorded.pulsar.pulsar_goal_cases import CASES as GOAL_CASES
from tests.engine.recorded.pulsar.pulsar_scoring import total_of
from tests.engine.recorded.pulsar.pulsar_tables import none, three

CASES = [*FINAL_CASES, *GOAL_CASES]


@each_case(CASES)
def test_check_is_just_met_and_just_unmet(case: Case) -> None:
    assert_case(case)


def test_goal_reports_the_count_of_its_requirement() -> None:
    spinning = {"small": ("claim-1.size-small",), "medium": ("claim-2.size-medium", "claim-3.size-medium")}
    position = Position({**spinning, "large": ()}, ("tx.online-1",), {}, {}, {}, {}, None, ())
    assert [reached(position, goal) for goal in (1, 2, 3, 4, 5)] == [2, 2, 2, 3, 1]


def test_worked_example_scores_as_computed_by_hand() -> None:
    player = score_recorded(table_sheets(three())).players[0]
    assert list(player.parts.values()) == [3, 12, 1, 1, 1, 4, 16]
    assert player.total == 141 == total_of(three()[0].marks, 3)


def test_equal_totals_are_ranked_by_the_initiative_track() -> None:
    table = changed(three(), {"1": {"score.before": 108, "final.total": 146}})
    score = score_recorded(table_sheets(table))
    assert [player.total for player in score.players[:2]] == [146, 146]
    assert score.ranking == ((1,), (2,), (3,))
    (tie,) = ruleset_of(load_sheet("pulsar-final")).broken_ties(table, score)
    assert tie.numbers == (4, 0)  # a third place gives nothing to three players
    blank = none("rank.place-3", "final.initiative")
    unknown = changed(table, {"2": blank, "log": none("rank.seat-1", "rank.seat-2", "rank.seat-3")})
    assert score_recorded(table_sheets(unknown)).ranking == ((1, 2), (3,))


def test_total_is_believed_without_the_score_before_the_end() -> None:
    (player, *_), ranking = scored({"1": {"score.before": None}})
    assert (player.total, player.differences) == (141, ())
    assert ranking == ((2,), (1,), (3,))


def test_final_place_may_be_only_on_the_sheet_of_the_table() -> None:
    blank = none(*(f"rank.place-{place}" for place in range(1, 5)), "final.initiative", "final.total")
    players, _ = scored(dict.fromkeys("123", blank))
    assert [player.parts["final.initiative"] for player in players] == [4, 0, 7]
    players, _ = scored(dict.fromkeys("123", blank) | {"log": none("rank.seat-2")})
    assert [player.parts["final.initiative"] for player in players] == [0, 0, 0]


def test_goals_are_counted_for_a_technology_that_may_be_a_goal() -> None:
    blank = {**crossed("tech.t7b"), **none("final.goals", "final.total")}
    (player, *_), _ = scored({"1": blank})
    assert (player.parts["final.goals"], player.total) == (12, 141)
    (player, *_), _ = scored({"1": {**blank, "final.goals": 18}})
    assert player.parts["final.goals"] == 18


def scored(changes: Changes) -> tuple[tuple[PlayerScore, ...], tuple[tuple[int, ...], ...]]:
    """Return the players and the ranking of three players with other marks."""
    score = score_recorded(table_sheets(changed(three(), changes)))
    return score.players, score.ranking


def test_every_statement_of_every_check_is_tried() -> None:
    assert statements_of(["pulsar-final", "pulsar-table"]) - statements_broken(CASES) == set()
