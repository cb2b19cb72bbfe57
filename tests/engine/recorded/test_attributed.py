"""Test that only the wrong sheet is reported if it contradicts both others and itself."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import UNSET

from fairsheet.engine.recorded.recorded_tables import table_sheets, verify_recorded
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.wording.formatting import format_verdict
from tests.engine.recorded.checking import Changes, changed
from tests.engine.recorded.gaia.gaia_tables import three as gaia
from tests.engine.recorded.pulsar.pulsar_tables import three as pulsar

Slip = tuple[str, int, str, str, Mapping[str, Mark | None]]  # sheet, players, check, wrong seat, its marks
SLIPS: list[Slip] = [
    ("gaia-record", 3, "planet-supply", "1", {"planet.terra": 9}),
    ("ares-record", 3, "tr-floor-competitive", "2", {"tr.final": 5}),
    ("ares-record", 3, "corp-unique", "2", {"corp.unmi": "crossed"}),
    ("pulsar-final", 3, "turn-order", "log", {"rank.seat-2": 4}),
    ("pulsar-final", 2, "turn-order", "log", {"rank.seat-1": 3}),
]
TWICE: Changes = {  # seat 1 has another error too
    "1": {"federation.ft-ore": 2, "score.final-1": 5},
    "2": {"federation.ft-ore": 2},
    "3": {"federation.ft-ore": None},
}


def table_of(sheet: str, players: int) -> list[Record]:
    return records_of_table(load_sheet(sheet), Table("otter", players))


def errors_of(table: list[Record], check: str) -> dict[str, list[str]]:
    """Return the messages that make each sheet illegal, by seat, or `log` for the table's sheet."""
    return {
        "log" if each.seat == NO_SEAT else str(each.seat): whys
        for each in verify_recorded(table_sheets(table)).sheets
        if (
            whys := [
                str(found.why)
                for found in each.findings or ()
                if (found.check, found.level) == (check, "error")
            ]
        )
    }


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{slip[0]}-{slip[2]}-{slip[1]}" for slip in SLIPS])
def test_only_the_sheet_that_contradicts_itself_is_reported(slip: Slip) -> None:
    sheet, players, check, owner, marks = slip
    reported = errors_of(changed(table_of(sheet, players), {owner: marks}), check)
    assert reported.keys() == {owner}
    assert not any("This compares" in why for why in reported[owner])


def test_heading_names_other_sheets_that_may_be_wrong() -> None:
    found = verify_recorded(table_sheets(changed(gaia(), TWICE))).sheets
    assert [(each.verdict, each.is_in_conflict) for each in found[:3]] == [
        ("illegal", False),
        ("illegal", True),
        ("legal", False),
    ]
    assert [each.compares for each in found[1].findings or ()] == [("seat 1", "seat 2")]
    words = format_verdict(found[1], load_sheet("gaia-record"), deal=None, doubts=None)
    assert words == "in conflict with the sheet of player 1: at least one of them is wrong"
    assert [each.conflict_with for each in found[:3]] == [(), (1,), UNSET]


def test_seat_outside_the_game_is_reported_with_the_seat_count() -> None:
    (why, _) = errors_of(changed(table_of("pulsar-final", 3), {"log": {"rank.seat-2": 4}}), "turn-order")[
        "log"
    ]
    assert why.endswith("(4 written, 3 at most).")


def test_another_error_elsewhere_excuses_no_other_sheet() -> None:
    assert errors_of(changed(gaia(), TWICE), "scores").keys() == {"1"}
    reported = errors_of(changed(gaia(), TWICE), "federation-supply")
    assert reported.keys() == {"1", "2"}
    assert all("This compares seat 1 and seat 2" in why for whys in reported.values() for why in whys)


def test_goal_points_against_the_own_total_accuse_no_other_sheet() -> None:
    slip = changed(pulsar(), {"2": {"final.goals": 8}})
    assert errors_of(slip, "final-goals").keys() == {"2"}
    consistent = changed(slip, {"2": {"final.total": None}})
    assert errors_of(consistent, "final-goals").keys() == {"2", "log"}
