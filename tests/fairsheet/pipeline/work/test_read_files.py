"""Each file is read once. Readings and outputs follow changed, missing and returning files."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from fairsheet.commands.batch import exit_code
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.doubt_files import DoubtsFile, write_doubts_file
from fairsheet.pipeline.base.values import UNREADABLE, FileReading, KeptSheet
from fairsheet.pipeline.reading.photos import ScannedPhoto
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.tasks import (
    CHANGED,
    Failure,
    FileDone,
    ReadFile,
    Result,
    Task,
    perform,
)
from fairsheet.process.exits import ExitCode
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.label.label_reader import UnreadableLabel
from fairsheet.vision.loading._decoder import Decoder
from fairsheet.vision.loading._undecodable import Undecodable
from fairsheet.vision.readings.reading import Doubt, PhotoReading
from tests.doubts_beside import write_doubts
from tests.fairsheet.here import (
    OPTIONS,
    InProcess,
    batch,
    content,
    lines,
    photo_files,
    records_of,
    write_records,
)


@pytest.mark.parametrize("folder", [b"club", b"caf\xe9"])
def test_error_of_a_doubts_file_omits_its_folder(folder: bytes, tmp_path: Path) -> None:
    club, out = tmp_path / os.fsdecode(folder), tmp_path / "out"
    record, *_ = write_records(club, records_of("launch", "first"))
    record.with_suffix(".doubts").write_text("broken")
    batch(club, out)
    broken, fine = lines(out / "photos.jsonl")
    assert broken["error"].startswith("seat-1.doubts: this file of doubts is broken")
    assert fine["error"] is None


class Photographer(InProcess):
    """Reads every photo as one sheet, and draws a picture of it."""

    def do(self, task: Task) -> Result:
        if not isinstance(task, ReadFile):
            return perform(task)
        sheet = KeptSheet(records_of("launch", "first")[0], ())
        return FileDone(FileReading((sheet,)), (b"a picture",) if task.pictures else ())


def test_equal_files_with_one_name_share_one_record(club: Path, tmp_path: Path) -> None:
    out, record = tmp_path / "out", records_of("launch", "first")[0]
    for folder in ("a", "copy"):
        (path,) = write_records(club / folder, [record])
        write_doubts(path, "photo.jpg", [Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, Message("faint"))])
    batch(club, out)
    (doubts_file,) = (out / "records").glob("*.doubts")
    assert json.loads(doubts_file.read_text())["photo"] == "photo.jpg"
    before = {path: path.stat().st_ino for path in (out / "records").iterdir()}
    batch(club, out)
    assert before == {path: path.stat().st_ino for path in (out / "records").iterdir()}


def test_shorter_reading_leaves_no_old_outputs(tmp_path: Path) -> None:
    class Pages(InProcess):
        def do(self, task: Task) -> Result:
            if not isinstance(task, ReadFile):
                return perform(task)
            some = records_of("launch", "first")[: task.options.pages]
            sheets = tuple(KeptSheet(each, (), overlay=number) for number, each in enumerate(some))
            return FileDone(FileReading(sheets), (b"a picture",) * len(some))

    folder, out, fresh = tmp_path / "club", tmp_path / "out", tmp_path / "fresh"
    folder.mkdir()
    (folder / "scan.pdf").write_bytes(b"%PDF-")
    for pages, where in ((2, out), (1, out), (1, fresh)):
        batch(folder, where, Pages(), options=replace(OPTIONS, pages=pages))
    assert content(out) == content(fresh)


def test_removed_doubts_files_leave_nothing(club: Path, tmp_path: Path) -> None:
    record = club / "a/seat-1.json"
    write_doubts(record, "photo.jpg", [Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, Message("faint"))])
    for path in club.rglob("*.*"):
        os.utime(path, (1, 1))
    batch(club, tmp_path / "out")
    record.with_suffix(".doubts").unlink()
    batch(club, tmp_path / "out")
    batch(club, tmp_path / "fresh")
    assert content(tmp_path / "out") == content(tmp_path / "fresh")


def test_copies_of_a_photo_are_read_once_but_drawn_separately(tmp_path: Path) -> None:
    folder, out, first, again = tmp_path / "club", tmp_path / "out", Photographer(), Photographer()
    folder.mkdir()
    for name in ("photo.jpg", "copy.jpg", "another.jpg"):
        (folder / name).write_bytes(b"\xff\xd8\xff")
    batch(folder, out, first)
    assert len(first.done) == 1 + 1
    assert {path.stem.partition("-")[0] for path in (out / "overlays").iterdir()} == {
        "photo",
        "copy",
        "another",
    }
    batch(folder, out, again)
    assert again.done == []


class Renaming(InProcess):
    """Renames a file between its listing and its reading."""

    def do(self, task: Task) -> Result:
        if isinstance(task, ReadFile) and task.path.endswith(b"a/seat-1.json"):
            path = Path(os.fsdecode(task.path))
            path.rename(path.with_name("renamed.json"))
        return perform(task)


def test_temporarily_missing_file_is_read_later(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(club, out, Renaming())
    errors = {line["file"]: line["error"] for line in lines(out / "photos.jsonl") if line["error"]}
    assert errors == {"a/seat-1.json": "the file cannot be read (No such file or directory)"}
    batch(club, out)
    batch(club, tmp_path / "fresh")
    assert content(out) == content(tmp_path / "fresh")


def test_copy_is_read_if_the_first_equal_file_is_missing(club: Path, tmp_path: Path) -> None:
    (club / "b/copy.json").write_bytes((club / "a/seat-1.json").read_bytes())
    batch(club, tmp_path / "out", Renaming())
    errors = {line["file"]: line["error"] for line in lines(tmp_path / "out/photos.jsonl")}
    assert errors["a/seat-1.json"] is not None and errors["b/copy.json"] is None


@pytest.mark.parametrize("name", ["seat-1.json", "photo.jpg"])
def test_file_changed_before_its_reading_is_not_stored(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"{}")
    task = ReadFile(os.fsencode(tmp_path / name), "the former", OPTIONS, pictures=False)
    assert perform(task) == CHANGED


def test_reading_stays_if_only_its_pictures_fail(tmp_path: Path) -> None:
    class Clumsy(Photographer):
        def do(self, task: Task) -> Result:
            result = super().do(task)
            drawn = isinstance(result, FileDone) and result.pictures
            return Failure(Message("the computer stopped this work")) if drawn else result

    folder, out, again = tmp_path / "club", tmp_path / "out", Clumsy()
    folder.mkdir()
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    before = batch(folder, out, Clumsy(), overlays=False)
    after = batch(folder, out, Clumsy())
    assert after.tables == before.tables and after.files == before.files
    batch(folder, out, again)
    assert again.done == [], "skipped until --retry"


def test_photo_that_killed_its_decoder_is_read_again_with_retry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise Undecodable("too much")

    folder, out, again = tmp_path / "club", tmp_path / "out", InProcess()
    folder.mkdir()
    Image.new("L", (400, 400), 200).save(folder / "a.png")
    with monkeypatch.context() as patch:
        patch.setattr(Decoder, "_request", die)
        batch(folder, out)
    (file,) = batch(folder, out, again).files
    assert again.done == [] and "too much time or memory" in str(file.found and file.found.error)
    with open_store(out, new=False) as store:
        store.forget_failures()
    (file,) = batch(folder, out, again).files
    assert again.done and "markers" in str(file.found and file.found.error)


def test_page_only_shows_existing_overlays(club: Path, tmp_path: Path) -> None:
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


def test_error_of_an_unreadable_code_has_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = str(tmp_path / "x.jpg")
    unreadable = UnreadableLabel(
        "the code cannot be read", code=ErrorCode.DAMAGED_LABEL, where=photo, hint="give --sheet"
    )
    reading = PhotoReading(
        "x.jpg",
        errors=(
            unreadable,
            FairsheetError("torn", code=ErrorCode.COVERED_SHEET, where=photo, hint="glue it"),
        ),
    )
    monkeypatch.setattr(
        "fairsheet.pipeline.reading.photos.scan_file", lambda *args, **options: [ScannedPhoto(reading)]
    )
    (tmp_path / "x.jpg").write_bytes(b"\xff\xd8\xff")
    batch(tmp_path, tmp_path / "out")
    (line,) = lines(tmp_path / "out" / "photos.jsonl")
    assert line["error"] == f"the code cannot be read; {UNREADABLE}; torn; glue it"
    assert line["error_codes"] == ["damaged-label", "covered-sheet"]


def test_record_that_names_an_unreadable_photo_settles_it(club: Path, tmp_path: Path) -> None:
    photo_files(club, "torn.jpg")
    out = tmp_path / "out"
    assert exit_code(batch(club, out)) == ExitCode.FAILED
    errors = tmp_path / "told"
    (path,) = write_records(errors, records_of("launch", "first")[:1])
    write_doubts_file(path, DoubtsFile("torn.jpg"))
    state = batch([club, errors], out)
    assert exit_code(state) != ExitCode.FAILED
    assert all(line["error"] is None for line in lines(out / "photos.jsonl"))
    photo_files(club / "other", "torn.jpg")  # the name fits both photos
    assert exit_code(batch([club, errors], out)) == ExitCode.FAILED


def test_store_process_decodes_no_photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*_: object, **__: object) -> None:
        raise AssertionError

    for name in ("PIL.Image.open", "simplejpeg.decode_jpeg", "simplejpeg.decode_jpeg_header", "cv2.imdecode"):
        monkeypatch.setattr(name, decode)
    for suffix in ("jpg", "png"):
        path = tmp_path / f"a.{suffix}"
        Image.new("L", (400, 400), 200).save(path)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        done = perform(ReadFile(os.fsencode(path), sha256, OPTIONS, pictures=True))
        assert isinstance(done, FileDone) and "markers" in str(done.found.error)
