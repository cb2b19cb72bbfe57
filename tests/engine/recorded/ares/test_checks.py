"""Every check of Ares Expedition, by its name: a table that just meets it, and one that just does not."""

from __future__ import annotations

from itertools import combinations

import pytest

from fairsheet.engine.recorded.ares._checks import CHECKS_IN_PYTHON
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.ares.ares_cases import CASES as RECORD_CASES
from tests.engine.recorded.ares.ares_cases import cards, seeded
from tests.engine.recorded.ares.ares_log_cases import CASES as LOG_CASES
from tests.engine.recorded.ares.ares_log_cases import high, low, seeded_alone, stopped
from tests.engine.recorded.ares.ares_tables import alone, competitive, together
from tests.engine.recorded.checking import (
    Case,
    Make,
    assert_case,
    changed,
    each_case,
    findings,
    statements_broken,
    statements_of,
)

CASES = [*RECORD_CASES, *LOG_CASES]


@each_case(CASES)
def test_a_check_is_just_met_and_just_not(case: Case) -> None:
    assert_case(case)


def test_every_check_is_tried_with_everything_that_it_states() -> None:
    stated = statements_of(["ares-record", "ares-coop", "ares-solo"])
    assert stated - statements_broken(CASES) == set()
    assert {case[0] for case in CASES} == {check for _, check, _ in stated} | set(CHECKS_IN_PYTHON)


@pytest.mark.parametrize("make", [competitive, seeded, together, alone, low, high, seeded_alone])
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    table = make()
    for count in range(1, len(table) + 1):
        for part in combinations(table, count):
            assert findings(part) == []
            assert all(player.differences == () for player in score_recorded(table_sheets(part)).players)


def test_a_card_of_which_nothing_is_written_makes_the_sums_unknown() -> None:
    blank: dict[str, Mark | None] = {"card-04.units": None, "card-04.points": None}
    assert findings(changed(competitive(), {"1": blank})) == []
    records = changed(together(), {"2": {"card-03.units": None, "card-03.points": None}})
    assert findings(records) == []


@pytest.mark.parametrize("tie_break", [12, 25])
def test_what_decides_a_tie_is_believed_where_something_left_is_blank(tie_break: int) -> None:
    blank: dict[str, Mark | None] = {"left.plants": None, "left.heat": None, "score.tie-break": tie_break}
    assert findings(changed(competitive(), {"1": blank})) == []


def test_the_written_points_of_a_card_of_which_sources_differ_count() -> None:
    table = changed(competitive(), {"2": {**cards(3, 52, 6, 3), "score.cards": 6, "score.total": 33}})
    assert [(found.check, found.level) for found in findings(table)] == [("card-no-points", "warn")]
    assert score_recorded(table_sheets(table)).players[1].total == 33


@pytest.mark.parametrize("card", [cards(3, 52, 6, None), cards(3, 73, None, None)])
def test_such_a_card_without_points_makes_the_sums_unknown(card: dict[str, Mark | None]) -> None:
    assert findings(changed(competitive(), {"2": {**card, "score.cards": 99, "score.total": 99}})) == []
    log: dict[str, Mark | None] = {"sum.a-total": 44, "sum.together": 86}
    first = {field.replace("-03", "-05"): mark for field, mark in card.items()}
    totals = dict.fromkeys(("score.cards", "score.total"))
    assert findings(changed(together(), {"1": {**first, **totals}, "log": log})) == []


def test_the_numbers_of_cards_whose_points_are_known_are_enough_for_the_sums() -> None:
    lines: dict[str, Mark | None] = {"card-01.points": None, "card-02.points": None, "card-03.points": None}
    assert findings(changed(competitive(), {"1": lines})) == []
    wrong = findings(changed(competitive(), {"1": {**lines, "score.cards": 18, "score.total": 99}}))
    assert [found.why for found in wrong] == [
        "The box Cards is not what the cards bring (18 written, 17 computed).",
        "The box Total is not rating, forests and cards added up (99 written, 55 computed).",
    ]


def test_the_marker_of_the_dummy_may_be_noted_by_its_last_place_alone() -> None:
    six = stopped(6, 25)
    places: dict[str, Mark | None] = {f"dummy-tr.p{place}": None for place in (1, 3, 4, 5)}
    log = {**six, **places}
    assert "dummy-tr" not in {found.check for found in findings(changed(alone(), {"log": log}))}
    log |= {"dummy-tr.p2": None, "dummy-tr.p1": "crossed"}
    assert "dummy-tr" in {found.check for found in findings(changed(alone(), {"log": log}))}


def test_what_rises_by_itself_may_wait_for_the_next_round() -> None:
    log = {**stopped(10, 25), "auto-2.oxygen": None, "auto-3.temperature": None, "auto-4.temperature": None}
    assert "auto-count" not in {found.check for found in findings(changed(alone(), {"log": log}))}
    log |= stopped(11, 25) | {"r11.own-action": "crossed"}
    assert "auto-count" in {found.check for found in findings(changed(alone(), {"log": log}))}


@pytest.mark.parametrize(("level", "told"), [(1, ["auto-split"]), (2, ["auto-count"])])
def test_both_parameters_after_one_block_are_a_warning_on_the_lowest_level(
    level: int, told: list[str]
) -> None:
    both = changed(alone(level), {"log": {"auto-3.oxygen": "crossed"}})
    assert [found.check for found in findings(both)] == told


def test_the_total_of_a_log_is_believed_where_a_record_has_no_forests() -> None:
    forgotten = dict.fromkeys(("forest.points", "score.cards", "score.total"))
    assert findings(changed(together(), {"1": forgotten})) == []
    too_few = {"sum.a-total": 36, "sum.together": 78, "verdict.won": None}
    told = findings(changed(together(), {"1": forgotten, "log": too_few}))
    assert {found.check for found in told} == {"sums", "game-lost"}


def test_the_forests_that_a_card_counts_need_not_be_written_twice() -> None:
    blank: dict[str, Mark | None] = {"forest.points": None, "score.total": None}
    assert findings(changed(competitive(), {"1": blank})) == []


@pytest.mark.parametrize("make", [together, alone])
def test_what_is_left_is_not_asked_for_where_no_tie_can_be_broken(make: Make) -> None:
    left = dict.fromkeys(("left.money", "left.plants", "left.heat", "score.tie-break"))
    assert findings(changed(make(), {"1": {**left, "left.hand": 2}})) == []


@pytest.mark.parametrize("blank", [("sum.a-total",), ("sum.b-total",), ("sum.a-total", "sum.b-total")])
def test_what_both_have_together_is_held_against_the_records_where_the_log_has_no_totals(
    blank: tuple[str, ...],
) -> None:
    log: dict[str, Mark | None] = dict.fromkeys(blank)
    assert findings(changed(together(), {"log": log})) == []
    told = findings(changed(together(), {"log": {**log, "sum.together": 90}}))
    assert {(found.check, found.level) for found in told} == {("sums", "error")}
    assert "85 together" in told[0].why
    assert "90 is written" in told[0].why


def test_what_both_have_together_counts_where_a_record_has_no_forests() -> None:
    forgotten = dict.fromkeys(("forest.points", "score.cards", "score.total"))
    assert findings(changed(together(), {"1": forgotten, "log": {"sum.a-total": None}})) == []


def test_what_both_have_together_is_believed_where_a_record_is_missing() -> None:
    log = {"sum.a-total": None, "sum.together": 90}
    first, *others = changed(together(), {"log": log})
    assert findings(others) == []
    assert findings([first, others[-1]]) != []
