"""Test every check of Pulsar 2849's ledgers, just met and just unmet, and the worked example of a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import pytest

from fairsheet.commands.score import show_score
from fairsheet.engine.recorded.pulsar._checks import CHECKS_IN_PYTHON
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.case_tables import assert_findings, names
from tests.engine.recorded.checking import (
    Case,
    assert_case,
    changed,
    each_case,
    findings,
    statements_broken,
    statements_of,
    with_marks,
)
from tests.engine.recorded.pulsar.pulsar_cases import CASES as FINAL_CASES
from tests.engine.recorded.pulsar.pulsar_goal_cases import CASES as GOAL_CASES
from tests.engine.recorded.pulsar.pulsar_ledger_cases import CASES, both
from tests.engine.recorded.pulsar.pulsar_tables import ledgers, none


@each_case(CASES)
def test_check_is_just_met_and_just_unmet(case: Case) -> None:
    assert_case(case)


# changes of the final sheet, and the named part of the ledger
SAME: list[tuple[Mapping[str, Mark | None], str]] = [
    ({**none("award.medium-7"), "award.medium-4": "crossed"}, "award.medium-7"),
    ({"spare.small": 2}, "spare.small"),
    (none("station.s06"), "station.s06"),
    (none("tech.t4a"), "tech.t4a"),
    ({"score.before": 102}, "round-8.score"),
    (none("tx.online-2"), "tx-2.online"),
    ({"claim-1.size-medium": "circled"}, "claim-1.size-medium"),
]


@pytest.mark.parametrize(("change", "named"), SAME)
def test_two_sheets_of_a_player_must_agree(change: Mapping[str, Mark | None], named: str) -> None:
    _, final, ledger, _ = both()
    assert findings([ledger, final]) == []
    reported = [
        found for found in findings([ledger, *changed([final], {"2": change})]) if found.check == "same-seat"
    ]
    assert [found.level for found in reported] == ["warn", "warn"]
    assert named in reported[1 if named not in reported[0].fields else 0].fields


def test_every_statement_of_the_ledgers_checks_is_tried() -> None:
    assert statements_of(["pulsar-ledger"]) - statements_broken(CASES) == set()


def test_every_check_between_sheets_is_tried() -> None:
    tried = {case[0] for case in (*CASES, *FINAL_CASES, *GOAL_CASES)}
    assert set(CHECKS_IN_PYTHON) <= tried | {"same-seat"}


def test_worked_example_scores_as_computed_by_hand() -> None:
    player = score_recorded(table_sheets(ledgers())).players[1]
    assert player.parts == {
        "final.purple": 3, "final.goals": 12, "final.pulsars": 1, "final.gyrodynes": 1, "final.cubes": 1,
        "final.initiative": 4, "final.stations": 16,
    }  # fmt: skip
    assert player.total == 141


# Players who do the final scoring on a final sheet leave these fields of the ledger blank.
OF_THE_END = ("spare.", "award.", "station.", "end.", "goal-", "final.")


def without(record: Record, begins: tuple[str, ...]) -> Record:
    """Return the record with blocks left blank."""
    return with_marks(record, {field: None for field in record.marks if field.startswith(begins)})


def test_end_may_be_only_on_the_final_sheet() -> None:
    _, final, ledger, _ = both()
    half = without(ledger, OF_THE_END)
    assert findings([half, final]) == []
    alone, together = (score_recorded(table_sheets(table)).players for table in ([final], [half, final]))
    assert [player.total for player in together] == [player.total for player in alone] == [141]


@pytest.mark.parametrize("makes_tie", [False, True])
def test_points_of_a_players_two_sheets_are_reported_in_any_order(
    makes_tie: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """The points are those of the scored sheet, the final sheet, whichever record is first."""
    _, final, ledger, third = both()
    if makes_tie:
        third = with_marks(third, {"score.before": 47 + 141 - 55})
    shown = set()
    for records in permutations([final, without(ledger, OF_THE_END), third]):
        layout = load_sheet(records[0].sheet)
        show_score(layout, ruleset_of(layout).score(records), list(records))
        shown.add(capsys.readouterr().out)
    (text,) = shown
    rows = [line.split() for line in text.splitlines()]
    assert ["After", "round", "8", *(("133", "103") if makes_tie else ("103", "47"))] in rows
    assert ("(7 against 4)" in text) == makes_tie


def test_tie_is_broken_by_a_place_known_without_its_box(capsys: pytest.CaptureFixture[str]) -> None:
    blank = none("final.initiative", "final.total")
    table = changed(ledgers(), {"1": blank, "2": blank})
    first, second, *_ = score_recorded(table_sheets(table)).players
    score = table[0].marks["round-8.score"]
    assert isinstance(score, int)
    table = changed(table, {"1": {"round-8.score": score + second.total - first.total}})
    layout = load_sheet("pulsar-ledger")
    show_score(layout, ruleset_of(layout).score(table), table)
    assert "at equal totals: further ahead on the initiative track" in capsys.readouterr().out


def test_marks_only_on_the_ledger_count() -> None:
    _, final, ledger, _ = both()
    bare = with_marks(
        final, {field: None for field in final.marks if not field.startswith(("end.", "rank."))}
    )
    assert findings([ledger, bare]) == []
    (player,) = score_recorded(table_sheets([ledger, bare])).players
    assert (player.total, player.differences) == (141, ())


def test_awards_may_be_only_on_the_final_sheet() -> None:
    blank = changed(ledgers(), {"2": none("award.medium-7")})
    (lacking,) = findings(blank)
    claims = [field for n in (1, 3) for field in (f"claim-{n}.size-medium", f"claim-{n}.built")]
    assert (lacking.check, lacking.fields) == ("awards", ("award.medium-7", *claims))
    assert findings([*blank, both()[1]]) == []


def test_nothing_is_replayed_without_a_ledger() -> None:
    broken = changed(ledgers(), {"1": {"draft-1.die-1": 3}})
    assert {found.check for found in findings(broken)} == {"draft-dice"}
    assert findings(broken[:2] + broken[3:]) == []


def test_rounds_after_an_impossible_pick_are_not_judged() -> None:
    assert_findings(
        ("ledgers", "1: draft-3.die-1=6 2: round-4.loss=-", "+draft-dice -losses +running-score"),
        names(globals()),
    )
