"""Corrections by hand: the record gets the new mark, and its doubts file keeps the old one."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fairsheet.cli import main
from fairsheet.engine.records.record import read_record
from fairsheet.languages.catalogues import catalogue
from fairsheet.languages.messages import Message
from fairsheet.pipeline.answers import corrections
from fairsheet.pipeline.answers.corrections import changes_typed, write_corrections
from fairsheet.pipeline.base.doubt_files import digest_of, doubts_path, read_doubts_file
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.field_names import field_names
from tests.doubts_beside import read_doubts, write_doubts

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def record(table: list[Path], tmp_path: Path) -> Path:
    """Return a record of launch in its own folder."""
    return Path(shutil.copy(table[0], tmp_path / "seat-1.json"))


def test_correct_changes_removes_and_adds_marks(fairsheet: Any, record: Path) -> None:
    before = json.loads(record.read_text())["marks"]
    field = next(id_ for id_ in before if id_.startswith("floor-"))
    ended = fairsheet(
        "correct", record, f"{field}=x", "score.total=blank", "player=Ada", "--by", "Bo", "--json"
    )
    assert ended.code == 0
    after = json.loads(record.read_text())
    assert ended.json["marks"] == after["marks"]
    assert after["marks"] == {id_: mark for id_, mark in before.items() if id_ != "score.total"} | {
        field: "X"
    }
    assert after["player"] == "Ada"
    kept = json.loads(doubts_path(record).read_text())["corrections"]
    assert [(each["field"], each["was"], each["mark"], each["by"]) for each in kept][:2] == [
        (field, before[field], "X", "Bo"),
        ("score.total", before["score.total"], None, "Bo"),
    ]


def test_correct_shows_place_old_mark_and_new_mark(fairsheet: Any, record: Path) -> None:
    was = json.loads(record.read_text())["marks"].get("floor-9.1", "blank")
    ended = fairsheet("correct", record, "floor-9.1=15")
    place = field_places(load_sheet("launch"))["floor-9.1"]
    assert ended.out in (f"{place}: {was} -> 15\n", f"{place}: {was}, confirmed\n")
    ended = fairsheet("correct", record, "floor-9.1=undo", "--ids")
    assert ended.out.startswith(f"{place} (floor-9.1): ")


def test_marks_can_be_typed_in_the_language_of_the_user(fairsheet: Any, record: Path) -> None:
    typed = ("error.1=kroužek a křížek", "error.2=zakrouzkovano", "score.total=prázdné")
    fairsheet("correct", record, *typed, "--lang", "cs")
    marks = json.loads(record.read_text())["marks"]
    assert (marks["error.1"], marks["error.2"], marks.get("score.total")) == (
        "circled+crossed",
        "circled",
        None,
    )


def test_unlikely_marks_are_kept_with_a_warning(fairsheet: Any, record: Path) -> None:
    ended = fairsheet("correct", record, "score.total=999999", "error.3=crossed")
    assert ended.code == 0
    assert (
        "box “TOTAL”, in the upper part right: 999999 is kept; look at it again: this box is for "
        in ended.err
    )
    assert (
        "under “Errors”, in the middle: crossed is kept; look at it again: "
        "[2nd row from the top, 2nd system error “5”, under “Errors”, in the middle] is crossed" in ended.err
    )
    assert json.loads(record.read_text())["marks"]["score.total"] == 999999
    ended = fairsheet("correct", record, "player=Ada")
    assert (ended.code, ended.err) == (0, "")


def test_undo_takes_corrections_back(fairsheet: Any, record: Path) -> None:
    before = json.loads(record.read_text())
    for change in ("player=Zoe", "player=Eve", "score.total=1"):
        assert fairsheet("correct", record, change).code == 0
    ended = fairsheet("correct", record, "player=undo", "floor-1.1=3")
    assert ended.code == 0 and f"“player” (at the top): Eve -> {before['player'] or 'blank'}" in ended.out
    assert json.loads(record.read_text())["player"] == before["player"]
    kept = json.loads(doubts_path(record).read_text())["corrections"]
    assert [each["field"] for each in kept] == ["score.total", "floor-1.1"]
    assert fairsheet("correct", record, "score.total=undo", "floor-1.1=undo").code == 0
    sheet, undone = read_record(record.read_bytes(), "")
    file = read_doubts_file(record, sheet)
    assert file is not None and file.corrections == () and file.digest == digest_of(undone)
    ended = fairsheet("correct", record, "player=undo")
    assert ended.code == 2 and "“player”, at the top: nobody has corrected this field" in ended.err


def test_sheet_is_chosen_by_seat_and_table(fairsheet: Any, table: list[Path], tmp_path: Path) -> None:
    for name in ("Club 1", "Club 2"):
        for number, path in enumerate(table):
            document = json.loads(path.read_text())
            document["game"]["table"] = name
            (tmp_path / f"{name}-{number}.json").write_text(json.dumps(document))
    ended = fairsheet("correct", tmp_path, "--table", "Club 2", "--seat", 1, "player=Zoe")
    assert ended.code == 0
    players = {path.name: json.loads(path.read_text())["player"] for path in tmp_path.glob("*.json")}
    assert [name for name, player in players.items() if player == "Zoe"] == ["Club 2-0.json"]
    fairsheet("correct", tmp_path, "--seat", 1, "player=Zoe").refused(
        "2 sheets of seat 1 are here; give --table, one of Club 1, Club 2"
    )
    fairsheet("correct", tmp_path, "--table", "Club 2", "player=Zoe").refused("also give --seat")
    fairsheet("correct", tmp_path, "--table", "Club 3", "--seat", 1, "player=Zoe").refused(
        "no table is called Club 3; its tables: Club 1, Club 2"
    )
    (tmp_path / "damaged.json").write_text('{"format": "fairsheet.record/2"')
    ended = fairsheet("correct", tmp_path, "--table", "Club 2", "--seat", 1, "player=Bo")
    assert ended.code == 0 and "damaged.json" in ended.err


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("flor-7.2=3", "floor-7.2"),
        ("Floor-7.2=3", "did you mean floor-7.2?"),
        ("floor-7.2=99", "it takes 1 to 15, X, or blank"),
        ("floor-7.2", "write it as floor-7.2=7"),
        ("error.1=7", "circled"),
        ("player=", "no mark given; write blank"),
    ],
)
def test_invalid_changes_change_nothing(fairsheet: Any, record: Path, change: str, problem: str) -> None:
    content = record.read_bytes()
    ended = fairsheet("correct", record, "floor-1.1=3", change)
    assert ended.code == 2 and problem in ended.err and len(ended.err.splitlines()) == 1
    assert record.read_bytes() == content and not doubts_path(record).exists()


def test_corrected_record_without_a_photo_has_no_doubts(fairsheet: Any, record: Path) -> None:
    fairsheet("correct", record, "floor-1.1=3")
    assert read_doubts(record, *read_record(record.read_bytes(), "")) is None


def write_one_doubt(record: Path) -> Doubt:
    """Write and return a doubt about a mark of the record, as if it came from a photo."""
    _, read = read_record(record.read_bytes(), "")
    field, mark = next((id_, mark) for id_, mark in read.marks.items() if id_.startswith("floor-"))
    doubt = Doubt(field, ((mark, 0.6), (None, 0.4)), mark, Message("hard to tell"))
    write_doubts(record, "a.jpg", [doubt], {field: b"\xff\xd8"})
    return doubt


def test_correction_resolves_a_doubt_and_stores_it(record: Path) -> None:
    doubt = write_one_doubt(record)
    sheet, read = read_record(record.read_bytes(), "")
    after = write_corrections(record, sheet, read, {doubt.field: None}, by="Ada", at=NOON)
    assert read_doubts(record, sheet, after) == ()
    file = read_doubts_file(record, sheet)
    assert file is not None
    assert (file.photo, file.doubts, file.crops) == ("a.jpg", (doubt,), {doubt.field: b"\xff\xd8"})
    (kept,) = file.corrections
    assert (kept.was, kept.mark, kept.by, kept.at) == (doubt.chosen, None, "Ada", "2026-11-22T12:00:00+00:00")


def test_confirming_the_reading_resolves_the_doubt(record: Path) -> None:
    doubt = write_one_doubt(record)
    sheet, read = read_record(record.read_bytes(), "")
    assert read_doubts(record, sheet, read) == (doubt,)
    after = write_corrections(record, sheet, read, {doubt.field: doubt.chosen}, by="Ada", at=NOON)
    assert after == read
    assert read_doubts(record, sheet, after) == ()


def test_failed_correction_leaves_the_doubt_open(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = write_one_doubt(record)
    sheet, read = read_record(record.read_bytes(), "")

    def full(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(corrections, "write_file", full)
    with pytest.raises(OSError, match="no room"):
        write_corrections(record, sheet, read, {doubt.field: None}, by="Ada", at=NOON)
    assert read_doubts(record, *read_record(record.read_bytes(), "")) == (doubt,)


def test_undecodable_account_name_is_replaced(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", os.fsdecode(b"J\xf6rg"))
    assert corrections.somebody() == "J\ufffdrg"


def test_undecodable_corrector_name_is_refused(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = record.read_bytes()
    with pytest.raises(SystemExit) as ended:
        main(["correct", str(record), "error.1=circled", "--by", "J\udcf6rg"])
    assert ended.value.code == 2
    assert "--by: this is not text" in capsys.readouterr().err
    assert record.read_bytes() == before and not doubts_path(record).exists()


@pytest.mark.parametrize(
    ("typed", "language", "field"),
    [
        ("floor 9, 1st slot=15", "en", "floor-9.1"),
        ("[Floor 9, 1st slot]=15", "en", "floor-9.1"),
        ("podlaží 9, 1. pole=15", "cs", "floor-9.1"),
        ("floor 9, 1st slot=15", "cs", "floor-9.1"),
        ("podlaží 9, 1. pole = 15", "en", "floor-9.1"),
        ("floor 9, 1st slot (at the top left)=15", "en", "floor-9.1"),
        ("podlaží 9, 1. pole (floor-9.1)=15", "de", "floor-9.1"),
        ("score.total=15", "en", "score.total"),
    ],
)
def test_field_can_be_typed_by_its_place(typed: str, language: str, field: str) -> None:
    assert changes_typed([typed], load_sheet("launch"), catalogue(language)) == {field: 15}


@pytest.mark.parametrize("typed", ["floor 9, 1st slot (floor-6.1)=2", "nonsense(floor-6.1=2"])
def test_place_with_the_id_of_another_field_is_refused(typed: str) -> None:
    with pytest.raises(FairsheetError, match="this sheet has no field"):
        changes_typed([typed], load_sheet("launch"), catalogue("en"))


@pytest.mark.parametrize("name", ["escape", "pulsar-table"])
def test_names_of_fields_are_unique(name: str) -> None:
    sheet = load_sheet(name)
    typed = [f"{place}=blank" for place in field_names(sheet).values()]
    assert list(changes_typed(typed, sheet, catalogue("en"))) == list(sheet.field)


def test_error_names_the_field_as_typed(fairsheet: Any, record: Path) -> None:
    for name, quote in (("floor 9, 1st slot", "'"), ("floor-9.1", "")):
        fairsheet("correct", record, f"{name}=99").refused(f"{name}: '99' cannot be the mark of this slot")
        fairsheet("correct", record, name).refused(f"{quote}{name}=7{quote} or {quote}{name}=blank{quote}")
