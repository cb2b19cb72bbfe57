"""Test every check of Ares Expedition with a table that just meets it and one that just does not."""

from __future__ import annotations

import pytest

from fairsheet.engine.recorded.ares._checks import CHECKS_IN_PYTHON
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.ares import ares_cases, ares_log_cases, ares_tables
from tests.engine.recorded.ares.ares_tables import competitive, together
from tests.engine.recorded.case_tables import assert_findings, lines_of, names
from tests.engine.recorded.checking import (
    Case,
    assert_case,
    changed,
    each_case,
    findings,
    statements_broken,
    statements_of,
)

CASES = [*ares_cases.CASES, *ares_log_cases.CASES]


@each_case(CASES)
def test_check_is_just_met_and_just_unmet(case: Case) -> None:
    assert_case(case)


def test_every_statement_of_every_check_is_tried() -> None:
    stated = statements_of(["ares-record", "ares-coop", "ares-solo"])
    assert stated - statements_broken(CASES) == set()
    assert {case[0] for case in CASES} == {check for _, check, _ in stated} | set(CHECKS_IN_PYTHON)


FINDINGS = """
# A card without any marks makes the sums unknown, and so does a card with differing sources.
competitive | 1: card-04.units,card-04.points=- |
together | 2: card-03.units,card-03.points=- |
competitive | 2: cards(3,52,6,-) score.cards,score.total=99 |
competitive | 2: cards(3,73,-,-) score.cards,score.total=99 |
together | 1: cards(5,52,6,-) score.cards,score.total=- log: sum.a-total=44 sum.together=86 |
together | 1: cards(5,73,-,-) score.cards,score.total=- log: sum.a-total=44 sum.together=86 |
# If a resource is blank, the tie-break is believed; it is not asked for if no tie can be broken.
competitive | 1: left.plants,left.heat=- score.tie-break=12 |
competitive | 1: left.plants,left.heat=- score.tie-break=25 |
together | 1: left.money,left.plants,left.heat,score.tie-break=- left.hand=2 |
alone | 1: left.money,left.plants,left.heat,score.tie-break=- left.hand=2 |
# The marker of the dummy may be noted only by its last place.
alone | log: stopped(6,25) dummy-tr.p1,dummy-tr.p3,dummy-tr.p4,dummy-tr.p5=- | -dummy-tr
alone | log: stopped(6,25) dummy-tr.p2,dummy-tr.p3,dummy-tr.p4,dummy-tr.p5=- dummy-tr.p1=x | +dummy-tr
# An automatic step may wait for the next round.
alone | log: stopped(10,25) auto-2.oxygen,auto-3.temperature,auto-4.temperature=- | -auto-count
alone | log: stopped(10,25) r11.own-action=x auto-2.oxygen,auto-3.temperature,auto-4.temperature=- | +auto-count
alone | log: auto-3.temperature=- temp.s12,temp.s13,oxygen.s09=12 | -tr-floor
# Both parameters after one block are a warning on the lowest level.
low | log: auto-3.oxygen=x | auto-split:warn
alone | log: auto-3.oxygen=x | auto-count:error
# If a record has no forests, the total of its log is believed, and the shared sum counts.
together | 1: forest.points,score.cards,score.total=- |
together | 1: forest.points,score.cards,score.total=- log: sum.a-total=- |
together | 1: forest.points,score.cards,score.total=- log: sum.a-total=36 sum.together=78 verdict.won=-
    | sums:error game-lost:note
# The forests that a card counts need not be written twice.
competitive | 1: forest.points,score.total=- |
"""
KNOWN = names(globals(), ares_tables, ares_cases, ares_log_cases)


@pytest.mark.parametrize("line", lines_of(FINDINGS), ids=str)
def test_unknown_marks_accuse_nobody_and_known_ones_do(line: list[str]) -> None:
    assert_findings(line, KNOWN)


def test_written_points_of_a_card_with_differing_sources_count() -> None:
    table = changed(
        competitive(), {"2": {**ares_cases.cards(3, 52, 6, 3), "score.cards": 6, "score.total": 33}}
    )
    assert [(found.check, found.level) for found in findings(table)] == [("card-no-points", "warn")]
    assert score_recorded(table_sheets(table)).players[1].total == 33


def test_numbers_of_cards_with_known_points_suffice_for_the_sums() -> None:
    lines: dict[str, Mark | None] = {"card-01.points": None, "card-02.points": None, "card-03.points": None}
    assert findings(changed(competitive(), {"1": lines})) == []
    wrong = findings(changed(competitive(), {"1": {**lines, "score.cards": 18, "score.total": 99}}))
    assert [found.why for found in wrong] == [
        "The box Cards is not what the cards bring (18 written, 17 computed).",
        "The box Total is not rating, forests and cards added up (99 written, 55 computed).",
    ]


@pytest.mark.parametrize("blank", [("sum.a-total",), ("sum.b-total",), ("sum.a-total", "sum.b-total")])
def test_shared_marks_are_checked_against_records_without_log_totals(blank: tuple[str, ...]) -> None:
    log: dict[str, Mark | None] = dict.fromkeys(blank)
    assert findings(changed(together(), {"log": log})) == []
    reported = findings(changed(together(), {"log": {**log, "sum.together": 90}}))
    assert {(found.check, found.level) for found in reported} == {("sums", "error")}
    assert "85 computed" in reported[0].why
    assert "90 written" in reported[0].why


def test_shared_marks_are_believed_if_a_record_is_missing() -> None:
    log = {"sum.a-total": None, "sum.together": 90}
    first, *others = changed(together(), {"log": log})
    assert findings(others) == []
    assert findings([first, others[-1]]) != []
