"""Doubts of a photo: next to the record, in verdicts and scores, and resolved by answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.engine.records.record import read_record
from fairsheet.languages.messages import Message
from fairsheet.pipeline.answers.corrections import now, write_corrections
from fairsheet.pipeline.base.doubt_files import doubts_path, read_doubts_file
from fairsheet.pipeline.judging.judging import doubts_about_verdict
from fairsheet.pipeline.store import scanned_records
from fairsheet.pipeline.store.scanned_records import RecordFiles, sheets_of, write_sheet
from fairsheet.process.console import say
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt, PhotoReading, SheetReading
from fairsheet.wording.field_names import field_names
from tests.doubts_beside import read_doubts, write_doubts

FIELD = "floor-1.2"
Marks = dict[str, int | str]


@pytest.fixture
def honest(table: list[Path]) -> Marks:
    marks: Marks = json.loads(table[0].read_text())["marks"]
    return marks


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path for the record of seat 1."""
    return tmp_path / "seat-1.json"


def reading(marks: Marks, *doubts: Doubt) -> PhotoReading:
    """Return a reading of a photo of seat 1 with these marks."""
    sheet = load_sheet("launch")
    label = Label("launch", sheet.fingerprint, "coral-otter-42", 3, 1)
    return PhotoReading("seat-1.jpg", (SheetReading(sheet, label, None, marks, doubts),))


def misread_number(honest: Marks) -> PhotoReading:
    """Return a reading with an impossible number. The right number is the other candidate."""
    wrong = 15
    assert honest[FIELD] != wrong
    doubt = Doubt(FIELD, ((wrong, 0.6), (honest[FIELD], 0.4)), wrong, Message("it looks like both"))
    return reading(honest | {FIELD: wrong}, doubt)


def write_records(photo: PhotoReading, path: Path) -> None:
    write_sheet(photo.file, photo.sheets[0], path, report=say)


def test_misread_mark_accuses_no_player(fairsheet: Any, honest: Marks, path: Path, tmp_path: Path) -> None:
    write_records(misread_number(honest), path)
    ended = fairsheet("verify", *tmp_path.iterdir())
    assert ended.code == 3
    question = f"{field_names(load_sheet('launch'))[FIELD]}: 15 or {honest[FIELD]}?"
    assert f"undecided (as read: no legal game leads to this sheet); first look at {question}" in " ".join(
        ended.out.split()
    )
    assert "illegal" not in ended.out
    document = fairsheet("verify", path, "--json")
    assert (document.code, document.json["sheets"][0]["verdict"]) == (3, "undecided")
    scored = fairsheet("score", path)
    assert scored.code == 3 and f"still in doubt: {question}" in scored.err
    assert scored.err.endswith(f"To answer: fairsheet review {tmp_path}\n")


