"""A batch over folders of records: its outputs, and the work that it repeats."""

from __future__ import annotations

import csv
import dataclasses
import json
import os
import threading
from itertools import count
from pathlib import Path
from typing import Any

import duckdb
import pytest
from msgspec.structs import replace

from fairsheet.commands.batch import _check_pattern
from fairsheet.engine.records.record import Record, Table, write_record
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import TableResult, Uncertain
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.store.plan import template_file_at
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.tasks import JudgeTable, Result, Task, perform
from fairsheet.results.outputs import verdicts_line
from fairsheet.results.spreadsheets import csv_of
from fairsheet.results.writing import write_pages
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.here import (
    OPTIONS,
    InProcess,
    batch,
    content,
    impossible,
    lines,
    records_of,
    write_records,
)


def csv_rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_table_is_proved_and_scored(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(club, out)
    tables = lines(out / "tables.jsonl")
    assert [(table["sheet"], table["seed"]) for table in tables] == [
        ("colony", "first"), ("launch", "first"), ("launch", "second"),
    ]  # fmt: skip
    for table in tables:
        assert table["table"] is None and table["missing"] == [] and table["doubts"] == 0
        assert {sheet["verdict"] for sheet in table["verdict"]["sheets"]} == {"legal"}
        assert all("seconds" not in sheet for sheet in table["verdict"]["sheets"])
        assert table["score"]["format"] == "fairsheet.score/1"
    photos = lines(out / "photos.jsonl")
    assert [photo["file"] for photo in photos] == sorted(
        str(p.relative_to(club)) for p in club.rglob("*.json")
    )
    assert all((out / photo["sheets"][0]["record"]).is_file() for photo in photos)
    rows = (out / "results.csv").read_text().splitlines()
    assert rows[0] == "table,sheet,seed,seat,player,verdict,total,rank,doubts" and len(rows) == 1 + 7
    parts = csv_rows(out / "results-parts.csv")
    points = {
        (str(table["seed"]), player["seat"], part): points
        for table in tables
        if table["sheet"] == "launch"
        for player in table["score"]["players"]
        for part, points in player["parts"].items()
    }
    assert points == {
        (row["seed"], int(row["seat"]), row["part"]): int(row["points"])
        for row in parts
        if row["sheet"] == "launch"
    }
    areas = {(row["sheet"], row["part"]): row for row in csv_rows(out / "areas.csv")}
    for part in {part for _, _, part in points}:
        each = [number for (_, _, other), number in points.items() if other == part]
        row = areas["launch", part]
        assert [int(row[key]) for key in ("sheets", "paid", "least", "most")] == [
            5, sum(number != 0 for number in each), min(each), max(each),
        ]  # fmt: skip
        assert float(row["average"]) == pytest.approx(sum(each) / 5, abs=0.06)
    index = (out / "report" / "index.html").read_text()
    assert index.count('href="tables/') >= 3 and "//" not in index


def test_second_run_only_works_on_new_files(club: Path, tmp_path: Path) -> None:
    out, first, again, more = tmp_path / "out", InProcess(), InProcess(), InProcess()
    batch(club, out, first)
    before = content(out)
    assert len(first.done) == 7 + 3 and first.is_prepared
    batch(club, out, again)
    assert again.done == [] and not again.is_prepared and content(out) == before
    write_records(club / "d", records_of("launch", "third"))
    batch(club, out, more)
    assert len(more.done) == 2 + 1
    batch(club, tmp_path / "fresh")
    assert content(out) == content(tmp_path / "fresh")


def test_pages_are_written_while_later_tables_are_judged(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in ("third", "fourth", "fifth"):
        write_records(club / seed, records_of("launch", seed))
    written: list[int] = []
    first_pages = threading.Event()

    def write(*arguments: Any) -> None:
        write_pages(*arguments)
        first_pages.set()

    class Looking(InProcess):
        def do(self, task: Task) -> Result:
            if isinstance(task, JudgeTable):
                assert len(written) < 4 or first_pages.wait(60)
                written.append(len(list((tmp_path / "out/report/tables").glob("*.html"))))
            return perform(task)

    monkeypatch.setattr("fairsheet.batches.run.write_pages", write)

    state = batch(club, tmp_path / "out", Looking())
    assert written == [0, 0, 0, 0, 4, 4]
    assert state.tables == batch(club, tmp_path / "out").tables


def test_page_that_cannot_be_written_ends_the_run_at_once(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in ("third", "fourth", "fifth"):
        write_records(club / seed, records_of("launch", seed))
    judged: list[Task] = []
    failed = threading.Event()

    def fail(*arguments: Any) -> None:
        failed.set()
        raise OSError("no space left")

    class Counting(InProcess):
        def do(self, task: Task) -> Result:
            if isinstance(task, JudgeTable):
                assert not judged or failed.wait(60)
                judged.append(task)
            return perform(task)

    monkeypatch.setattr("fairsheet.batches.run.PAGES_AT_ONCE", 1)
    monkeypatch.setattr("fairsheet.batches.run.write_pages", fail)
    with pytest.raises(FairsheetError, match="cannot be written"):
        batch(club, tmp_path / "out", Counting())
    assert len(judged) < 6


def test_changed_record_only_changes_its_table(club: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out", InProcess()
    batch(club, out)
    record = records_of("launch", "first")[0]
    (club / "a" / "seat-1.json").write_bytes(write_record(impossible(record)))
    os.utime(club / "a" / "seat-1.json", (1, 1))
    state = batch(club, out, again)
    assert len(again.done) == 1 + 1
    assert [table.verdict for table in state.tables] == ["legal", "illegal", "legal"]


def test_outputs_that_are_no_longer_requested_are_removed(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    names = ("a;b;c;d", "Bot 2", "'q'|x|y|z")
    records = records_of("launch", "second", 3)
    write_records(club / "b", [replace(each, player=name) for each, name in zip(records, names, strict=True)])
    batch(club, out, league=True, parquet=True)
    rows = duckdb.sql(f"select seat, player, total from '{out / 'results.parquet'}' where seed='second'")
    assert [row[:2] for row in rows.fetchall()] == [(1, "a;b;c;d"), (2, "Bot 2"), (3, "'q'|x|y|z")]
    assert (out / "league.csv").is_file()
    batch(club, out)
    assert not (out / "league.csv").exists() and not (out / "results.parquet").exists()


def test_two_batches_cannot_share_a_folder(club: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "out", new=True), pytest.raises(FairsheetError, match="another batch"):
        batch(club, tmp_path / "out")


def test_csv_escapes_cells_that_a_spreadsheet_would_run() -> None:
    shown: dict[str | int, str] = {
        "=1": "'=1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\tx": "'\ufffdx", "\rx": "'\ufffdx",
        "a\nb": "a\ufffdb", "\uff1d1": "'\uff1d1", "a; =1;-)": "a;' =1;'-)", -1: "-1", "plain": "plain",
    }  # fmt: skip
    rows = csv_of(["x"], [[cell] for cell in shown]).decode()
    assert rows.split("\n") == ["x", *shown.values(), ""]


def test_table_that_lacks_a_sheet_has_no_winner(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    (club / "b" / "seat-2.json").unlink()
    (club / "c" / "seat-1.json").write_text("{")
    out = tmp_path / "out"
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1)
    line = "3 tables: 3 legal; of all 3, 2 lack a sheet"
    assert ended.out.startswith(f"{line}\n")
    index = (out / "report" / "index.html").read_text(encoding="utf-8")
    assert line in index and "only the available sheets are compared" in index and "winner" not in index
    rows = index[index.index("<h2>Tables") :].split("<tr>")[2:5]
    assert [row.partition("</bdi> ")[2].split("<")[0] for row in rows] == ["leads", "wins", "leads"]
    assert json.loads(fairsheet("batch", club, "-o", out, "--json").out)["incomplete"] == 2


def test_headline_counts_verdicts_and_doubts(club: Path, tmp_path: Path) -> None:
    whole = batch(club, tmp_path / "whole").tables
    assert verdicts_line(whole) == "3 tables: 3 legal"
    unproved = JudgedTable(whole[0].table, None)
    assert verdicts_line([unproved, whole[1]]) == "2 tables: 1 legal, 1 without a verdict"
    assert verdicts_line([]) == "0 tables"
    doubt = Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, Message("hard to tell"))
    doubted = dataclasses.replace(whole[0], table=whole[0].table.with_doubts([[doubt], []]))
    assert verdicts_line([doubted]) == "1 table: 1 legal; it has marks in doubt"
    summary = "3 tables: 3 legal; of all 3, 2 have marks in doubt"
    assert verdicts_line([doubted, whole[1], doubted]) == summary


def test_tables_that_differ_only_in_names_are_proved_once(tmp_path: Path) -> None:
    here = InProcess()
    records = records_of("launch", "first")
    for number in range(3):
        named = [replace(record, player=f"{record.seat} of {number}") for record in records]
        write_records(tmp_path / "club" / str(number), named)
    state = batch(tmp_path / "club", tmp_path / "out", here, table_by="[0-9]+")
    assert len(here.done) == 6 + 1
    assert [each.verdict for each in state.tables] == ["legal"] * 3


@pytest.mark.parametrize("pattern", ["(", "a{99999999999999999999}", "(" * 5000 + ")" * 5000], ids=len)
def test_invalid_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(FairsheetError, match="this is no regular expression"):
        _check_pattern(pattern)


def test_proof_does_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not change a verdict. A table that takes too long has none."""
    hours = count(step=10_000)
    monkeypatch.setattr("fairsheet.engine.solver.budget.time.monotonic", lambda: next(hours))
    records = records_of("launch", "first")
    done = perform(JudgeTable(records, tuple(Uncertain() for _ in records), OPTIONS))
    assert isinstance(done, TableResult) and done.verdict is not None
    assert {each.verdict for each in done.verdict.sheets} == {"legal"}


def test_missing_lookup_entry_names_its_place_in_the_template(tmp_path: Path) -> None:
    template = tmp_path / "herd.sheet"
    template.write_text(
        'sheet herd "Herd"\n'
        "box cows to: 9 at: 20, 20\n"
        "box score.total to: 99 at: 60, 20\n"
        'score score.total sign: "=" is: lookup(cows, 0, 0, 1, 5)\n'
    )
    folder, options = tmp_path / "club", replace(OPTIONS, template=template_file_at(template))
    write_records(folder, [Record.on(read_template(template).sheet, Table(None, 1), 1, {"cows": 7})])
    (table,) = batch(folder, tmp_path / "out", options=options).tables
    summary = "herd.sheet:4:1: score.total: the lookup has no entry for 7 (seat 1); it has 0, 1: add one"
    assert table.result is not None and str(table.result.problem).startswith(summary)
    (page,) = (tmp_path / "out/report/tables").iterdir()
    assert summary in page.read_text()
