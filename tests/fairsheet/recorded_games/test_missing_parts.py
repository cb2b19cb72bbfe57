"""What is said and ranked where sheets of a table, pages of a sheet, or blocks of a page are missing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairsheet.cli import program
from fairsheet.commands.batch import exit_code
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record, Table, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.process.exits import ExitCode
from fairsheet.report.contents import ReportSheet, ReportTable
from fairsheet.report.narrative import TableView, table_view
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.recorded.ares.ares_tables import together
from tests.engine.recorded.checking import changed, findings, with_marks
from tests.fairsheet.here import batch, write_records

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


def said_of(command: str, folder: Path, records: Sequence[Record]) -> Result:
    """What a command says of records in a folder."""
    folder.mkdir()
    for record in records:
        name = record.sheet.partition("/")[0] + f"-{record.seat}.json"
        (folder / name).write_bytes(write_record(record))
    return CliRunner().invoke(program, [command, str(folder)], standalone_mode=False)


def report_of(records: Sequence[Record]) -> TableView:
    """What a report says of a table that nobody proved."""
    sheet, shown = load_sheet(records[0].sheet), tuple(ReportSheet(record) for record in records)
    return table_view(ReportTable(sheet, shown, None, ruleset_of(sheet).score(records)))


def test_a_sheet_without_its_first_page_is_not_ranked(tmp_path: Path) -> None:
    first, second, third = planets()
    table = [first, without_page_1(second), third]
    assert sorted(seat for seats in score_recorded(table_sheets(table)).ranking for seat in seats) == [1, 3]
    scored = said_of("score", tmp_path / "records", table)
    assert scored.return_value == 3
    line = "page 1 of seat 2 has no ink, so its player is not ranked"
    assert line in scored.stderr
    view = report_of(table)
    assert view.headline.endswith("; sheets are missing.")
    assert any(notice.startswith(f"P{line[1:]}") for notice in view.notices)


def test_who_plays_alone_without_a_target_is_told_so(tmp_path: Path) -> None:
    alone = records_of_table(load_sheet("planet-record"), Table("planet", 1, 1))
    assert "winner unknown: “Solo target” is blank" in said_of("score", tmp_path / "records", alone).stdout


def the_sheet_of(name: str) -> str:
    """A sheet by the words that are printed above it."""
    _, _, words = load_sheet(name).title.partition(": ")
    return f"the sheet “{words}”"


@pytest.mark.parametrize(("name", "beside"), [("gaia-automa", "gaia-record"), ("ares-coop", "ares-record")])
def test_a_blank_sheet_of_an_opponent_or_log_is_not_there(name: str, beside: str, tmp_path: Path) -> None:
    table = records_of_table(load_sheet(beside), TABLES[name])
    blank = [without_ink(each, [""]) if each.sheet == name else each for each in table]
    assert [found.check for found in findings(blank) if found.level != "note"] == ["page-missing"]
    score = score_recorded(table_sheets(blank))
    assert NO_SEAT not in {player.seat for player in score.players} and not isinstance(score.winner, str)
    scored = said_of("score", tmp_path / "records", blank)
    assert f"winner unknown: {the_sheet_of(name)} is missing" in scored.stdout


def test_a_log_alone_tells_who_wins(tmp_path: Path) -> None:
    table = records_of_table(load_sheet("ares-record"), TABLES["ares-coop"])
    (log,) = (each for each in table if each.sheet == "ares-coop")
    players = [without_ink(each, [""]) for each in table if each.sheet != "ares-coop"]
    for number, records in enumerate(([log], [log, *players])):
        assert "wins" in said_of("score", tmp_path / str(number), records).stdout
    assert (
        "the sheet of seat 1 and the sheet of seat 2 have no ink"
        in said_of("score", tmp_path / "again", [log, *players]).stderr
    )


def test_nobody_is_ranked_where_all_sheets_lack_a_page(tmp_path: Path) -> None:
    table = [without_page_1(each) for each in planets()]
    score = score_recorded(table_sheets(table))
    assert (score.players, score.ranking) == ((), ())
    scored = said_of("score", tmp_path / "records", table)
    assert (scored.return_value, scored.stdout) == (3, "")
    assert "so their players are not ranked" in scored.stderr
    assert report_of(table).headline == "Nobody can be ranked: pages are missing."
    assert exit_code(batch(tmp_path / "records", tmp_path / "out")) == ExitCode.NEEDS_REVIEW
    assert (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").count("undecided") == 3


@pytest.mark.parametrize(("in_part", "said"), [(False, "wins"), (True, "leads as read")])
def test_nobody_wins_a_table_where_a_sheet_lacks_a_page(in_part: bool, said: str, tmp_path: Path) -> None:
    first, second, third = planets()
    write_records(tmp_path / "club", [without_page_1(first) if in_part else first, second, third])
    batch(tmp_path / "club", tmp_path / "out")
    index = (tmp_path / "out" / "report" / "index.html").read_text(encoding="utf-8")
    row = index[index.index("<h2>Tables") :].split("<tr>")[2]
    assert row.partition("</bdi> ")[2].split("<")[0] == said


@pytest.mark.parametrize(("rating", "ranks"), [(23, ["1", "1"]), (21, ["", ""])])
def test_who_loses_together_has_no_rank_in_a_batch(rating: int, ranks: list[str], tmp_path: Path) -> None:
    write_records(tmp_path / "club", changed(together(), {"1": {"tr.final": rating}}))
    batch(tmp_path / "club", tmp_path / "out")
    rows = (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").splitlines()
    assert [row.split(",")[-2] for row in rows[1:]] == ranks
    (table,) = (tmp_path / "out" / "tables.jsonl").read_text(encoding="utf-8").splitlines()
    assert (json.loads(table)["sheet"], json.loads(table)["missing"]) == ("ares-record", [])


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
def test_a_missing_sheet_of_the_table_is_named(tmp_path: Path, name: str) -> None:
    table = records_of_table(load_sheet(name), TABLES[name])
    some = said_of("verify", tmp_path / "some", [one for one in table if one.sheet != name])
    assert f"{the_sheet_of(name)} (one for the table) is missing" in " ".join(some.stderr.split())
    assert "missing" not in said_of("verify", tmp_path / "all", table).stderr


def test_two_together_without_their_log_share_no_place(tmp_path: Path) -> None:
    records = [one for one in together() if one.seat != NO_SEAT]
    scored = said_of("score", tmp_path / "records", records)
    line = "inner unknown: the sheet “two together” is missing"
    assert "rank" not in scored.stdout and f"w{line}\n" in scored.stdout
    view = report_of(records)
    assert view.headline == f"W{line}." and not view.is_ranked
    assert report_of(together()).headline.endswith("win together, with 85 points.")


def test_a_missing_record_of_two_together_tells_of_no_rank(tmp_path: Path) -> None:
    records = [one for one in together() if one.seat != 2]
    assert said_of("score", tmp_path / "records", records).stderr == "the sheet of seat 2 is missing\n"
