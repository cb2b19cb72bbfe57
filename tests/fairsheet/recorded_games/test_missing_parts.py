"""Messages and rankings if sheets of a table, pages of a sheet, or blocks of a page are missing."""

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
from fairsheet.reports.contents import ReportSheet, ReportTable
from fairsheet.reports.narrative import TableView, table_view
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


def planet_records() -> list[Record]:
    """Return records of three players of Planet Unknown."""
    return records_of_table(load_sheet("planet-record"), Table("planet", 3))


def without_ink(record: Record, prefixes: Sequence[str]) -> Record:
    """Return a record without ink in the fields whose ids begin with these prefixes."""
    return with_marks(record, {field: None for field in record.marks if field.startswith(tuple(prefixes))})


def without_page_1(record: Record) -> Record:
    """Return a record whose first page was not photographed."""
    field = load_sheet(record.sheet).field
    return without_ink(record, [id_ for id_ in record.marks if field[id_].page == 1])


def run_on(command: str, folder: Path, records: Sequence[Record]) -> Result:
    """Write records to a folder and run a command on it."""
    folder.mkdir()
    for record in records:
        name = record.sheet.partition("/")[0] + f"-{record.seat}.json"
        (folder / name).write_bytes(write_record(record))
    return CliRunner().invoke(program, [command, str(folder)], standalone_mode=False)


def report_of(records: Sequence[Record]) -> TableView:
    """Return the report of a table without a proof."""
    sheet, shown = load_sheet(records[0].sheet), tuple(ReportSheet(record) for record in records)
    return table_view(ReportTable(sheet, shown, None, ruleset_of(sheet).score(records)))


def test_sheet_without_its_first_page_is_not_ranked(tmp_path: Path) -> None:
    first, second, third = planet_records()
    table = [first, without_page_1(second), third]
    assert sorted(seat for seats in score_recorded(table_sheets(table)).ranking for seat in seats) == [1, 3]
    scored = run_on("score", tmp_path / "records", table)
    assert scored.return_value == 3
    line = "page 1 of player Bot 2 is missing or blank, so its player is not ranked"
    assert line in scored.stderr
    view = report_of(table)
    assert view.headline.endswith("; sheets are missing.")
    assert any(notice.startswith(f"P{line[1:]}") for notice in view.notices)


def test_solo_game_without_a_target_has_an_unknown_winner(tmp_path: Path) -> None:
    alone = records_of_table(load_sheet("planet-record"), Table("planet", 1, 1))
    assert "winner unknown: “Solo target” is blank" in run_on("score", tmp_path / "records", alone).stdout


def sheet_name(name: str) -> str:
    """Return the name of a sheet with the words printed above it."""
    _, _, words = load_sheet(name).title.partition(": ")
    return f"the sheet “{words}”"


@pytest.mark.parametrize(("name", "other"), [("gaia-automa", "gaia-record"), ("ares-coop", "ares-record")])
def test_blank_opponent_sheet_or_log_counts_as_missing(name: str, other: str, tmp_path: Path) -> None:
    table = records_of_table(load_sheet(other), TABLES[name])
    blank = [without_ink(each, [""]) if each.sheet == name else each for each in table]
    assert [finding.check for finding in findings(blank) if finding.level != "note"] == ["page-missing"]
    score = score_recorded(table_sheets(blank))
    assert NO_SEAT not in {player.seat for player in score.players} and not isinstance(score.winner, str)
    scored = run_on("score", tmp_path / "records", blank)
    assert f"winner unknown: {sheet_name(name)} is missing" in scored.stdout


def test_log_decides_the_winner_without_player_sheets(tmp_path: Path) -> None:
    table = records_of_table(load_sheet("ares-record"), TABLES["ares-coop"])
    (log,) = (each for each in table if each.sheet == "ares-coop")
    players = [without_ink(each, [""]) for each in table if each.sheet != "ares-coop"]
    for number, records in enumerate(([log], [log, *players])):
        assert "wins" in run_on("score", tmp_path / str(number), records).stdout
    assert (
        "the sheet of player Bot 1 and the sheet of player Bot 2 are missing or blank"
        in run_on("score", tmp_path / "again", [log, *players]).stderr
    )


