"""What is read of each file, once, and what of it stays when files change, go and come back."""

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
    Here,
    batch,
    content,
    lines,
    photo_files,
    records_of,
    write_records,
)


@pytest.mark.parametrize("folder", [b"club", b"caf\xe9"])
def test_what_is_wrong_beside_a_record_is_told_without_its_folder(folder: bytes, tmp_path: Path) -> None:
    club, out = tmp_path / os.fsdecode(folder), tmp_path / "out"
    record, *_ = write_records(club, records_of("launch", "first"))
    record.with_suffix(".doubts").write_text("broken")
    batch(club, out)
    broken, fine = lines(out / "photos.jsonl")
    assert broken["error"].startswith("seat-1.doubts: this file of doubts is broken")
    assert fine["error"] is None


class Photographer(Here):
    """Says of every photo that it shows one sheet, and draws a picture of it."""

    def do(self, task: Task) -> Result:
        if not isinstance(task, ReadFile):
            return perform(task)
        sheet = KeptSheet(records_of("launch", "first")[0], ())
        return FileDone(FileReading((sheet,)), (b"a picture",) if task.pictures else ())


def test_equal_files_of_one_name_have_one_record_that_is_written_once(club: Path, tmp_path: Path) -> None:
    out, record = tmp_path / "out", records_of("launch", "first")[0]
    for folder in ("a", "copy"):
        (path,) = write_records(club / folder, [record])
        write_doubts(path, "photo.jpg", [Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, Message("faint"))])
    batch(club, out)
    (beside,) = (out / "records").glob("*.doubts")
    assert json.loads(beside.read_text())["photo"] == "photo.jpg"
    before = {path: path.stat().st_ino for path in (out / "records").iterdir()}
    batch(club, out)
    assert before == {path: path.stat().st_ino for path in (out / "records").iterdir()}


def test_of_a_file_of_which_less_is_read_nothing_is_left_over(tmp_path: Path) -> None:
    class Pages(Here):
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


def test_doubts_beside_a_record_that_go_leave_nothing(club: Path, tmp_path: Path) -> None:
    record = club / "a/seat-1.json"
    write_doubts(record, "photo.jpg", [Doubt("floor-1.1", ((3, 0.6), (8, 0.4)), 3, Message("faint"))])
    for path in club.rglob("*.*"):
        os.utime(path, (1, 1))
    batch(club, tmp_path / "out")
    record.with_suffix(".doubts").unlink()
    batch(club, tmp_path / "out")
    batch(club, tmp_path / "fresh")
    assert content(tmp_path / "out") == content(tmp_path / "fresh")


def test_copies_of_a_photo_are_read_once_and_have_pictures_of_their_own(tmp_path: Path) -> None:
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


class Renaming(Here):
    """Somebody renames a file between the look at it and its reading."""

    def do(self, task: Task) -> Result:
        if isinstance(task, ReadFile) and task.path.endswith(b"a/seat-1.json"):
            path = Path(os.fsdecode(task.path))
            path.rename(path.with_name("renamed.json"))
        return perform(task)


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
def test_what_is_swapped_before_it_is_read_is_not_kept_for_former_content(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"{}")
    task = ReadFile(os.fsencode(tmp_path / name), "the former", OPTIONS, pictures=False)
    assert perform(task) == CHANGED


def test_a_reading_stays_where_only_its_pictures_cannot_be_drawn(tmp_path: Path) -> None:
    class Clumsy(Photographer):
        def do(self, task: Task) -> Result:
            result = super().do(task)
            drawn = isinstance(result, FileDone) and result.pictures
            return Failure("it ended its worker") if drawn else result

    folder, out, again = tmp_path / "club", tmp_path / "out", Clumsy()
    folder.mkdir()
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    before = batch(folder, out, Clumsy(), overlays=False)
    after = batch(folder, out, Clumsy())
    assert after.tables == before.tables and after.files == before.files
    batch(folder, out, again)
    assert again.done == [], "passed over until --retry"


def test_a_photo_that_its_decoder_died_of_is_read_again_with_retry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise Undecodable("too much")

    folder, out, again = tmp_path / "club", tmp_path / "out", Here()
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


def test_an_unreadable_code_is_told_with_what_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_photo_that_cannot_be_read_is_settled_by_a_record_that_names_it(club: Path, tmp_path: Path) -> None:
    photo_files(club, "torn.jpg")
    out = tmp_path / "out"
    assert exit_code(batch(club, out)) == ExitCode.FAILED
    told = tmp_path / "told"
    (path,) = write_records(told, records_of("launch", "first")[:1])
    write_doubts_file(path, DoubtsFile("torn.jpg"))
    state = batch([club, told], out)
    assert exit_code(state) != ExitCode.FAILED
    assert all(line["error"] is None for line in lines(out / "photos.jsonl"))
    photo_files(club / "other", "torn.jpg")  # nobody knows which of the two is named
    assert exit_code(batch([club, told], out)) == ExitCode.FAILED


def test_no_byte_of_a_photo_is_decoded_where_the_store_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
