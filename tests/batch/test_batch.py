"""A batch over folders of records: what comes out, what is done twice, and what hostile names do to it."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import duckdb
import pytest
from msgspec.structs import replace

from engine.record import Record, Table, write_record
from fairsheet.batch.find import has_sources
from fairsheet.batch.league import standings
from fairsheet.batch.outputs import TableOutcome, csv_of, verdicts_line
from fairsheet.batch.plan import template_at
from fairsheet.batch.store import open_store
from fairsheet.batch.tasks import (
    CHANGED,
    UNREADABLE,
    Failure,
    FileDone,
    JudgeTable,
    ReadFile,
    Result,
    TableDone,
    Task,
    perform,
)
from fairsheet.batch.values import FileRead, SheetRead
from fairsheet.commands.batch import _check_pattern
from fairsheet.doubts import write_doubts
from fairsheet.misreadings import Uncertain
from fairsheet.scanning import ScannedPhoto
from sheets.errors import FairsheetError
from sheets.library import load_sheet, load_template
from tests.batch.here import OPTIONS, Here, batch, content, other_records, records_of, write_records
from vision.label_reader import UnreadableLabel
from vision.reading import Doubt, PhotoReading


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Two tables of launch and one of colony, in folders."""
    folder = tmp_path / "club"
    write_records(folder / "a", records_of("launch", "first"))
    write_records(folder / "b", records_of("launch", "second", 3))
    write_records(folder / "c", records_of("colony", "first"))
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def impossible(record: Record) -> Record:
    """The record with the same number in all slots."""
    slots = {
        field: mark
        for field, mark in record.marks.items()
        if load_sheet(record.sheet).field[field].kind == "slot"
    }
    assert len(slots) > 1
    return replace(record, marks={**record.marks, **dict.fromkeys(slots, 9)})


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
    index = (out / "report" / "index.html").read_text()
    assert index.count('href="tables/') >= 3 and "//" not in index


def test_nothing_is_done_twice_and_what_is_new_is_taken_up(club: Path, tmp_path: Path) -> None:
    out, first, again, more = tmp_path / "out", Here(), Here(), Here()
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


def test_pages_of_tables_are_written_while_the_next_ones_are_judged(club: Path, tmp_path: Path) -> None:
    for seed in ("third", "fourth", "fifth"):
        write_records(club / seed, records_of("launch", seed))
    written: list[int] = []

    class Looking(Here):
        def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
            for name, task in tasks:
                if isinstance(task, JudgeTable):
                    written.append(len(list((tmp_path / "out/report/tables").glob("*.html"))))
                yield name, perform(task)

    state = batch(club, tmp_path / "out", Looking())
    assert written == [0, 0, 0, 0, 4, 4]
    assert state.tables == batch(club, tmp_path / "out").tables


