"""The report of the demo on its reading, and the removal of an earlier demo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs
from pypdfium2 import PdfDocument

from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.records.record import Record, Table, read_record
from fairsheet.languages.messages import Message
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.trial.demonstration import (
    _clear,
    _refuse_other_folder,
    format_reading,
    prove_as_read,
    rank,
    resolve,
    run_demo,
    second_look,
)
from fairsheet.vision.readings.reading import Doubt, SheetReading
from fairsheet.wording.field_names import field_names
from tests.conftest import Fairsheet

FIELD = "floor-1.2"
PLACE = f"[{field_names(load_sheet('launch'))[FIELD]}]"


@pytest.fixture
def truth(table: list[Path]) -> Record:
    _, record = read_record(table[0].read_bytes(), "")
    return record


def reading(truth: Record, *, doubtful: bool) -> SheetReading:
    """Return a reading with one number misread as an impossible one."""
    sheet = load_sheet("launch")
    label = Label("launch", sheet.fingerprint, "coral-otter-42", 3, 1)
    doubt = Doubt(FIELD, ((15, 0.6), (truth.marks[FIELD], 0.4)), 15, Message("it looks like both"))
    return SheetReading(sheet, label, None, {**truth.marks, FIELD: 15}, (doubt,) if doubtful else ())


def test_report_lists_corrections_and_the_verdict_without_them(truth: Record) -> None:
    seat = prove_as_read(resolve(reading(truth, doubtful=True), truth))
    assert seat.record.marks == truth.marks
    words = format_reading(seat)
    assert "1 in doubt: answered from the bot's record (in your game, you look at the sheet)" in words
    assert f"1 corrected: {PLACE} from 15 to {truth.marks[FIELD]}" in words
    assert words.endswith("Without the corrections, the proof would call the sheet illegal")


def test_report_lists_misreadings_found_by_the_proof(truth: Record) -> None:
    seat = resolve(reading(truth, doubtful=False), truth)
    assert format_reading(seat).endswith(f"misread without a doubt: {PLACE}")
    words = format_reading(prove_as_read(second_look(seat, truth)))
    assert f"after the proof found a contradiction: {PLACE} from 15 to {truth.marks[FIELD]}" in words
    assert "the proof would call the sheet" in words


def test_a_clean_reading_is_not_proved_twice(truth: Record) -> None:
    clean = structs.replace(reading(truth, doubtful=False), marks=truth.marks)
    seat = resolve(clean, truth)
    assert prove_as_read(seat) is seat
    assert format_reading(seat).endswith("none in doubt")


def test_rank_explains_a_broken_tie(tmp_path: Path) -> None:
    ink: list[dict[str, Mark]] = [{"error.1": "circled+crossed"}, {}]
    records = [
        Record.on(load_sheet("launch"), Table(None, 2), seat, marks) for seat, marks in enumerate(ink, 1)
    ]
    lines: list[str] = []
    rank(load_sheet("launch"), records, tmp_path, lines.append)
    assert lines[-1] == "score    seat 2 before seat 1, at equal totals: fewer crossed errors (0 against 1)"
    assert len(lines) == 3


def test_demo_json_names_the_folder(fairsheet: Fairsheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairsheet.trial.demonstration.run_demo", lambda *_: Verdict(()))
    ended = fairsheet("demo", "--seed", "a b", "--players", 2, "--json")
    lines = {"sheet": "launch", "seed": "a b", "players": 2, "folder": "demo-a-b"}
    assert ended.code == 0 and ended.json == {"format": "fairsheet.demo/1", **lines}


@pytest.mark.parametrize("name", ["photos/seat-1.jpg", "report.html"])
def test_folder_with_other_files_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    with pytest.raises(FairsheetError, match="choose a new folder"):
        run_demo(load_sheet("launch"), Table("x", 2), tmp_path, lambda words: None)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / name]


def test_interrupted_demo_can_be_started_again(tmp_path: Path) -> None:
    (tmp_path / "deal.json").write_text("{}")
    _refuse_other_folder(tmp_path)


def test_demo_of_a_recorded_game_runs_to_the_end(tmp_path: Path) -> None:
    lines: list[str] = []
    verdict = run_demo(load_sheet("pulsar-final"), Table("otter", 2), tmp_path, lines.append)
    assert [(sheet.seat, sheet.verdict) for sheet in verdict.sheets] == [
        (seat, "legal") for seat in (1, 2, 0)
    ]
    names = {
        read_record(path.read_bytes(), "")[1].player for path in (tmp_path / "records").glob("seat-*.json")
    }
    assert names == {"Ada", "Ben"}
    reading = json.loads((tmp_path / "reading.json").read_text())
    players = [each["record"]["player"] for photo in reading["photos"] for each in photo["sheets"]]
    assert players == ["Ada", "Ben", ""]  # in the order of the print
    assert lines[-4].startswith("verify   the sheet “the table”: legal")
    for stem in ("seat-1", "seat-2", "pulsar-table"):
        for kept in (f"photos/{stem}.jpg", f"records/{stem}.json", f"overlays/{stem}.overlay.jpg"):
            assert (tmp_path / kept).exists()
    assert json.loads((tmp_path / "deal.json").read_text())["draw"]["turn-order"]
    assert (tmp_path / "pulsar-final.pdf").exists() and (tmp_path / "pulsar-table.pdf").exists()
    assert "the sheet “the table”" in (tmp_path / "report.html").read_text()
    _clear(tmp_path)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {
        "deal.json", "reading.json", "verdict.json", "score.json", "report.html",
    }  # fmt: skip


def test_clear_only_removes_files_of_an_earlier_demo(tmp_path: Path) -> None:
    kept = ["notes.txt", "photos/holiday.jpg", "records/ada.json"]
    old = ["photos/seat-4.jpg", "records/seat-4.json", "played/history-4.json", "histories/history-4.json"]
    for name in kept + old:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    _clear(tmp_path)
    assert all((tmp_path / name).exists() for name in kept + old)  # this is no folder of a demo
    (tmp_path / "deal.json").write_text("{}")
    _clear(tmp_path)
    assert all((tmp_path / name).exists() for name in kept)
    assert not any((tmp_path / name).exists() for name in old)


def test_solo_game_has_photos_of_its_panel(fairsheet: Fairsheet, tmp_path: Path) -> None:
    ended = fairsheet("simulate", "journey", "--seed", "x", "--solo", 3, "--photos", "-o", tmp_path)
    assert ended.code == 0, ended.err
    photos = sorted(path.name for path in (tmp_path / "x/photos").iterdir())
    assert photos == ["seat-1-page-2.jpg", "seat-1.jpg"]
    with PdfDocument(tmp_path / "x/sheets.pdf") as printed:
        assert "Ada" in printed[0].get_textpage().get_text_range()
