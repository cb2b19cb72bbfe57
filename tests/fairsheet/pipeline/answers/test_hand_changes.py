"""Every command that judges a record reports changes by hand, noted or not."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.record import Record, read_record, write_record
from fairsheet.languages.messages import Message
from fairsheet.pipeline.answers.corrections import corrected, write_corrections
from fairsheet.pipeline.answers.hand_changes import changed_by_hand
from fairsheet.pipeline.base.doubt_files import (
    Correction,
    DoubtsFile,
    digest_of,
    doubts_path,
    read_doubts_file,
    write_doubts_file,
)
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.field_names import field_names
from tests.conftest import Fairsheet
from tests.fairsheet.here import batch, records_of, write_records

LAUNCH = load_sheet("launch")
TOTAL = field_names(LAUNCH)["score.total"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return two scanned records, with a corrected mark in the first."""
    records = records_of("launch", "otter")
    write_records(tmp_path / "records", records)
    for record in records:
        path = tmp_path / "records" / f"seat-{record.seat}.json"
        kept = DoubtsFile(
            f"{record.seat}.jpg", reading=KeptReading((1,), record.marks), digest=digest_of(record)
        )
        write_doubts_file(path, kept)
    at = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
    first = tmp_path / "records/seat-1.json"
    write_corrections(first, LAUNCH, records[0], {"score.total": 9}, by="Ada", at=at)
    return tmp_path / "records"


@pytest.mark.parametrize("command", ["score", "verify", "report"])
def test_commands_report_corrections_in_full(fairsheet: Fairsheet, folder: Path, command: str) -> None:
    page = ["-o", folder / "page.html"] if command == "report" else []
    ended = fairsheet(command, folder, "--json", *page)
    total = records_of("launch", "otter")[0].marks["score.total"]
    line = f"changed by hand: {TOTAL}: {total} -> 9 (Ada, 2026-11-22 18:30)"
    assert f"seat-1.json: {line}\n" in ended.err and ended.err.count(" by hand") == 1
    (correction,) = ended.json["corrections"]
    assert correction == {
        "file": str(folder / "seat-1.json"), "seat": 1, "field": "score.total", "was": total, "mark": 9,
        "by": "Ada", "at": "2026-11-22T18:30:00+00:00",
    }  # fmt: skip
    if command == "report":
        assert line.replace(">", "&gt;")[1:] in (folder / "page.html").read_text()


def test_answer_to_a_doubt_is_no_change_by_hand(fairsheet: Fairsheet, folder: Path) -> None:
    path = folder / "seat-1.json"
    kept = read_doubts_file(path, LAUNCH)
    doubt = Doubt("score.total", ((9, 0.6), (8, 0.4)), 8, Message("it looks like both"))
    assert kept is not None
    write_doubts_file(path, dataclasses.replace(kept, doubts=(doubt,)))
    messages = fairsheet("verify", folder).err
    assert f"answers about marks in doubt: {TOTAL}: " in messages and "changed by hand" not in messages


def remove_doubts(path: Path) -> None:
    doubts_path(path).unlink()


def change_player(path: Path) -> None:
    path.write_bytes(write_record(replace(read_record(path.read_bytes(), path.name)[1], player="Eve")))


def change_mark(path: Path) -> None:
    path.write_bytes(
        write_record(corrected(read_record(path.read_bytes(), path.name)[1], {"score.total": 8}))
    )


def remove_note(path: Path) -> None:
    document = json.loads(doubts_path(path).read_bytes())
    document["corrections"], document["reading"] = [], None
    doubts_path(path).write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("edit", "messages"),
    [
        (remove_doubts, "seat-1.doubts is missing, or the record was typed"),
        (change_player, "edited since it was read, without a note\n"),
        (change_mark, f"edited since it was read, without a note: {TOTAL}: "),
        (remove_note, "edited since it was read, without a note\n"),
    ],
)
def test_edits_without_a_note_are_reported(
    fairsheet: Fairsheet, folder: Path, edit: Callable[[Path], None], messages: str
) -> None:
    assert "without a note" not in fairsheet("score", folder).err
    edit(folder / "seat-1.json")
    assert f"seat-1.json: {messages}" in fairsheet("score", folder).err


def test_batch_records_keep_corrections_and_edits(folder: Path, fairsheet: Fairsheet, tmp_path: Path) -> None:
    change_player(folder / "seat-2.json")
    batch(folder, tmp_path / "out")
    messages = fairsheet("score", tmp_path / "out/records").err
    assert messages.count(f"changed by hand: {TOTAL}") == messages.count("edited since it was read") == 1


def test_edit_that_restores_the_reading_is_not_reported(fairsheet: Fairsheet, folder: Path) -> None:
    record = records_of("launch", "otter")[0]
    (folder / "seat-1.json").write_bytes(write_record(record))
    assert "by hand" not in (ended := fairsheet("score", folder)).err and "edited" not in ended.err


def test_confirming_answer_is_no_change(tmp_path: Path) -> None:
    record = Record.on(LAUNCH, records_of("launch", "otter")[0].game, 1, {"floor-1.1": 3})
    path = tmp_path / "seat-1.json"
    for mark in (4, 3):
        write_corrections(path, LAUNCH, record, {"floor-1.1": mark}, by="Ada", at=datetime.now(UTC))
    assert changed_by_hand(record, read_doubts_file(path, LAUNCH)) == () == changed_by_hand(record, None)


def test_several_corrections_of_a_mark_are_one_change() -> None:
    record = replace(records_of("launch", "otter")[0], marks={"score.total": 9})
    corrections = tuple(Correction("score.total", was, mark, "Ada", "now") for was, mark in ((5, 7), (7, 9)))
    (change,) = changed_by_hand(record, DoubtsFile("1.jpg", corrections=corrections))
    assert (change.was, change.mark) == (5, 9)