def test_a_changed_record_changes_its_table_alone(club: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out", Here()
    batch(club, out)
    record = records_of("launch", "first")[0]
    (club / "a" / "seat-1.json").write_bytes(write_record(impossible(record)))
    os.utime(club / "a" / "seat-1.json", (1, 1))
    state = batch(club, out, again)
    assert len(again.done) == 1 + 1
    assert [table.verdict for table in state.tables] == ["legal", "illegal", "legal"]


def test_what_is_not_ours_is_passed_over_and_what_is_broken_is_named(club: Path, tmp_path: Path) -> None:
    (club / "history-1.json").write_text("[]")
    (club / "notes.txt").write_text("hello")
    (club / "score.json").write_text('{"format": "fairsheet.score/1"}')
    (club / "broken.json").write_text("{")
    (club / "empty.jpg").write_bytes(b"")
    (club / "cut").write_bytes(b"\xff\xd8\xff\xe0")
    os.mkfifo(club / "pipe.jpg")
    (club / "loop").symlink_to(club)
    batch(club, tmp_path / "out")
    errors = {p["file"]: p["error"] for p in lines(tmp_path / "out" / "photos.jsonl") if p["error"]}
    assert errors.keys() == {"broken.json", "empty.jpg", "cut", "pipe.jpg"}
    assert "the file is empty" in str(errors["empty.jpg"])
    assert not any(str(tmp_path) in str(error) for error in errors.values())


def test_own_output_is_never_taken_up(club: Path) -> None:
    out = club / "out"
    batch(club, out)
    (club / "link").symlink_to(out / "records", target_is_directory=True)
    (club / "link.json").symlink_to(next((out / "records").iterdir()))
    other = Here()
    batch(club, out, other)
    assert other.done == []
    assert len(lines(out / "photos.jsonl")) == 7
    batch(club.parent, club.parent / "elsewhere")
    assert len(lines(club.parent / "elsewhere" / "photos.jsonl")) == 7 + 1  # and the link to a file


@pytest.mark.parametrize(
    "name",
    [b"line\nbreak.json", "\u202egnp.json".encode(), b"caf\xe9.json", b"a" * 250 + b".json", b"=cmd|' /C calc'!A0.json",
     b"<script>alert(1)</script>.json", b"--help.json", "\U0001f680.json".encode()],
)  # fmt: skip
def test_no_name_breaks_the_outputs(name: bytes, tmp_path: Path) -> None:
    folder, out = tmp_path / "club", tmp_path / "out"
    folder.mkdir()
    record = replace(records_of("launch", "first")[0], player="=2+3<blink>")
    (folder / os.fsdecode(name).replace("/", "\u2215")).write_bytes(write_record(record))
    batch(folder, out)
    (photo,) = lines(out / "photos.jsonl")
    assert photo["error"] is None
    kept = out / photo["sheets"][0]["record"]
    assert kept.parent == out / "records" and kept.name.isascii() and kept.is_file()
    assert "'=2+3<blink>" in (out / "results.csv").read_text(encoding="utf-8")
    pages = [page for path, page in content(out).items() if path.endswith(".html")]
    assert len(pages) == 2
    assert not any(b"<blink>" in page or b"<script>alert" in page for page in pages)


def test_what_is_called_a_photo_but_is_no_file_is_named_and_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    write_records(folder, records_of("launch", "first"))
    os.mkfifo(folder / "pipe.jpg")
    (folder / "gone.jpg").symlink_to("nowhere.jpg")
    (folder / "circle.jpg").symlink_to("circle.jpg")
    (folder / "folder.jpg").mkdir()
    (folder / "notes").symlink_to(
        "nowhere"
    )  # says of itself neither that it is a photo nor that it is a record
    batch(folder, tmp_path / "out")
    assert {line["file"]: line["error"] for line in lines(tmp_path / "out" / "photos.jsonl")} == {
        "circle.jpg": "this is a link to nowhere",
        "gone.jpg": "this is a link to nowhere",
        "pipe.jpg": "this is neither a file nor a folder",
        "seat-1.json": None,
        "seat-2.json": None,
    }


def test_a_folder_that_nobody_may_enter_is_named_and_the_others_go_on(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def guarded(path: Path) -> Any:
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr("fairsheet.batch.find.os.scandir", guarded)
    state = batch(club, tmp_path / "out")
    assert [table.verdict for table in state.tables] == ["legal", "legal"]
    told = {line["file"]: line["error"] for line in lines(tmp_path / "out" / "photos.jsonl") if line["error"]}
    assert told == {"b": "the folder cannot be read (Permission denied)"}


def test_what_a_call_does_not_ask_for_does_not_grow_old(club: Path, tmp_path: Path) -> None:
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


def test_only_one_batch_at_a_time(club: Path, tmp_path: Path) -> None:
    from fairsheet.batch.store import open_store

    with open_store(tmp_path / "out", new=True), pytest.raises(FairsheetError, match="another batch"):
        batch(club, tmp_path / "out")


def test_a_folder_that_is_not_there_leaves_nothing(tmp_path: Path, fairsheet: Any) -> None:
    ended = fairsheet("batch", tmp_path / "nowhere", "-o", tmp_path / "out")
    assert ended.code == 2 and "nowhere: no such file" in ended.err and not (tmp_path / "out").exists()


def test_two_folders_keep_their_files_apart(club: Path, tmp_path: Path) -> None:
    batch([club / "a", club / "b"], tmp_path / "out")
    assert {str(p["file"]).split("/")[0] for p in lines(tmp_path / "out" / "photos.jsonl")} == {"a", "b"}


def test_no_two_files_have_one_name(club: Path, tmp_path: Path) -> None:
    """Folders of one name, and files that are named, stand with as much of their paths as tells them apart."""
    other = tmp_path / "other"
    write_records(other / "a", other_records(records_of("launch", "first")))
    state = batch([club / "a", other / "a"], tmp_path / "out")
    assert [each.source.name for each in state.files] == [
        "club/a/seat-1.json", "club/a/seat-2.json", "other/a/seat-1.json", "other/a/seat-2.json",
    ]  # fmt: skip
    assert [each.table.key.name for each in state.tables] == ["club/a", "other/a"]
    files = sorted(club.glob("[ac]/*.json"))
    named = [each.source.name for each in batch(files, tmp_path / "out-2").files]
    assert named == ["a/seat-1.json", "a/seat-2.json", "c/seat-1.json", "c/seat-2.json"]


def test_a_file_that_is_named_twice_counts_once(club: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(club / "a")
    given = [club, club / "a", club, tmp_path / "link", club / "b/seat-1.json"]
    names = [each.source.name for each in batch(given, tmp_path / "out").files]
    assert len(names) == 7 and names[0] == "club/a/seat-1.json"


def test_cells_that_a_spreadsheet_would_run() -> None:
    cells: list[list[str | int]] = [
        ["=1"],
        ["+1"],
        ["-1"],
        ["@x"],
        ["\tx"],
        ["\rx"],
        ["a\nb"],
        ["\uff1d1"],
        ["a; =1;-)"],
        [-1],
        ["plain"],
    ]
    rows = csv_of(["x"], cells).decode()
    assert rows.split("\n") == [
        "x",
        "'=1",
        "'+1",
        "'-1",
        "'@x",
        "'\ufffdx",
        "'\ufffdx",
        "a\ufffdb",
        "'\uff1d1",
        "a;' =1;'-)",
        "-1",
        "plain",
        "",
    ]


def test_a_league_adds_up_by_name_and_an_illegal_sheet_earns_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    for seed in ("first", "second"):
        records = [
            replace(r, player=name)
            for r, name in zip(records_of("colony", seed), ("Ada", "ben"), strict=True)
        ]
        if seed == "second":
            records[0] = replace(impossible(records[0]), player="ADA ")
        write_records(folder / seed, records)
    state = batch(folder, tmp_path / "out", league=True)
    assert [table.verdict for table in state.tables] == ["legal", "illegal"]
    rows = (tmp_path / "out" / "league.csv").read_text().splitlines()
    assert rows[0] == "rank,player,stars,points,games,illegal,doubts"
    assert sorted(row.split(",")[1] for row in rows[1:]) == ["Ada", "ben"]
    ada = next(row for row in rows if ",Ada," in row).split(",")
    assert ada[4:6] == ["2", "1"]
    index = (tmp_path / "out" / "report" / "index.html").read_text()
    assert "<summary>1 table is illegal</summary>" in index and "undecided</summary>" not in index


def test_players_of_a_league_are_one_by_their_names_alone(tmp_path: Path) -> None:
    """However an accent is written; a name like that of a nameless seat is a name."""
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    for seed, names in (("1", ("", "")), ("2", ("seat 1", composed)), ("3", ("Ada", decomposed))):
        records = records_of("colony", seed)
        named = [replace(record, player=name) for record, name in zip(records, names, strict=True)]
        write_records(tmp_path / "club" / seed, named)
    found = standings(batch(tmp_path / "club", tmp_path / "out").tables)
    games = sorted((each.player, each.games) for each in found)
    assert games == [("Ada", 1), (composed, 2), ("seat 1", 1), ("seat 1", 1), ("seat 2", 1)]


def test_who_bears_no_name_is_named_in_a_league_by_seat_and_table(tmp_path: Path) -> None:
    records = [replace(record, player="") for record in records_of("colony", "first")]
    write_records(tmp_path / "club" / "north", records)
    state = batch(tmp_path / "club", tmp_path / "out", table_by="^[^/]+", league=True)
    assert {each.player for each in standings(state.tables)} == {"seat 1 of north", "seat 2 of north"}


def test_a_table_that_lacks_a_sheet_is_told_and_not_won(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    (club / "b" / "seat-2.json").unlink()
    (club / "c" / "seat-1.json").write_text("{")
    out = tmp_path / "out"
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1)
    line = "3 tables: 3 legal; of all 3, 2 lack a sheet"
    assert ended.out.startswith(f"{line}\n")
    index = (out / "report" / "index.html").read_text(encoding="utf-8")
    assert line in index and "only among the sheets that are there" in index and "winner" not in index
    rows = index[index.index("<h2>Tables") :].split("<tr>")[2:5]
    assert [row.partition("</bdi> ")[2].split("<")[0] for row in rows] == ["leads", "wins", "leads"]
    assert json.loads(fairsheet("batch", club, "-o", out, "--json").out)["incomplete"] == 2


def test_a_headline_counts_what_there_is(club: Path, tmp_path: Path) -> None:
    whole = batch(club, tmp_path / "whole").tables
    assert verdicts_line(whole) == "3 tables: 3 legal"
    assert (
        verdicts_line([TableOutcome(whole[0].table, None), whole[1]])
        == "2 tables: 1 legal, 1 without a verdict"
    )
    assert verdicts_line([]) == "0 tables"
    doubt = Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, "hard to tell")
    doubted = dataclasses.replace(whole[0], table=whole[0].table.with_doubts([[doubt], []]))
    assert verdicts_line([doubted]) == "1 table: 1 legal; it has marks in doubt"
    said = "3 tables: 3 legal; of all 3, 2 have marks in doubt"
    assert verdicts_line([doubted, whole[1], doubted]) == said


def test_without_a_photo_or_record_nothing_is_written(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    empty, notes, out = tmp_path / "empty", tmp_path / "notes.txt", tmp_path / "out"
    empty.mkdir()
    notes.write_text("hello")
    for given in (empty, notes):
        ended = fairsheet("batch", given, "-o", out)
        assert ended.code == 2 and f"there is no photo or record below {given}" in ended.err
        assert len(ended.err.splitlines()) == 1 and not out.exists()
    batch(club, out)
    assert not has_sources([out, empty], tmp_path / "other")
    assert has_sources([empty, club], out) and has_sources([club / "a" / "seat-1.json"], out)


def test_a_batch_never_reads_what_it_writes(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    ended = fairsheet("batch", club, "-o", club)
    assert ended.code == 2 and "the results would lie among what is read" in ended.err
    assert sorted(path.name for path in club.iterdir()) == ["a", "b", "c"]
    inside = club / "results"
    assert fairsheet("batch", club, "-o", inside).code == 0
    before = content(inside)
    assert fairsheet("batch", club, "-o", inside).code == 0 and content(inside) == before
    assert fairsheet("batch", inside / "records", "-o", inside).code == 2


def test_a_league_says_whom_only_seats_make_one_player(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    for folder in club.iterdir():
        nameless = [replace(record, player="") for record in records_of("launch", folder.name)]
        write_records(folder, nameless)
    out = tmp_path / "out"
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1)
    said = "seat 1 and seat 2 are added up over several tables, though no name says"
    assert said in ended.err and said in (out / "report/index.html").read_text()
    ended = fairsheet("batch", club, "-o", out, "--league", "--workers", 1, "--table-by", "^[^/]+")
    assert "added up" not in ended.err and "added up" not in (out / "report/index.html").read_text()


def test_a_folder_of_histories_alone_holds_nothing_to_do(tmp_path: Path, fairsheet: Any) -> None:
    folder, out = tmp_path / "played", tmp_path / "out"
    folder.mkdir()
    (folder / "history-1.json").write_text("[]")
    ended = fairsheet("batch", folder, "-o", out)
    assert ended.code == 2 and "there is no photo or record below" in ended.err
    assert not out.exists()


def test_what_names_alone_tell_apart_is_proved_once(tmp_path: Path) -> None:
    here = Here()
    records = records_of("launch", "first")
    for number in range(3):
        named = [replace(record, player=f"{record.seat} of {number}") for record in records]
        write_records(tmp_path / "club" / str(number), named)
    state = batch(tmp_path / "club", tmp_path / "out", here, table_by="[0-9]+")
    assert len(here.done) == 6 + 1
    assert [each.verdict for each in state.tables] == ["legal"] * 3


def test_a_table_that_kills_its_worker_is_named_and_passed_over(club: Path, tmp_path: Path) -> None:
    class Deadly(Here):
        def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
            for name, task in tasks:
                self.done.append(name)
                yield name, Failure("it takes too long") if isinstance(task, JudgeTable) else perform(task)

    out, again, retried = tmp_path / "out", Here(), Here()
    state = batch(club, out, Deadly())
    assert {each.verdict for each in state.tables} == {None}
    page = next((out / "report" / "tables").glob("colony-*")).read_text()
    assert "it takes too long" in page
    batch(club, out, again)
    assert again.done == []
    with open_store(out, new=False) as store:
        store.forget_failures()
    assert {each.verdict for each in batch(club, out, retried).tables} == {"legal"}


@pytest.mark.parametrize("pattern", ["(", "a{99999999999999999999}", "(" * 5000 + ")" * 5000], ids=len)
def test_a_pattern_that_is_none(pattern: str) -> None:
    with pytest.raises(FairsheetError, match="this is no pattern"):
        _check_pattern(pattern)


@pytest.mark.parametrize("folder", [b"club", b"caf\xe9"])
def test_what_is_wrong_beside_a_record_is_told_without_its_folder(folder: bytes, tmp_path: Path) -> None:
    club, out = tmp_path / os.fsdecode(folder), tmp_path / "out"
    record, *_ = write_records(club, records_of("launch", "first"))
    record.with_suffix(".doubts").write_text("broken")
    batch(club, out)
    broken, fine = lines(out / "photos.jsonl")
    assert broken["error"].startswith("seat-1.doubts: the doubts of a photo cannot be read")
    assert fine["error"] is None


class Photographer(Here):
    """Says of every photo that it shows one sheet, and draws a picture of it."""

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        for name, task in tasks:
            self.done.append(name)
            if isinstance(task, ReadFile):
                sheet = SheetRead(records_of("launch", "first")[0], ())
                yield name, FileDone(FileRead((sheet,)), (b"a picture",) if task.pictures else ())
            else:
                yield name, perform(task)


def test_equal_files_of_one_name_have_one_record_that_is_written_once(club: Path, tmp_path: Path) -> None:
    out, record = tmp_path / "out", records_of("launch", "first")[0]
    for folder in ("a", "copy"):
        (path,) = write_records(club / folder, [record])
        write_doubts(path, "photo.jpg", [Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, "faint")])
    batch(club, out)
    (beside,) = (out / "records").glob("*.doubts")
    assert json.loads(beside.read_text())["photo"] == "a/seat-1.json"
    before = {path: path.stat().st_ino for path in (out / "records").iterdir()}
    batch(club, out)
    assert before == {path: path.stat().st_ino for path in (out / "records").iterdir()}


def test_of_a_file_of_which_less_is_read_nothing_is_left_over(tmp_path: Path) -> None:
    class Pages(Here):
        def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
            for name, task in tasks:
                if isinstance(task, ReadFile):
                    some = records_of("launch", "first")[: task.options.pages]
                    sheets = tuple(SheetRead(each, (), overlay=place) for place, each in enumerate(some))
                    yield name, FileDone(FileRead(sheets), (b"a picture",) * len(some))
                else:
                    yield name, perform(task)

    folder, out, fresh = tmp_path / "club", tmp_path / "out", tmp_path / "fresh"
    folder.mkdir()
    (folder / "scan.pdf").write_bytes(b"%PDF-")
    for pages, where in ((2, out), (1, out), (1, fresh)):
        batch(folder, where, Pages(), options=replace(OPTIONS, pages=pages))
    assert content(out) == content(fresh)


def test_doubts_beside_a_record_that_go_leave_nothing(club: Path, tmp_path: Path) -> None:
    record = club / "a/seat-1.json"
    write_doubts(record, "photo.jpg", [Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, "faint")])
    for path in club.rglob("*.*"):
        os.utime(path, (1, 1))
    batch(club, tmp_path / "out")
    record.with_suffix(".doubts").unlink()
    batch(club, tmp_path / "out")
    batch(club, tmp_path / "fresh")
    assert content(tmp_path / "out") == content(tmp_path / "fresh")


def test_no_clock_ends_the_proof_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not have another verdict: a table that takes too long has none."""
    hours = count(step=10_000)
    monkeypatch.setattr("engine.proof.budget.time.monotonic", lambda: next(hours))
    records = records_of("launch", "first")
    done = perform(JudgeTable(records, tuple(Uncertain() for _ in records), OPTIONS))
    assert isinstance(done, TableDone) and done.found.verdict is not None
    assert {each.verdict for each in done.found.verdict.sheets} == {"legal"}


def test_copies_of_a_photo_are_read_once_and_have_pictures_of_their_own(tmp_path: Path) -> None:
    folder, out, first, again = tmp_path / "club", tmp_path / "out", Photographer(), Photographer()
    folder.mkdir()
    for name in ("photo.jpg", "copy.jpg", "another.jpg"):
        (folder / name).write_bytes(b"\xff\xd8\xff")
    batch(folder, out, first)
    assert len(first.done) == 1 + 1
    assert {path.name.partition("-")[0] for path in (out / "overlays").iterdir()} == {
        "photo",
        "copy",
        "another",
    }
    batch(folder, out, again)
    assert again.done == []


class Renaming(Here):
    """Somebody renames a file between the look at it and its reading."""

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        for name, task in tasks:
            if isinstance(task, ReadFile) and task.path.endswith(b"a/seat-1.json"):
                path = Path(os.fsdecode(task.path))
                path.rename(path.with_name("renamed.json"))
            yield name, perform(task)


def test_a_file_that_is_away_for_a_moment_is_no_bad_file(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(club, out, Renaming())
    told = {line["file"]: line["error"] for line in lines(out / "photos.jsonl") if line["error"]}
    assert told == {"a/seat-1.json": "the file cannot be read (No such file or directory)"}
    batch(club, out)
    batch(club, tmp_path / "fresh")
    assert content(out) == content(tmp_path / "fresh")


def test_a_copy_is_read_where_the_first_of_equal_files_is_away(club: Path, tmp_path: Path) -> None:
    (club / "b/copy.json").write_bytes((club / "a/seat-1.json").read_bytes())
    batch(club, tmp_path / "out", Renaming())
    told = {line["file"]: line["error"] for line in lines(tmp_path / "out/photos.jsonl")}
    assert told["a/seat-1.json"] is not None and told["b/copy.json"] is None


@pytest.mark.parametrize("name", ["seat-1.json", "photo.jpg"])
def test_what_is_swapped_before_it_is_read_is_not_kept_for_the_former_content(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(b"{}")
    task = ReadFile(os.fsencode(tmp_path / name), "the former", OPTIONS, pictures=False)
    assert perform(task) == CHANGED


def test_a_reading_stays_where_only_its_pictures_cannot_be_drawn(tmp_path: Path) -> None:
    class Clumsy(Photographer):
        def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
            for name, result in super().run(tasks):
                drawn = isinstance(result, FileDone) and result.pictures
                yield name, Failure("its worker was ended by it") if drawn else result

    folder, out, again = tmp_path / "club", tmp_path / "out", Clumsy()
    folder.mkdir()
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    before = batch(folder, out, Clumsy(), overlays=False)
    after = batch(folder, out, Clumsy())
    assert after.tables == before.tables and after.files == before.files
    batch(folder, out, again)
    assert again.done == [], "passed over until --retry"


def test_a_page_shows_the_overlays_that_there_are_and_no_others(club: Path, tmp_path: Path) -> None:
    def links(*, overlays: bool) -> list[str]:
        batch(club, tmp_path / "out", Photographer(), overlays=overlays)
        (page,) = (tmp_path / "out/report/tables").iterdir()
        return re.findall(r'src="../../(overlays/[^"]+)"', page.read_text())

    shutil.rmtree(club)
    _, record = write_records(club, records_of("launch", "first"))
    write_doubts(record, "photo.jpg", [])
    (club / "seat-1.jpg").write_bytes(b"\xff\xd8\xff")
    assert links(overlays=False) == []
    (shown,) = links(overlays=True)
    assert (tmp_path / "out" / shown).is_file()


def test_what_a_template_lacks_is_told_with_its_place_there(tmp_path: Path) -> None:
    template = tmp_path / "herd.sheet"
    template.write_text(
        'sheet herd "Herd"\n'
        "box cows to: 9 at: 20, 20\n"
        "box score.total to: 99 at: 60, 20\n"
        'score score.total sign: "=" is: lookup(cows, 0, 0, 1, 5)\n'
    )
    folder, options = tmp_path / "club", replace(OPTIONS, template=template_at(template))
    write_records(folder, [Record.on(load_template(template), Table(None, 1), 1, {"cows": 7})])
    (table,) = batch(folder, tmp_path / "out", options=options).tables
    said = "herd.sheet:4:1: score.total: the lookup has no entry for 7 (seat 1); it has 0, 1: add one"
    assert table.judged is not None and str(table.judged.problem).startswith(said)
    (page,) = (tmp_path / "out/report/tables").iterdir()
    assert said in page.read_text()


def test_an_unreadable_code_is_told_with_what_can_be_done_in_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = str(tmp_path / "x.jpg")
    unreadable = UnreadableLabel("the code cannot be read", where=photo, hint="give --sheet")
    reading = PhotoReading("x.jpg", errors=(unreadable, FairsheetError("torn", where=photo, hint="glue it")))
    monkeypatch.setattr("fairsheet.scanning.scan_file", lambda *args, **options: [ScannedPhoto(reading)])
    (tmp_path / "x.jpg").write_bytes(b"\xff\xd8\xff")
    batch(tmp_path, tmp_path / "out")
    (line,) = lines(tmp_path / "out" / "photos.jsonl")
    assert line["error"] == f"the code cannot be read; {UNREADABLE}; torn; glue it"
