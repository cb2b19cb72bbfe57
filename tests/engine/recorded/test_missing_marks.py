"""Test missing marks: they are asked for and prove nothing, unless the game requires them."""

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

LEVELS = ("warn", "note")  # for a sum that a missing mark may explain, and for one that none does
ROWS = [  # sheet, players, options, and the marks of which one is forgotten
    ("gaia-record", 3, {}, r"\S+\.l\d"),
    ("planet-record", 3, {}, r"track-\S+"),
    ("ares-coop", 2, {"mode": "coop"}, r"r0[25]\..*|ocean\.s[18]"),
    ("pulsar-final", 2, {}, r"rank\..*"),
    ("pulsar-ledger", 3, {}, r"draft-[12]\.move-.*"),
    ("pulsar-table", 3, {"dice": "own"}, r"roll-.*"),
]


@pytest.mark.parametrize(("sheet", "players", "options", "row"), ROWS, ids=[row[0] for row in ROWS])
def test_forgotten_mark_accuses_nobody(sheet: str, players: int, options: dict[str, str], row: str) -> None:
    table = records_of_table(load_sheet(sheet), Table("forgotten", players, options=dict(options)))
    questions = 0
    for place, record in enumerate(table):
        for field in record.marks:
            if re.fullmatch(row, field):
                reported = findings(replaced(table, place, with_marks(record, {field: None})))
                assert [each for each in reported if each.level == "error"] == [], field
                questions += bool(reported)
    assert questions


def replaced(table: Sequence[Record], place: int, record: Record) -> list[Record]:
    return [*table[:place], record, *table[place + 1 :]]


def verdict_on_first(table: Sequence[Record], **changes: Mark | None) -> SheetVerdict:
    changed = replaced(table, 0, with_marks(table[0], changes))
    return verify_recorded(table_sheets(changed)).sheets[0]


@pytest.mark.parametrize(("more", "level"), [(0, "warn"), (90, "note")])
def test_missing_mark_explains_some_points_and_not_others(more: int, level: str) -> None:
    table = records_of_table(load_sheet("planet-record"), Table("forgotten", 3))
    points = table[0].marks["score.tracks"]
    assert isinstance(points, int)
    levels = set()
    for field in table[0].marks:
        if field.startswith("track-"):
            found = verdict_on_first(table, **{field: None, "score.tracks": points + more}).findings or ()
            levels |= {each.level for each in found if each.check == "sums"}
    assert max(levels, key=LEVELS.index) == level


def test_missing_required_mark_is_not_called_a_contradiction() -> None:
    found = verdict_on_first(noted_alone(), **{"turn-05.inner": None})
    assert found.verdict == "illegal"
    (error,) = (each for each in found.findings or () if each.level == "error")
    assert error.is_missing is True
    assert found.lacks_only_marks
    assert set(error.culprits or ()) == {"turn-05.inner", "turn-05.outer"}
    words = format_verdict(found, load_sheet("planet-record"), deal=None, doubts=None)
    assert words == "illegal, a required mark is missing"


def test_turns_after_an_abandoned_strip_are_missing() -> None:
    table = noted_alone()
    later = {field: None for field in table[0].marks if field.startswith("turn-") and field > "turn-09"}
    found = verdict_on_first(table, **later).findings or ()
    missing = {field[:7] for each in found if each.check == "strip-rows" for field in each.culprits or ()}
    assert min(missing) == "turn-09"


def test_repeated_sentence_is_shown_once_with_all_its_places() -> None:
    table = list(together())
    cubes = {field: None for field in table[-1].marks if "-cube-" in field and field > "r04"}
    verdict = verify_recorded(table_sheets([*table[:-1], with_marks(table[-1], cubes)])).sheets[-1]
    assert verdict.verdict == "undecided"
    ((words, fields, others),) = reasons_of(verdict, table_sheets(table)[-1][0])
    assert words == ["warn: Each player takes one cube in a round (none is marked)."]
    assert [field[:5] for field in fields[:4]] == ["r04.a", "r04.b", "r05.a", "r05.b"]
    every = [field for each in verdict.findings or () for field in each.culprits or each.fields]
    assert sorted((*fields, *others)) == sorted(set(every)) and len(every) > len(fields)


def test_one_of_two_initiative_places_keeps_the_written_points() -> None:
    table = two_of_pulsar()
    field = next(field for field in table[0].marks if field.startswith("rank.place-"))
    reported: list[Finding] = findings(replaced(table, 0, with_marks(table[0], {field: None})))
    assert {(each.check, each.level) for each in reported} == {("final-initiative", "warn")}


def test_uncrossed_card_that_gave_a_tile_is_missing() -> None:
    table = records_of_table(load_sheet("planet-record"), Table("tile 5", 3))
    card = "civ-card.r1-free-tile-no-advance"
    assert card in table[0].marks
    found = verdict_on_first(table, **{card: None}).findings or ()
    assert {each.level for each in found if each.check == "area-exact"} == {"warn"}
    empty = [
        field for field, mark in table[0].marks.items() if field.startswith("cell.") and mark == "crossed"
    ]
    more: dict[str, Mark | None] = dict.fromkeys(empty[:12])  # more than the cells of a tile
    found = verdict_on_first(table, **{card: None, **more}).findings or ()
    assert {each.level for each in found if each.check == "area-exact"} == {"error"}
