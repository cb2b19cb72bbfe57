"""A mark that is merely missing is asked for and proves nothing; only what the game asks for makes a sheet illegal."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from fairsheet.engine.checks.verdict import Finding, SheetVerdict
from fairsheet.engine.recorded.recorded_tables import table_sheets, verify_recorded
from fairsheet.engine.records.record import Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.wording.formatting import format_verdict, reasons_of
from tests.engine.recorded.ares.ares_tables import together
from tests.engine.recorded.checking import findings, with_marks
from tests.engine.recorded.planet.cases.strip import noted_alone
from tests.engine.recorded.pulsar.pulsar_tables import two as two_of_pulsar

LEVELS = ("warn", "note")  # of a sum that a missing mark may explain, and of one that none does
ROWS = [  # sheet, players, options, and the marks of which one is forgotten
    ("gaia-record", 3, {}, r"\S+\.l\d"),
    ("planet-record", 3, {}, r"track-\S+"),
    ("ares-coop", 2, {"mode": "coop"}, r"r0[25]\..*|ocean\.s[18]"),
    ("pulsar-final", 2, {}, r"rank\..*"),
    ("pulsar-ledger", 3, {}, r"draft-[12]\.move-.*"),
    ("pulsar-table", 3, {"dice": "own"}, r"roll-.*"),
]


@pytest.mark.parametrize(("sheet", "players", "options", "row"), ROWS, ids=[row[0] for row in ROWS])
def test_a_forgotten_mark_accuses_nobody(sheet: str, players: int, options: dict[str, str], row: str) -> None:
    table = records_of_table(load_sheet(sheet), Table("forgotten", players, options=dict(options)))
    asked = 0
    for place, record in enumerate(table):
        for field in record.marks:
            if re.fullmatch(row, field):
                told = findings(replaced(table, place, with_marks(record, {field: None})))
                assert [each for each in told if each.level == "error"] == [], field
                asked += bool(told)
    assert asked


def replaced(table: Sequence[Record], place: int, record: Record) -> list[Record]:
    return [*table[:place], record, *table[place + 1 :]]


def verdict_on_first(table: Sequence[Record], **changes: Mark | None) -> SheetVerdict:
    changed = replaced(table, 0, with_marks(table[0], changes))
    return verify_recorded(table_sheets(changed)).sheets[0]


@pytest.mark.parametrize(("more", "level"), [(0, "warn"), (90, "note")])
def test_a_missing_mark_explains_some_points_and_not_others(more: int, level: str) -> None:
    table = records_of_table(load_sheet("planet-record"), Table("forgotten", 3))
    points = table[0].marks["score.tracks"]
    assert isinstance(points, int)
    levels = set()
    for field in table[0].marks:
        if field.startswith("track-"):
            found = verdict_on_first(table, **{field: None, "score.tracks": points + more}).findings or ()
            levels |= {each.level for each in found if each.check == "sums"}
    assert max(levels, key=LEVELS.index) == level


def test_what_the_game_asks_for_is_said_to_be_missing_and_not_to_contradict_itself() -> None:
    found = verdict_on_first(noted_alone(), **{"turn-05.inner": None})
    assert found.verdict == "illegal"
    (error,) = (each for each in found.findings or () if each.level == "error")
    assert error.is_missing is True
    assert found.lacks_only_marks
    assert set(error.culprits or ()) == {"turn-05.inner", "turn-05.outer"}
    words = format_verdict(found, load_sheet("planet-record"), deal=None, doubts=None)
    assert words == "illegal, a required mark is missing"


def test_of_a_strip_that_was_given_up_the_turns_behind_it_are_missing() -> None:
    table = noted_alone()
    later = {field: None for field in table[0].marks if field.startswith("turn-") and field > "turn-09"}
    found = verdict_on_first(table, **later).findings or ()
    missing = {field[:7] for each in found if each.check == "strip-rows" for field in each.culprits or ()}
    assert min(missing) == "turn-09"


def test_one_sentence_is_told_once_with_all_its_places() -> None:
    table = list(together())
    cubes = {field: None for field in table[-1].marks if "-cube-" in field and field > "r04"}
    verdict = verify_recorded(table_sheets([*table[:-1], with_marks(table[-1], cubes)])).sheets[-1]
    assert verdict.verdict == "undecided"
    ((words, fields, _),) = reasons_of(verdict, table_sheets(table)[-1][0])
    assert words == ["warn: Each player takes one cube in a round (none is marked)."]
    assert [field[:5] for field in fields[:4]] == ["r04.a", "r04.b", "r05.a", "r05.b"]


def test_one_of_two_places_on_the_initiative_track_keeps_the_points_that_are_written() -> None:
    table = two_of_pulsar()
    field = next(field for field in table[0].marks if field.startswith("rank.place-"))
    told: list[Finding] = findings(replaced(table, 0, with_marks(table[0], {field: None})))
    assert {(each.check, each.level) for each in told} == {("final-initiative", "warn")}


def test_a_card_that_brought_a_tile_and_is_not_crossed_is_missing() -> None:
    table = records_of_table(load_sheet("planet-record"), Table("tile 5", 3))
    card = "civ-card.r1-free-tile-no-advance"
    assert card in table[0].marks
    found = verdict_on_first(table, **{card: None}).findings or ()
    assert {each.level for each in found if each.check == "area-exact"} == {"warn"}
    empty = [
        field for field, mark in table[0].marks.items() if field.startswith("cell.") and mark == "crossed"
    ]
    more: dict[str, Mark | None] = dict.fromkeys(empty[:12])  # than a tile has cells
    found = verdict_on_first(table, **{card: None, **more}).findings or ()
    assert {each.level for each in found if each.check == "area-exact"} == {"error"}
