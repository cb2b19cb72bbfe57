"""What is said and ranked where sheets of a table, pages of a sheet, or blocks of a page are missing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.record import NO_SEAT, Record, Table, write_record
from engine.recorded.tables import score_recorded, table_sheets
from fairsheet.recording import records_of_table
from sheets.library import load_sheet

from .ares_tables import together
from .checking import findings, with_marks

TABLES = {
    "ares-coop": Table("gone", 2, options={"mode": "coop"}),
    "gaia-setup": Table("gone", 2),
    "gaia-automa": Table("gone", 1, 2),
    "pulsar-table": Table("gone", 2),
}


def planets() -> list[Record]:
    """Three players of Planet Unknown."""
    return records_of_table(load_sheet("planet-record"), Table("planet", 3))


def without_ink(record: Record, fields: Sequence[str]) -> Record:
    """A record on which some fields, by the beginning of their ids, bear no ink."""
    return with_marks(record, {field: None for field in record.marks if field.startswith(tuple(fields))})


def without_page_1(record: Record) -> Record:
    """A record of which the first page was not photographed."""
    field = load_sheet(record.sheet).field
    return without_ink(record, [id_ for id_ in record.marks if field[id_].page == 1])


def written(folder: Path, records: Sequence[Record]) -> Path:
    """A folder of records."""
    folder.mkdir()
    for record in records:
        name = record.sheet.partition("/")[0] + f"-{record.seat}.json"
        (folder / name).write_bytes(write_record(record))
    return folder


def test_a_sheet_without_its_first_page_is_not_ranked(fairsheet: Any, tmp_path: Path) -> None:
    first, second, third = planets()
    table = [first, without_page_1(second), third]
    assert sorted(seat for seats in score_recorded(table_sheets(table)).ranking for seat in seats) == [1, 3]
    scored = fairsheet("score", written(tmp_path / "records", table))
    assert scored.code == 3
    assert "page 1 of seat 2 bears no ink, so that its player is not ranked" in scored.err
    page = tmp_path / "report.html"
    assert fairsheet("report", tmp_path / "records", "-o", page).code in (0, 3)
    assert "sheets are missing" in page.read_text(encoding="utf-8")


def test_nobody_is_ranked_where_all_sheets_lack_a_page(fairsheet: Any, tmp_path: Path) -> None:
    table = [without_page_1(each) for each in planets()]
    score = score_recorded(table_sheets(table))
    assert (score.players, score.ranking) == ((), ())
    scored = fairsheet("score", written(tmp_path / "records", table))
    assert (scored.code, scored.out) == (3, "")
    assert "so that their players are not ranked" in scored.err
    page = tmp_path / "report.html"
    assert fairsheet("report", tmp_path / "records", "-o", page).code == 3
    assert "Nobody can be ranked: pages are missing." in page.read_text(encoding="utf-8")
    out = fairsheet("batch", tmp_path / "records", "-o", tmp_path / "out")
    assert out.code == 3
    assert (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").count("undecided") == 3


def test_a_blank_planet_without_points_counts_nothing() -> None:
    first, second, third = planets()
    blank = without_ink(first, ["cell.", "score."])
    players = {player.seat: player for player in score_recorded(table_sheets([blank, second, third])).players}
    assert players[1].parts["score.planet"] == 0
    assert [found.check for found in findings([blank, second, third]) if found.level == "warn"] == [
        "blank-block"
    ]
    believed = with_marks(blank, {"score.planet": 40})
    assert score_recorded(table_sheets([believed, second, third])).players[0].parts["score.planet"] == 40


@pytest.mark.parametrize("name", TABLES)
def test_a_missing_sheet_of_the_table_is_named(fairsheet: Any, tmp_path: Path, name: str) -> None:
    table = records_of_table(load_sheet(name), TABLES[name])
    words = fairsheet("verify", written(tmp_path / "some", [one for one in table if one.sheet != name])).err
    assert f"{name}, one for the table, is missing" in " ".join(words.split())
    assert "is missing" not in fairsheet("verify", written(tmp_path / "all", table)).err


def test_two_together_without_their_log_share_no_place(fairsheet: Any, tmp_path: Path) -> None:
    records = written(tmp_path / "records", [one for one in together() if one.seat != NO_SEAT])
    score, page = fairsheet("score", records), tmp_path / "report.html"
    assert "rank" not in score.out
    assert "who wins is not known from what is here: ares-coop is missing" in score.out
    assert fairsheet("report", records, "-o", page).code == 0
    words = page.read_text(encoding="utf-8")
    assert "share the first place" not in words
    assert "Who wins is not known from what is here: ares-coop is missing." in words


def test_a_missing_record_of_two_together_tells_of_no_rank(fairsheet: Any, tmp_path: Path) -> None:
    records = written(tmp_path / "records", [one for one in together() if one.seat != 2])
    assert fairsheet("score", records).err.strip() == "the sheet of seat 2 is missing"
