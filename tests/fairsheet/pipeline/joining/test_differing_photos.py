"""Two photos of a sheet that show different marks raise the same question in every interface."""

from __future__ import annotations

import asyncio
import io
import json
import re
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from PIL import ExifTags, Image

import fairsheet as library
from fairsheet.asking.batch_answers import questions
from fairsheet.asking.record_answers import judge_records, questions_of_records
from fairsheet.batches.again import open_batch
from fairsheet.engine.records.record import read_record, write_record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import unpacked
from fairsheet.pipeline.base.doubt_files import read_doubts_file
from fairsheet.pipeline.work.tasks import Result, Task, perform
from fairsheet.process.output_files import begin_run
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.here import batch, sheets_read
from tests.fairsheet.serve.client import Client, FakeWorker, run
from tests.photographs import photographed

SEED = "crane"


def with_time(jpeg: bytes, moment: str) -> bytes:
    """Return the photo with a camera time."""
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = moment
    data = exif.tobytes()
    return jpeg[:2] + b"\xff\xe1" + (len(data) + 2).to_bytes(2, "big") + data + jpeg[2:]


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    """Return a folder with before.jpg and after.jpg, the field that differs, and its later mark."""
    folder, records = tmp_path_factory.mktemp("differing"), tmp_path_factory.mktemp("records")
    (game,) = simulate(load_sheet("launch"), SEED, 2)
    record = game.records[0]
    field = next(field for field in record.marks if field.startswith("floor-3."))
    after = 12 if record.marks[field] != 12 else 5
    for name, marks, time in (
        ("before", record.marks, "2026:11:28 20:00:00"),
        ("after", {**record.marks, field: after}, "2026:11:28 20:10:00"),
    ):
        path = records / f"{name}.json"
        path.write_bytes(write_record(replace(record, marks=marks)))
        (folder / f"{name}.jpg").write_bytes(with_time(photographed(path), time))
    return folder, field, after


def only_question(doubts: Any, field: str) -> tuple[object, ...]:
    """Return the question about a field, and check that it is the only question."""
    queries = [each for each in doubts if each.is_asked]
    assert [each.field for each in queries] == [field]
    (doubt,) = queries
    return doubt.kind, doubt.chosen, tuple((mark, round(share, 3)) for mark, share in doubt.candidates)


def test_every_interface_asks_the_same(photos: tuple[Path, str, int], tmp_path: Path, fairsheet: Any) -> None:
    folder, field, after = photos
    records, out = tmp_path / "records", tmp_path / "out"
    ended = fairsheet("scan", *sorted(folder.iterdir()), "-o", records, "--json")
    document = json.loads(ended.out)
    (sheet,) = [each for photo in document["photos"] for each in photo["sheets"]]
    assert ended.code == 3 and not sheet["settled"] and sheet["record"]["marks"][field] == after
    (record,) = records.glob("*.json")
    kept = read_doubts_file(record, load_sheet("launch"))
    assert kept is not None and kept.taken == "2026-11-28T20:10:00" and len(kept.photo_digests) == 2
    expected = only_question(kept.doubts, field)
    assert expected[:2] == ("photos-differ", after)
    doubt = next(each for each in kept.doubts if each.field == field)
    assert "after.jpg" in doubt.because.partition(";")[0] and "before.jpg" in doubt.because
    (query,) = questions_of_records(judge_records([record]))
    picture = picture_of(query.crop)
    assert picture.shape[1] > 2 * query.field.rect.w * PX_PER_MM and picture.shape[1] > picture.shape[0]

    begin_run()
    ((read,),) = sheets_read([folder])
    assert only_question(read.doubts or (), field) == expected
    begin_run()
    assert fairsheet("verify", record).code == 3
    ((again,),) = sheets_read([record])
    assert only_question(again.doubts or (), field) == expected

    (table,) = batch(folder, out, overlays=False).tables
    (place,) = table.table.places
    assert only_question(place.doubts, field) == expected and place.record.marks[field] == after
    with open_batch(out) as opened:
        (of_batch,) = questions(opened)
        assert picture_of(of_batch.crop).shape == picture.shape and len(of_batch.seen) == 2

    frames = [Image.open(folder / f"{name}.jpg").convert("L") for name in ("before", "after")]
    stream = io.BytesIO()
    frames[0].save(stream, "TIFF", save_all=True, append_images=frames[1:])
    (result,) = library.scan(stream.getvalue()).sheets
    marks = {mark for mark, _ in expected[2]}  # type: ignore[attr-defined]
    (scanned,) = [each for each in result.doubts if each.is_asked]
    assert (scanned.field, scanned.kind, {mark for mark, _ in scanned.candidates}) == (
        field, "photos-differ", marks,
    )  # fmt: skip

    async def evening(client: Client) -> None:
        started = client.start(seed=SEED)
        link = started.started.links[0]
        for name in ("before", "after"):
            await client.send(link, (folder / f"{name}.jpg").read_bytes())
            await client.settled()
        standing = client.tables.standing(started.id)
        (place,) = standing.places()
        assert only_question(place.doubts, field) == expected
        page = (await client.get(f"/t/{link}/ask")).text
        assert page.count('class="zoom"') == 2
        assert sorted(re.findall(r", (photo \d)</p>", page)) == ["photo 1", "photo 2"]
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        await client.post(f"/t/{link}/ask", **form, mark=str(after))
        await client.settled()
        result = (await client.get(f"/t/{link}/result")).text
        assert result.count("by the host on") == 1
        assert all(re.search(rf">\s*photo {number}(, with|\s*<)", result) for number in (1, 2))

    run(evening, tmp_path / "serve", Real())


