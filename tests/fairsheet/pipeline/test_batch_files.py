"""The files that a batch reads, and their names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.record import write_record
from fairsheet.pipeline.batch_files import has_sources
from tests.fairsheet.here import InProcess, batch, content, lines, other_records, records_of, write_records


def test_other_files_are_skipped_and_broken_files_are_named(club: Path, tmp_path: Path) -> None:
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


def test_batch_does_not_read_its_own_output(club: Path) -> None:
    out = club / "out"
    batch(club, out)
    (club / "link").symlink_to(out / "records", target_is_directory=True)
    (club / "link.json").symlink_to(next((out / "records").iterdir()))
    other = InProcess()
    batch(club, out, other)
    assert other.done == []
    assert len(lines(out / "photos.jsonl")) == 7
    batch(club.parent, club.parent / "elsewhere")
    assert len(lines(club.parent / "elsewhere" / "photos.jsonl")) == 7 + 1  # plus the link to a file


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


def test_photo_names_that_are_no_files_are_named_and_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    write_records(folder, records_of("launch", "first"))
    os.mkfifo(folder / "pipe.jpg")
    (folder / "gone.jpg").symlink_to("nowhere.jpg")
    (folder / "circle.jpg").symlink_to("circle.jpg")
    (folder / "folder.jpg").mkdir()
    # its name is neither that of a photo nor that of a record
    (folder / "notes").symlink_to("nowhere")
    batch(folder, tmp_path / "out")
    assert {line["file"]: line["error"] for line in lines(tmp_path / "out" / "photos.jsonl")} == {
        "circle.jpg": "this is a broken link",
        "gone.jpg": "this is a broken link",
        "pipe.jpg": "this is neither a file nor a folder",
        "seat-1.json": None,
        "seat-2.json": None,
    }


def test_unreadable_folder_is_named_and_others_are_read(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def guarded(path: Path) -> Any:
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr("fairsheet.pipeline.batch_files.os.scandir", guarded)
    state = batch(club, tmp_path / "out")
    assert [table.verdict for table in state.tables] == ["legal", "legal"]
    seen = {line["file"]: line["error"] for line in lines(tmp_path / "out" / "photos.jsonl") if line["error"]}
    assert seen == {"b": "the folder cannot be read (Permission denied)"}


def test_missing_folder_leaves_no_output(tmp_path: Path, fairsheet: Any) -> None:
    ended = fairsheet("batch", tmp_path / "nowhere", "-o", tmp_path / "out")
    assert ended.code == 2 and "nowhere: no such file" in ended.err and not (tmp_path / "out").exists()


def test_all_files_have_different_names(club: Path, tmp_path: Path) -> None:
    """Folders and files with one name are shown with enough of their paths to distinguish them."""
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


def test_file_given_twice_is_read_once(club: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(club / "a")
    inputs = [club, club / "a", club, tmp_path / "link", club / "b/seat-1.json"]
    names = [each.source.name for each in batch(inputs, tmp_path / "out").files]
    assert len(names) == 7 and names[0] == "club/a/seat-1.json"


def test_batch_without_photos_or_records_writes_nothing(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    empty, histories, out = tmp_path / "empty", tmp_path / "played", tmp_path / "out"
    for folder in (empty, histories):
        folder.mkdir()
    (histories / "history-1.json").write_text("[]")
    (notes := tmp_path / "notes.txt").write_text("hello")
    for inputs in (empty, histories, notes):
        ended = fairsheet("batch", inputs, "-o", out)
        assert ended.code == 2 and f"there is no photo or record below {inputs}" in ended.err
        assert len(ended.err.splitlines()) == 1 and not out.exists()
    ended = fairsheet("batch", club, histories / "history-1.json", "-o", out)  # skipped in a folder
    assert ended.code == 2 and "history-1.json: this is neither a record nor a photo" in ended.err
    batch(club, out)
    assert not has_sources([out, empty], tmp_path / "other")
    assert has_sources([empty, club], out) and has_sources([club / "a" / "seat-1.json"], out)


def test_batch_never_reads_its_outputs(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    ended = fairsheet("batch", club, "-o", club)
    assert ended.code == 2 and "the output folder is one of the inputs" in ended.err
    assert sorted(path.name for path in club.iterdir()) == ["a", "b", "c"]
    inside = club / "results"
    assert fairsheet("batch", club, "-o", inside).code == 0
    before = content(inside)
    assert fairsheet("batch", club, "-o", inside).code == 0 and content(inside) == before
    assert fairsheet("batch", inside / "records", "-o", inside).code == 2
