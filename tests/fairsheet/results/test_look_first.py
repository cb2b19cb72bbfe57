"""The report of a batch begins with the tables that need a look, and states only known results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.record import NO_SEAT, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.base.doubt_files import DoubtsFile, write_doubts_file
from fairsheet.pipeline.base.values import TaskOptions
from fairsheet.results.league import standings
from fairsheet.results.look_first import to_look_at
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sides import FAR
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import UNSEEN
from tests.fairsheet.here import batch, impossible, records_of, write_records


def test_tables_to_look_at_come_first_with_their_reasons(tmp_path: Path, fairsheet: Any) -> None:
    club, out = tmp_path / "club", tmp_path / "out"
    write_records(club / "a", records_of("launch", "first"))
    write_records(club / "b", map(impossible, records_of("launch", "second")))
    write_records(club / "c", records_of("colony", "first")[:1])
    (club / "c" / "broken.json").write_text("{")
    illegal, incomplete = to_look_at(batch(club, out).tables)
    assert [illegal[0], incomplete[0]] == [
        "1 table is illegal",
        "1 table has doubts or missing sheets",
    ]
    ((_, reasons),) = illegal[1]
    reason_re = r"the sheets of Bot 1 \(seat 1\) and Bot 2 \(seat 2\): illegal, none of the 2 sheets fits"
    assert len(reasons) == 1 and re.match(reason_re, reasons[0])
    assert [why for _, why in incomplete[1]] == [["the sheet of player 2 is missing"]]
    outcome = fairsheet("batch", club, "-o", out, "--workers", 1)
    assert f"1 table is illegal:\n  Launch, seed second: {reasons[0]}\n" in outcome.out
    problem = "1 of 6 files could not be read, or not in full: c/broken.json; the report says why"
    assert problem in outcome.err
    assert problem in fairsheet("batch", club, "-o", out, "--json").err
    index = (out / "report/index.html").read_text()
    assert index.index("the sheet of player 2 is missing") < index.index("<h2>Tables")
    rows = [row for row in index.split("<tr>") if "Launch</td>" in row]
    (won,) = (row for row in rows if "seed first<" in row)
    (unranked,) = (row for row in rows if "seed second<" in row)
    assert "wins" in won and not re.search("Bot|wins|leads|first place", unranked)
    page = next((out / "report/tables").glob("launch-second*")).read_text()
    assert "Nobody is ranked." in page


def test_partly_unseen_sheet_needs_another_photo(tmp_path: Path, fairsheet: Any) -> None:
    record, *others = records_of("launch", "first")
    unseen = [field.id for field in load_sheet("launch").fields if field.kind == "slot"]
    seen = {field: mark for field, mark in record.marks.items() if field not in unseen}
    path, *_ = write_records(tmp_path / "club", [replace(record, marks=seen), *others])
    hidden = (Doubt.of(field, ((None, 1.0),), None, UNSEEN) for field in unseen)
    write_doubts_file(path, DoubtsFile("seat-1.jpg", tuple(hidden)))
    tables = batch(tmp_path / "club", tmp_path / "out").tables
    ((heading, ((_, reasons),)),) = to_look_at(tables)
    (reason,) = reasons
    assert heading == "1 table is undecided"
    assert [each.points for each in standings(tables) if each.doubts] == [0]
    assert re.fullmatch(r"Bot \d \(seat 1\): \d+ fields cannot be seen: photograph that part .*", reason)
    assert "review" not in fairsheet("batch", tmp_path / "club", "-o", tmp_path / "out", "--workers", 1).out
    assert "fairsheet review" not in (tmp_path / "out/report/index.html").read_text()


def test_unseen_sheet_counts_for_both_neighbours_who_share_it(tmp_path: Path) -> None:
    record, *_ = records = records_of("battle", "first", 3)
    path, *_ = write_records(tmp_path / "club", records)
    far = [field.id for field in load_sheet("battle").fields if field.side == FAR]
    blank = [field for field in far if field not in record.marks][:9]
    write_doubts_file(
        path, DoubtsFile("a.jpg", tuple(Doubt.of(f, ((None, 1.0),), None, UNSEEN) for f in blank))
    )
    (table,) = tables = batch(tmp_path / "club", tmp_path / "out").tables
    assert {game.player.seat: game.player.doubts for each in standings(tables) for game in each.played} == {
        1: 9,
        2: 9,
        3: 0,
    }
    assert not any(each.points for each in standings(tables)), "the ranking is unknown"
    assert table.proof and [each.settled for each in table.proof.sheets] == [False, False, True]


def test_several_reasons_are_a_list(tmp_path: Path) -> None:
    write_records(tmp_path / "club", map(impossible, records_of("colony", "first")[:1]))
    batch(tmp_path / "club", tmp_path / "out")
    index = (tmp_path / "out/report/index.html").read_text()
    assert "<ul><li><bdi>the sheet of Bot 1 (seat 1): illegal, " in index
    assert "<li><bdi>the sheet of player 2 is missing</bdi></li></ul>" in index


def test_winner_of_an_undecided_table_is_given_as_read(tmp_path: Path) -> None:
    write_records(tmp_path / "club", records_of("launch", "first"))
    hasty = TaskOptions(pages=200, work=0.001)
    (table,) = batch(tmp_path / "club", tmp_path / "out", options=hasty).tables
    assert table.verdict == "undecided"
    (page,) = (tmp_path / "out/report/tables").iterdir()
    assert re.search(r"As read, Bot \d wins with ", page.read_text())
    assert re.search(r"Bot \d</bdi> wins as read", (tmp_path / "out/report/index.html").read_text())


LOST = {  # tables of recorded games with their outcome
    "gaia-record": (Table("otter", 1, 4), "Bot 1</bdi> loses<"),
    "planet-record": (
        Table("otter", 1, 1, options={"events": {"red": 8, "orange": 3, "green": 9}}),
        "Bot 1</bdi> loses<",
    ),
    "ares-record": (
        Table("otter", 2, options={"mode": "coop"}),
        "Bot 1</bdi>, <bdi>Bot 2</bdi> lose together<",
    ),
}


@pytest.mark.parametrize("name", LOST)
def test_lost_games_have_no_winner(name: str, tmp_path: Path) -> None:
    game, outcome = LOST[name]
    records = records_of_table(load_sheet(name), game)
    for number, record in enumerate(records):
        write_records(tmp_path / "club" / str(number), [record])
    batch(tmp_path / "club", tmp_path / "out")
    index = (tmp_path / "out/report/index.html").read_text()
    title = load_sheet(name).title.partition(": ")[0]
    assert outcome in index and f"<td>{title}</td>" in index and f"<h2>{title} <" in index


def test_common_win_is_not_reported_without_the_log(tmp_path: Path) -> None:
    records = records_of_table(load_sheet("ares-record"), LOST["ares-record"][0])
    write_records(tmp_path / "club", [record for record in records if record.seat != NO_SEAT])
    batch(tmp_path / "club", tmp_path / "out")
    assert "Bot 2</bdi> together<" in (tmp_path / "out/report/index.html").read_text()


def test_player_without_points_is_not_ranked(tmp_path: Path) -> None:
    one, *others = records_of_table(load_sheet("pulsar-final"), Table("otter", 3))
    write_records(tmp_path / "club", [replace(one, marks={}), *others])
    batch(tmp_path / "club", tmp_path / "out")
    assert '<span class="soft">2 sheets</span>' in (tmp_path / "out/report/index.html").read_text()


def test_page_of_a_table_has_the_name_of_its_folder(tmp_path: Path) -> None:
    write_records(tmp_path / "club/north", records_of("launch", "first"))
    batch(tmp_path / "club", tmp_path / "out", table_by="^[^/]+")
    (page,) = (tmp_path / "out/report/tables").iterdir()
    assert "2 players, table north" in page.read_text()
