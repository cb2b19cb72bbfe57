"""Files that fairsheet wrote or drew are no input of a batch. Its outputs go when their photo goes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fairsheet.pipeline.batch_files import find_sources, has_sources
from fairsheet.process.inputs import OUR_OVERLAY
from tests.fairsheet.here import batch, content, records_of, write_records


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return three tables of launch, in folders."""
    folder = tmp_path / "club"
    for name in ("a", "b", "c"):
        write_records(folder / name, records_of("launch", "first" if name == "a" else name))
    return folder


def test_prints_reports_and_overlays_are_skipped_as_in_scan(
    club: Path, tmp_path: Path, fairsheet: Any
) -> None:
    out, blank, drawn = tmp_path / "out", club / "a" / "sheets.pdf", club / "b" / "IMG_1.overlay.jpg"
    assert fairsheet("print", "launch", "--seed", "first", "--players", 2, "-o", blank).code == 0
    Image.new("RGB", (40, 40)).save(drawn, comment=OUR_OVERLAY)
    reports = [club / "b" / f"evening.{ending}" for ending in ("pdf", "png")]
    for report in reports:
        fairsheet("report", club / "b", "-o", report)
    ended = fairsheet("batch", club, "-o", out, "--workers", 1)
    assert ended.code == 0 and f"passed over: {', '.join(map(str, (blank, drawn, *reports)))}" in ended.err
    assert len((out / "photos.jsonl").read_text().splitlines()) == 6
    ended = fairsheet("batch", drawn, "-o", tmp_path / "other")
    assert ended.code == 2 and f"passed over: {drawn}" in ended.err
    assert has_sources([blank], out), "a print given by name is read"


def test_other_files_are_named_but_former_records_are_not(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    for name in ("notes.txt", "other.json", "dave.ZIP", "seat-1.json.before", "seat-1.json.before-2"):
        (club / "a" / name).write_text('{"by": "hand"}')
    passed = "passed over: club/a/dave.ZIP (an archive: unpack it), club/a/notes.txt, club/a/other.json\n"
    ended = fairsheet("batch", "club", "-o", tmp_path / "out", "--workers", 1, "--json", cwd=tmp_path)
    assert ended.code == 0 and passed in ended.err
    assert ended.json["photos"] == len((tmp_path / "out" / "photos.jsonl").read_text().splitlines()) == 6
    ended = fairsheet("score", "club/a", cwd=tmp_path)
    assert ended.code == 0 and "club/a/notes.txt" in ended.err
    ended = fairsheet("batch", club / "a" / "dave.ZIP", "-o", tmp_path / "other")
    assert ended.code == 2 and "dave.ZIP (an archive: unpack it)" in ended.err


def test_second_search_opens_no_file(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (club / "scan.pdf").write_bytes(b"%PDF-1.4")
    (club / "notes").write_bytes(b"a page without an ending")
    first = find_sources([club], club / "out")
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("a file was opened"))
    monkeypatch.setattr("fairsheet.process.inputs.read_file", lambda *_: pytest.fail("a file was read"))
    assert find_sources([club], club / "out") == first
    assert [source.name for source in first[0] if source.name == "scan.pdf"]


def test_record_edited_by_hand_is_put_aside(club: Path, tmp_path: Path, fairsheet: Any) -> None:
    out = tmp_path / "out"
    batch(club / "a", out)
    record = next((out / "records").glob("seat-1*"))
    written, changed = record.read_bytes(), record.read_bytes().replace(b"Bot 1", b"Ada")
    record.write_bytes(changed)
    ended = fairsheet("batch", club / "a", "-o", out, "--workers", 1)
    aside = record.with_name(f"{record.name}~")
    assert ended.code == 0 and f"{aside}: this record was edited by hand" in ended.err
    assert aside.read_bytes() == changed and record.read_bytes() == written
    assert fairsheet("correct", record, "player=Eve").code == 0
    assert "by hand" not in fairsheet("batch", club / "a", "-o", out, "--workers", 1).err


def test_results_of_a_batch_are_no_input_and_need_their_folder(
    club: Path, tmp_path: Path, fairsheet: Any
) -> None:
    evening = tmp_path / "evening"
    batch(club / "a", evening)
    ended = fairsheet("batch", evening, "-o", tmp_path / "out")
    assert ended.code == 2 and f"passed over: {evening} (results of a batch)" in ended.err
    before = content(club)
    ended = fairsheet("batch", evening, "-o", club)
    assert ended.code == 2 and "this folder has other files in it" in ended.err
    assert content(club) == before
    (evening / "batch.log").touch()
    (evening / "batch.sqlite").unlink()
    assert fairsheet("batch", club / "a", "-o", evening, "--workers", 1).code == 0


def test_outputs_of_removed_files_are_removed(club: Path, tmp_path: Path) -> None:
    out, fresh = tmp_path / "out", tmp_path / "fresh"
    batch(club, out)
    (out / "overlays").mkdir()
    for name in ("overlays/IMG_1-0123456789ab.jpg", "records/IMG_1-0123456789ab-2.doubts"):
        (out / name).touch()
    for path in (club / "c").iterdir():
        path.unlink()
    batch(club, out)
    batch(club, fresh)
    assert content(out) == content(fresh)
    written = [Path(name) for name in content(out)]
    records = [name for name in written if name.parent == Path("records")]
    pages = [name for name in written if name.parent == Path("report/tables")]
    assert (len(records), len(pages)) == (4, 2), "outputs of the other tables stay"
    for name in (
        "records/mine.json",
        "overlays/holiday.jpg",
        "report/tables/note-1.html",
        "records/IMG_1-0123456789ab.json.before",
    ):
        (out / name).touch()
    before = content(out)
    batch(club, out)
    assert content(out) == before


def test_temporarily_empty_folder_keeps_its_outputs(club: Path, tmp_path: Path) -> None:
    out, away = tmp_path / "out", tmp_path / "away"
    batch(club, out)
    before = content(out)
    club.rename(away)
    club.mkdir()
    batch(club, out)
    assert before.keys() == content(out).keys()
    (club / "away.jpg").symlink_to("/nonexistent")
    batch(club, out)
    assert before.keys() == content(out).keys()
    away.rename(club / "back")
    (club / "away.jpg").unlink()
    batch(club / "back", out)
    assert before == content(out)