class Real(FakeWorker):
    """A worker that reads photos."""

    async def perform(self, task: Task) -> Result:
        await asyncio.sleep(0)
        return perform(task)


def picture_of(jpeg: bytes | None) -> Any:
    assert jpeg is not None
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)


def test_record_next_to_its_photo_is_one_reading(
    photos: tuple[Path, str, int], tmp_path: Path, fairsheet: Any
) -> None:
    folder, field, after = photos
    club = tmp_path / "club"
    club.mkdir()
    (club / "one.jpg").write_bytes((folder / "before.jpg").read_bytes())
    (alone,) = batch(club, tmp_path / "out", overlays=False).tables
    assert fairsheet("scan", club / "one.jpg", "-o", club).code == 0
    begin_run()
    (both,) = batch(club, tmp_path / "out", overlays=False).tables
    assert both.table.records == alone.table.records and not both.table.doubts
    ((read,),) = sheets_read([club])
    assert read.record.marks == alone.table.records[0].marks and not read.doubts

    record = club / "one.json"  # edited without a note: the difference to the photo is a question
    _, as_read = read_record(record.read_bytes(), "")
    record.write_bytes(write_record(replace(as_read, marks={**as_read.marks, field: after})))
    begin_run()
    (edited,) = batch(club, tmp_path / "out", overlays=False).tables
    ((read,),) = sheets_read([club])
    for doubts in (edited.table.places[0].doubts, read.doubts):
        (doubt,) = doubts or ()
        assert doubt.is_about_photos and (doubt.field, len(doubt.candidates)) == (field, 2)
    assert fairsheet("verify", club).code == 3

    record.write_bytes(write_record(as_read))  # corrected with a note: the correction counts
    begin_run()
    assert fairsheet("correct", record, f"{field}={after}").code == 0
    begin_run()
    (corrected,) = batch(club, tmp_path / "out", overlays=False).tables
    ((read,),) = sheets_read([club])
    for result, doubts in (
        (corrected.table.records[0], corrected.table.places[0].doubts),
        (read.record, read.doubts),
    ):
        assert result.marks[field] == after and not [each for each in doubts or () if each.field == field]


def test_other_photo_with_the_name_of_the_scanned_one_is_read(
    photos: tuple[Path, str, int], tmp_path: Path, fairsheet: Any
) -> None:
    folder, field, _ = photos
    photo = tmp_path / "one.jpg"
    photo.write_bytes((folder / "before.jpg").read_bytes())
    assert fairsheet("scan", photo, "-o", tmp_path).code == 0
    photo.write_bytes((folder / "after.jpg").read_bytes())
    begin_run()
    ((read,),) = sheets_read([tmp_path])
    assert [each.field for each in read.doubts or () if each.is_about_photos] == [field]


def test_photo_whose_digest_fails_is_read(
    photos: tuple[Path, str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fairsheet: Any
) -> None:
    def forbidden(path: Path) -> str:
        raise PermissionError

    (tmp_path / "one.jpg").write_bytes((photos[0] / "before.jpg").read_bytes())
    assert fairsheet("scan", tmp_path / "one.jpg", "-o", tmp_path).code == 0
    monkeypatch.setattr("fairsheet.pipeline.tables_from_files.file_hash", forbidden)
    begin_run()
    assert len(sheets_read([tmp_path])) == 1


def test_former_name_of_the_doubt_kind_is_read() -> None:
    text = b'{"field": "floor-1.1", "candidates": [[3, 0.5], [4, 0.5]], "chosen": 3, "because": "", "kind": "photos"}'
    assert msgspec.json.decode(text, type=Doubt, dec_hook=unpacked).kind == "photos-differ"
