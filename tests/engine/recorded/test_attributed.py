"""Who contradicts others and the own sheet is wrong: nobody else is told."""

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

Slip = tuple[str, int, str, str, Mapping[str, Mark | None]]  # sheet, players, check, whose slip, its marks
SLIPS: list[Slip] = [
    ("gaia-record", 3, "planet-supply", "1", {"planet.terra": 9}),
    ("ares-record", 3, "tr-floor-competitive", "2", {"tr.final": 5}),
    ("ares-record", 3, "corp-unique", "2", {"corp.unmi": "crossed"}),
    ("pulsar-final", 3, "turn-order", "log", {"rank.seat-2": 4}),
    ("pulsar-final", 2, "turn-order", "log", {"rank.seat-1": 3}),
]
TWICE: Changes = {  # seat 1 is wrong elsewhere, too
    "1": {"federation.ft-ore": 2, "score.final-1": 5},
    "2": {"federation.ft-ore": 2},
    "3": {"federation.ft-ore": None},
}


def table_of(sheet: str, players: int) -> list[Record]:
    return records_of_table(load_sheet(sheet), Table("otter", players))


def errors_of(table: list[Record], check: str) -> dict[str, list[str]]:
    """By seat, or `log` for the table's sheet, what a check says that makes it illegal."""
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
def test_who_contradicts_the_own_sheet_alone_is_told(slip: Slip) -> None:
    sheet, players, check, owner, marks = slip
    told = errors_of(changed(table_of(sheet, players), {owner: marks}), check)
    assert told.keys() == {owner}
    assert not any("This compares" in why for why in told[owner])


def test_what_others_may_have_wrong_is_said_at_the_head() -> None:
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


def test_a_seat_that_does_not_play_is_told_with_how_many_there_are() -> None:
    (why, _) = errors_of(changed(table_of("pulsar-final", 3), {"log": {"rank.seat-2": 4}}), "turn-order")[
        "log"
    ]
    assert why.endswith("(4 written, 3 at most).")


def test_who_is_wrong_elsewhere_frees_nobody() -> None:
    assert errors_of(changed(gaia(), TWICE), "scores").keys() == {"1"}
    told = errors_of(changed(gaia(), TWICE), "federation-supply")
    assert told.keys() == {"1", "2"}
    assert all("This compares seat 1 and seat 2" in why for whys in told.values() for why in whys)


def test_points_of_goals_that_the_own_total_contradicts_are_not_told_of_the_sheet_of_the_table() -> None:
    slip = changed(pulsar(), {"2": {"final.goals": 8}})
    assert errors_of(slip, "final-goals").keys() == {"2"}
    consistent = changed(slip, {"2": {"final.total": None}})
    assert errors_of(consistent, "final-goals").keys() == {"2", "log"}
