"""Cases in which one interface once differed from the others or failed."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

import fairsheet
from benchmarks.recorded import with_both_sheets
from fairsheet.asking.record_answers import RecordAnswers
from fairsheet.engine.records.record import Record, Table, read_record, write_record
from fairsheet.pipeline.answers.corrections import write_corrections
from fairsheet.pipeline.base.doubt_files import DoubtsFile, doubts_path, write_doubts_file
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile, Source
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import alike
from tests.conftest import Fairsheet
from tests.fairsheet.here import batch, lines, other_records, records_of, write_records

FIELD = "floor-1.1"


def doubt(field: str) -> Doubt:
    return Doubt.of(field, ((3, 0.6), (8, 0.4)), 3, alike(3, 8), matters=True)


@pytest.fixture
def two_sheets(tmp_path: Path) -> Path:
    """Return a folder with two sheets of seat 1."""
    records = records_of("launch", "first")
    (first, *_) = write_records(tmp_path / "club", records)
    first.with_name("other.json").write_bytes(write_record(other_records(records)[0]))
    return first.parent


def test_review_reports_two_sheets_of_a_seat(two_sheets: Path, tmp_path: Path, fairsheet: Fairsheet) -> None:
    batch(two_sheets, tmp_path / "out")
    for reviewed in (two_sheets, tmp_path / "out"):
        ended = fairsheet("review", reviewed)
        assert ended.code == 3 and "two different sheets for Bot 1 (seat 1)" in ended.err
        assert "other.json and" in ended.err and "nothing is in doubt" not in ended.err


def test_correct_names_both_of_two_sheets(two_sheets: Path, tmp_path: Path, fairsheet: Fairsheet) -> None:
    batch(two_sheets, tmp_path / "out")
    ended = fairsheet("correct", tmp_path / "out", "--seat", 1, f"{FIELD}=3")
    ended.refused("two different sheets for Bot 1 (seat 1)", "other.json")


def test_problem_for_phones_names_no_option(two_sheets: Path, tmp_path: Path) -> None:
    (table,) = batch(two_sheets, tmp_path / "out").tables
    assert table.result is not None and "--" not in str(table.result.problem)


def test_review_refuses_a_photo(tmp_path: Path, fairsheet: Fairsheet) -> None:
    photo = tmp_path / "IMG_1.jpg"
    photo.write_bytes(b"\xff\xd8\xff")
    ended = fairsheet("review", photo)
    assert ended.code == 2 and "this is a photo, not a record" in ended.err


def test_judge_returns_questions_of_both_sheets_of_a_seat() -> None:
    records = with_both_sheets(Table("crane", 2))
    readings: list[fairsheet.ReadRecord | Record] = []
    for record in records:
        field = "final.purple" if record.sheet == "pulsar-final" else "score.total"
        is_asked = record.seat == 2 and field in load_sheet(record.sheet).field
        mark = record.marks.get(field)
        question = Doubt.of(field, ((mark, 0.6), (99, 0.4)), mark, alike(mark, 99), matters=True)
        readings.append(fairsheet.ReadRecord(record, (question,), settled=False) if is_asked else record)
    question_count = sum(isinstance(each, fairsheet.ReadRecord) for each in readings)
    assert sum(map(len, fairsheet.judge(readings).questions.values())) == question_count > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"marks": {FIELD: "potato"}}, FIELD),
        ({"marks": {"cellar-1": 3}}, "cellar-1"),
        ({"seat": 9}, "there is no seat 9"),
    ],
)
def test_library_refuses_records_that_commands_refuse(change: dict[str, object], message: str) -> None:
    first, second = records_of("launch", "first")
    with pytest.raises(FairsheetError, match=message):
        fairsheet.judge([replace(first, **change), second])
    with pytest.raises(FairsheetError, match="cellar-1"):
        fairsheet.judge([fairsheet.ReadRecord(first, (doubt("cellar-1"),), settled=False), second])


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf")])
def test_invalid_work_limits_are_refused(limit: float) -> None:
    records = records_of("launch", "first")
    for function in (fairsheet.judge, fairsheet.verify):
        with pytest.raises(FairsheetError, match="is no limit"):
            function(records, work=limit)


def test_undone_answer_keeps_earlier_corrections(tmp_path: Path) -> None:
    (path, *_) = write_records(tmp_path, records_of("launch", "first"))
    sheet, record = read_record(path.read_bytes(), "")
    week_ago = datetime.now().astimezone() - timedelta(days=7)
    write_corrections(path, sheet, record, {FIELD: 5}, by="Ada", at=week_ago)
    answers, seen = RecordAnswers(), SheetOfFile(Source(path, ""), "", 0, KeptSheet(record, ()))
    answers.keep(seen, {FIELD: 9}, "Ada")
    answers.take_back(seen, FIELD, "Ada")
    assert read_record(path.read_bytes(), "")[1].marks[FIELD] == 5
    (note,) = json.loads(doubts_path(path).read_text())["corrections"]
    assert (note["mark"], note["by"]) == (5, "Ada")


def test_doubt_without_a_valid_candidate_is_refused(tmp_path: Path, fairsheet: Fairsheet) -> None:
    path, *_ = write_records(tmp_path / "club", records_of("launch", "first"))
    write_doubts_file(path, DoubtsFile("a.jpg", ()))
    doubts_file = doubts_path(path)
    bare = {"field": FIELD, "candidates": [["potato", 1.0]], "chosen": 3, "because": ""}
    doubts_file.write_text(json.dumps({**json.loads(doubts_file.read_text()), "doubts": [bare]}))
    fairsheet("verify", path.parent).refused("this file of doubts is broken")
    ended = fairsheet("batch", path.parent, "-o", tmp_path / "out", "--workers", 1)
    assert ended.code == 2 and "could not be read, or not in full: seat-1.json" in ended.err


def test_impossible_camera_date_is_ignored(tmp_path: Path) -> None:
    path, *_ = write_records(tmp_path / "club", records_of("launch", "first"))
    write_doubts_file(path, DoubtsFile("a.jpg", (), taken="0001-01-01T00:00:00"))
    batch(tmp_path / "club", tmp_path / "out", league=True)


def test_blank_sheet_of_another_table_is_named(tmp_path: Path, fairsheet: Fairsheet) -> None:
    write_records(tmp_path / "club", records_of("launch", "first"))
    blank = replace(records_of("launch", "second")[0], marks={})
    (tmp_path / "club/blank.json").write_bytes(write_record(blank))
    ended = fairsheet("verify", tmp_path / "club")
    assert ended.code == 0 and "blank.json (player Bot 1) has no ink and is left out" in ended.err


def test_batch_keeps_the_time_of_a_photo(tmp_path: Path) -> None:
    path, *_ = write_records(tmp_path / "club", records_of("launch", "first"))
    write_doubts_file(path, DoubtsFile("a.jpg", (), taken="2026-11-28T20:10:00", photo_digests=("ab",)))
    batch(tmp_path / "club", tmp_path / "out")
    batch(tmp_path / "out/records", tmp_path / "again")
    kept = [json.loads(each.read_text()) for each in (tmp_path / "again/records").glob("*.doubts")]
    assert [(each["taken"], each["photo"], each["photo_digests"]) for each in kept] == [
        ("2026-11-28T20:10:00", "a.jpg", ["ab"])
    ]
    assert lines(tmp_path / "again/tables.jsonl")