def test_hint_for_records_of_a_batch_names_the_batch(fairsheet: Any, honest: Marks, tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    (tmp_path / "batch.sqlite").touch()
    write_records(misread_number(honest), records / "seat-1.json")
    for given in (records, records / "seat-1.json"):
        assert fairsheet("score", given).err.endswith(f"To answer: fairsheet review {tmp_path}\n")


@pytest.mark.parametrize(
    ("field", "reservation"), [(FIELD, "; but 1 mark in doubt may change that"), ("score.total", "")]
)
def test_doubt_that_may_change_a_verdict_adds_a_reservation(
    fairsheet: Any, honest: Marks, path: Path, field: str, reservation: str
) -> None:
    doubt = Doubt(field, ((honest[field], 0.9), (15, 0.1)), honest[field], Message("it looks like both"))
    write_records(reading(honest, doubt), path)
    ended = fairsheet("verify", path)
    words = f"seat 1: legal, a legal game leads to this sheet{reservation}"
    assert (ended.code, " ".join(ended.out.split())) == (3, words)
    assert ended.err.endswith(f"To answer: fairsheet review {path.parent}\n")


def test_verdict_does_not_depend_on_the_player_name(honest: Marks) -> None:
    sheet, verdict = load_sheet("launch"), SheetVerdict(1, "legal", True, None, (), 0.0)
    name, number = (
        Doubt(field, ((mark, 0.6), (other, 0.4)), mark, Message("it looks like both"))
        for field, mark, other in ((PLAYER, "Ada", "Ida"), (FIELD, honest[FIELD], 15))
    )
    assert list(doubts_about_verdict(verdict, sheet, (name, number)) or ()) == [number]


def test_doubt_on_another_sheet_does_not_change_a_verdict(
    fairsheet: Any, honest: Marks, table: list[Path], tmp_path: Path
) -> None:
    """Seat 2 is certainly illegal. A doubt on the sheet of seat 1 does not change that."""
    write_records(misread_number(honest), tmp_path / "seat-1.json")
    record = json.loads(table[1].read_text())
    record["marks"]["error.3"] = "crossed"  # never circled
    (tmp_path / "seat-2.json").write_text(json.dumps(record))
    ended = fairsheet("verify", tmp_path)
    assert (ended.code, ended.out.count("no legal game leads to this sheet")) == (1, 2)
    assert fairsheet("report", tmp_path, "-o", tmp_path / "x.html").code == 1


def test_corrected_record_has_no_doubt(fairsheet: Any, honest: Marks, path: Path) -> None:
    write_records(misread_number(honest), path)
    record = json.loads(path.read_text())
    record["marks"][FIELD] = honest[FIELD]
    path.write_text(json.dumps(record))
    ended = fairsheet("verify", path)
    messages = f"{path}: edited since it was read, without a note\n"
    assert ended.code == 0 and ended.err.startswith(messages)
    assert "legal, a legal game leads to this sheet" in ended.out


# --- files after an interrupted write ------------------------------------------------------------------------------


class BrokenOff(Exception):
    pass


def break_off(*_: object) -> None:
    raise BrokenOff


def open_doubts(record: Path, doubts: Path) -> set[str]:
    """Return the fields of a record that are in doubt according to its doubts file."""
    _, read = read_record(record.read_bytes(), "")
    listed = json.loads(doubts.read_text())["doubts"]
    return {doubt["field"] for doubt in listed if read.marks.get(doubt["field"]) == doubt["chosen"]}


def test_doubts_are_written_before_the_record(
    honest: Marks, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanned_records, "write_file", break_off)
    with pytest.raises(BrokenOff):
        write_records(misread_number(honest), path)
    assert [files_left.name for files_left in tmp_path.iterdir()] == ["seat-1.doubts"]


@pytest.mark.parametrize("breaks", ["write_doubts_file", "write_file", None])
def test_former_record_keeps_its_doubts(
    honest: Marks, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks: str | None
) -> None:
    write_records(misread_number(honest), path)
    if breaks is None:
        write_records(reading(honest), path)
        assert open_doubts(path, doubts_path(path)) == set()
    else:
        monkeypatch.setattr(scanned_records, breaks, break_off)
        with pytest.raises(BrokenOff):
            write_records(reading(honest), path)
        assert not path.exists()
    former, doubts = tmp_path / "seat-1.json.before", tmp_path / "seat-1.doubts.before"
    assert open_doubts(former, doubts) == {FIELD}


def test_former_doubts_stay_with_their_record(honest: Marks, path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"corrected by hand, and its doubts resolved")
    write_records(misread_number(honest), path)
    assert not (tmp_path / "seat-1.doubts.before").exists()
    write_records(reading(honest), path)
    former, doubts = tmp_path / "seat-1.json.before-2", tmp_path / "seat-1.doubts.before-2"
    assert open_doubts(former, doubts) == {FIELD}
    assert not (tmp_path / "seat-1.doubts.before").exists()


def test_photos_with_one_name_keep_records_of_other_seats(honest: Marks, tmp_path: Path) -> None:
    one = reading(honest)
    (sheet,) = one.sheets
    two = replace(one, sheets=(replace(sheet, label=replace(sheet.label, seat=2)),))
    elsewhere = replace(one, sheets=(replace(sheet, label=replace(sheet.label, seed="another")),))

    def scan(*photos: PhotoReading) -> list[int]:
        """Scan the photos and return the seats of the files."""
        RecordFiles(tmp_path).write(sheets_of(photos), {"seat-1.jpg": "seat-1.overlay.jpg"}, final=True)
        return [json.loads(path.read_text())["seat"] for path in sorted(tmp_path.glob("*.json"))]

    assert scan(one) == [1]
    assert scan(two) == [2, 1]  # seat-1-2.json comes first
    assert scan(two) == [2, 1]
    assert scan(replace(one, sheets=(*two.sheets, *one.sheets))) == [2, 1]
    assert not list(tmp_path.glob("*.before"))
    assert scan(elsewhere) == [2, 1]
    assert (tmp_path / "seat-1.json.before").is_file()  # the record of another table is put aside
    assert json.loads((tmp_path / "seat-1.json").read_text())["game"]["seed"] == "another"


def test_next_scan_does_not_ask_about_confirmed_marks(honest: Marks, path: Path) -> None:
    write_records(misread_number(honest), path)
    sheet, record = read_record(path.read_bytes(), "")
    write_corrections(path, sheet, record, {FIELD: record.marks[FIELD]}, by="Ada", at=now())
    write_records(misread_number(honest), path)
    assert read_doubts(path, sheet, record) == ()


@pytest.mark.parametrize("files_left", ["alone", "broken"])
def test_corrections_without_a_fitting_record_are_put_aside(
    honest: Marks, path: Path, tmp_path: Path, files_left: str
) -> None:
    write_records(reading(honest), path)
    correct(path, score__total=1)
    content = doubts_path(path).read_bytes()
    if files_left == "alone":
        path.unlink()
    else:
        write_records(reading(honest), tmp_path / "as-read.json")
        # so that the record equals a new reading
        path.write_bytes((tmp_path / "as-read.json").read_bytes())
        content = content.replace(b"doubts/3", b"doubts/9")  # as a later release may write it
        doubts_path(path).write_bytes(content)
    write_records(reading(honest), path)
    assert (tmp_path / "seat-1.doubts.before").read_bytes() == content
    assert read_doubts(path, *read_record(path.read_bytes(), "")) == ()


def test_doubts_of_an_unfinished_scan_are_overwritten(honest: Marks, path: Path, tmp_path: Path) -> None:
    write_records(misread_number(honest), path)
    path.unlink()
    write_records(misread_number(honest), path)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["seat-1.doubts", "seat-1.json"]


def test_names_of_photos_and_people_may_have_any_character(honest: Marks, tmp_path: Path) -> None:
    # a name from a Mac, with a narrow no-break space, and a name that only a program can create
    for name in ("Scan 3.45\u202fPM", "a\tb\x1b"):
        path = tmp_path / f"{name}.json"
        photo = replace(misread_number(honest), file=f"{name}.jpg")
        write_sheet(photo.file, photo.sheets[0], path, [f"{name}.overlay.jpg"])
        assert open_doubts(path, doubts_path(path)) == {FIELD}
        correct(path, by="Ada\u00a0L.\t", **{FIELD: None})
        kept = read_doubts_file(path, load_sheet("launch"))
        assert kept is not None and [each.by for each in kept.corrections] == ["Ada\u00a0L.\t"]


def test_candidates_that_a_field_rejects_are_skipped(table: list[Path], path: Path) -> None:
    path.write_bytes(table[0].read_bytes())
    sheet, record = read_record(path.read_bytes(), "")
    chosen = record.marks[FIELD]
    odd = Doubt(FIELD, ((chosen, 0.5), (99, 0.3), ("circled", 0.1), (None, 0.1)), chosen, Message("faint"))
    write_doubts(path, "a.jpg", [odd])
    (doubt,) = read_doubts(path, sheet, record) or ()
    assert doubt.candidates == ((chosen, 0.5), (None, 0.1))


def correct(path: Path, by: str = "Ada", **changes: int | str | None) -> None:
    """Correct fields of a record. `__` replaces the dot in their ids, as in score__total."""
    sheet, record = read_record(path.read_bytes(), "")
    marks = {field.replace("__", "."): mark for field, mark in changes.items()}
    write_corrections(path, sheet, record, marks, by=by, at=now())


def test_next_scan_of_a_photo_keeps_corrections(
    honest: Marks, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_records(misread_number(honest), path)
    correct(path, score__total=None, player="Ada")
    correct(path, score__total=150)  # the second correction counts
    correct(path, by="Bo", **{FIELD.replace(".", "__"): honest[FIELD]})
    sheet, before = read_record(path.read_bytes(), "")
    for _ in range(2):
        write_records(misread_number(honest), path)
        assert read_record(path.read_bytes(), "")[1] == before
        assert capsys.readouterr().err == f"{path}: 3 corrections by Ada and Bo kept\n"
        assert read_doubts(path, sheet, before) == ()
    assert (before.marks["score.total"], before.player) == (150, "Ada")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["seat-1.doubts", "seat-1.json"]


def test_corrected_name_stays_if_names_are_not_read(honest: Marks, path: Path) -> None:
    photo = reading(honest)
    write_records(replace(photo, sheets=(replace(photo.sheets[0], player="Ado"),)), path)
    correct(path, player="Ada")
    write_records(photo, path)
    assert read_record(path.read_bytes(), "")[1].player == "Ada"


def test_correction_yields_to_a_different_reading(
    honest: Marks, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_records(reading(honest), path)
    correct(path, score__total=150, player="Ada")
    corrected = path.read_bytes()
    write_records(reading(honest | {"score.total": 99}), path)
    record = read_record(path.read_bytes(), "")[1]
    assert (record.marks["score.total"], record.player) == (99, "Ada")
    assert (tmp_path / "seat-1.json.before").read_bytes() == corrected
    messages = capsys.readouterr().err
    assert "1 correction by Ada kept" in messages
    assert "1 correction by Ada not applied, because the new reading differs" in messages


def test_edits_without_a_note_are_put_aside(
    honest: Marks, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_records(reading(honest), path)
    correct(path, score__total=150)
    path.write_text(path.read_text().replace('"player": ""', '"player": "Bo"'))
    edited = path.read_bytes()
    write_records(reading(honest), path)
    record = read_record(path.read_bytes(), "")[1]
    assert (record.marks["score.total"], record.player) == (150, "")
    assert (tmp_path / "seat-1.json.before").read_bytes() == edited
    assert (
        "it is kept as seat-1.json.before (to take it back, rename it to seat-1.json, "
        "and seat-1.doubts.before to seat-1.doubts)" in capsys.readouterr().err
    )


def test_corrections_of_another_seat_are_put_aside(honest: Marks, path: Path, tmp_path: Path) -> None:
    write_records(reading(honest), path)
    correct(path, score__total=150)
    photo = reading(honest)
    (sheet,) = photo.sheets
    write_records(replace(photo, sheets=(replace(sheet, label=replace(sheet.label, seat=2)),)), path)
    assert read_record(path.read_bytes(), "")[1].marks["score.total"] == honest["score.total"]
    assert "150" in (tmp_path / "seat-1.doubts.before").read_text()
    assert "150" not in doubts_path(path).read_text()


# --- resolving them -------------------------------------------------------------------------------------------------


def test_record_without_a_photo_has_no_doubts(table: list[Path]) -> None:
    assert read_doubts(table[0], *read_record(table[0].read_bytes(), "")) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"format": "other"}',
        b'{"format": "fairsheet.doubts/3", "doubts": [{"field": "no.such", "candidates": [], "chosen": 1,'
        b' "because": ""}]}',
    ],
)
def test_doubts_that_cannot_be_read_name_their_file(honest: Marks, path: Path, content: bytes) -> None:
    write_records(reading(honest), path)
    doubts_path(path).write_bytes(content)
    with pytest.raises(FairsheetError, match="scan the photo again") as caught:
        read_doubts(path, *read_record(path.read_bytes(), ""))
    assert caught.value.where == str(doubts_path(path))


def test_asking_needs_a_terminal(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("scan", tmp_path / "x.jpg", "--ask", "-o", tmp_path)
    assert ended.code == 2
    assert "--ask" in ended.err and len(ended.err.splitlines()) == 1


def test_sheet_without_a_seed_may_have_any_deal(fairsheet: Any, table: list[Path], tmp_path: Path) -> None:
    document = json.loads(table[0].read_text()) | {"marks": {}}
    document["game"] |= {"seed": None, "missions": None}
    (tmp_path / "x.json").write_text(json.dumps(document))
    ended = fairsheet("verify", tmp_path / "x.json")
    assert ended.code == 0
    assert "legal with some order of the cards" in ended.out