def test_sheets_that_all_lack_a_page_are_not_ranked(tmp_path: Path) -> None:
    table = [without_page_1(each) for each in planet_records()]
    score = score_recorded(table_sheets(table))
    assert (score.players, score.ranking) == ((), ())
    scored = run_on("score", tmp_path / "records", table)
    assert (scored.return_value, scored.stdout) == (3, "")
    assert "so their players are not ranked" in scored.stderr
    assert report_of(table).headline == "Nobody can be ranked: pages are missing."
    assert exit_code(batch(tmp_path / "records", tmp_path / "out")) == ExitCode.NEEDS_REVIEW
    assert (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").count("undecided") == 3


@pytest.mark.parametrize(("in_part", "outcome"), [(False, "wins"), (True, "leads as read")])
def test_table_with_a_missing_page_has_no_winner(in_part: bool, outcome: str, tmp_path: Path) -> None:
    first, second, third = planet_records()
    write_records(tmp_path / "club", [without_page_1(first) if in_part else first, second, third])
    batch(tmp_path / "club", tmp_path / "out")
    index = (tmp_path / "out" / "report" / "index.html").read_text(encoding="utf-8")
    row = index[index.index("<h2>Tables") :].split("<tr>")[2]
    assert row.partition("</bdi> ")[2].split("<")[0] == outcome


@pytest.mark.parametrize(("rating", "ranks"), [(23, ["1", "1"]), (21, ["", ""])])
def test_players_who_lose_together_have_no_rank(rating: int, ranks: list[str], tmp_path: Path) -> None:
    write_records(tmp_path / "club", changed(together(), {"1": {"tr.final": rating}}))
    batch(tmp_path / "club", tmp_path / "out")
    rows = (tmp_path / "out" / "results.csv").read_text(encoding="utf-8").splitlines()
    assert [row.split(",")[-2] for row in rows[1:]] == ranks
    (table,) = (tmp_path / "out" / "tables.jsonl").read_text(encoding="utf-8").splitlines()
    assert (json.loads(table)["sheet"], json.loads(table)["missing"]) == ("ares-record", [])


def test_blank_planet_without_points_counts_as_zero() -> None:
    first, second, third = planet_records()
    blank = without_ink(first, ["cell.", "score."])
    players = {player.seat: player for player in score_recorded(table_sheets([blank, second, third])).players}
    assert players[1].parts["score.planet"] == 0
    assert [finding.check for finding in findings([blank, second, third]) if finding.level == "warn"] == [
        "blank-block"
    ]
    written = with_marks(blank, {"score.planet": 40})
    assert score_recorded(table_sheets([written, second, third])).players[0].parts["score.planet"] == 40


@pytest.mark.parametrize("name", TABLES)
def test_verify_names_a_missing_sheet_of_the_table(tmp_path: Path, name: str) -> None:
    table = records_of_table(load_sheet(name), TABLES[name])
    some = run_on("verify", tmp_path / "some", [one for one in table if one.sheet != name])
    assert f"{sheet_name(name)} (one for the table) is missing" in " ".join(some.stderr.split())
    assert "missing" not in run_on("verify", tmp_path / "all", table).stderr


def test_cooperative_table_without_its_log_has_no_ranking(tmp_path: Path) -> None:
    records = [one for one in together() if one.seat != NO_SEAT]
    scored = run_on("score", tmp_path / "records", records)
    line = "inner unknown: the sheet “two together” is missing"
    assert "rank" not in scored.stdout and f"w{line}\n" in scored.stdout
    view = report_of(records)
    assert view.headline == f"W{line}." and not view.is_ranked
    assert report_of(together()).headline.endswith("win together, with 85 points.")


def test_missing_record_of_a_cooperative_table_mentions_no_rank(tmp_path: Path) -> None:
    records = [one for one in together() if one.seat != 2]
    assert run_on("score", tmp_path / "records", records).stderr == "the sheet of player 2 is missing\n"
