"""Inputs of `scan`, `verify`, `score` and `report`: files, folders, standard input, several tables."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from msgspec import structs
from PIL import Image

from fairsheet.cli import program
from fairsheet.engine.records.record import write_record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.base.doubt_files import DoubtsFile, write_doubts_file
from fairsheet.process.inputs import OUR_OVERLAY, OUR_PDF, InputFile
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.trial.bot_files import write_played
from tests.photographs import photographed

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the program in the folder of the test."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str, stdin: bytes = b"") -> Result:
        return CliRunner().invoke(program, list(words), input=io.BytesIO(stdin), standalone_mode=False)

    return call


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for each of two games of three players, with records and histories."""
    folder = tmp_path_factory.mktemp("games")
    for name in ("launch", "journey"):
        (played,) = simulate(load_sheet(name), "coral-otter-42", 3, policy="casual")
        write_played(played, folder / name)
    return folder


@pytest.fixture
def evening(games: Path, tmp_path: Path) -> Path:
    """Return a copy of the first game."""
    return shutil.copytree(games / "launch", tmp_path / "evening")


def totals(score: Any) -> list[int]:
    return [player["total"] for player in score["players"]]


def test_folder_gives_its_records(run: Run, games: Path) -> None:
    files = [str(games / "launch" / f"seat-{seat}.json") for seat in (1, 2, 3)]
    by_name, by_folder = run("score", "--json", *files), run("score", "--json", str(games / "launch"))
    assert (by_folder.stdout, by_name.stderr) == (by_name.stdout, "")
    assert by_folder.stderr.startswith("passed over: ") and "history-3.json" in by_folder.stderr


def test_histories_and_other_files_are_skipped(run: Run, evening: Path) -> None:
    (evening / "notes.txt").write_text("x")
    (evening / "package.json").write_text("{}")
    (evening / "score.json").write_text('{"format": "fairsheet.score/1"}')
    (evening / ".hidden.json").write_text("broken")
    named = run("score", "evening", "evening/package.json")
    assert str(named.exception).startswith("evening/package.json: format: there is no format")
    ended = run("score", "--json", "evening")
    assert ended.return_value == 0
    assert len(totals(json.loads(ended.stdout))) == 3
    assert ".hidden" not in ended.stderr


def test_file_given_by_name_must_be_a_record(run: Run, evening: Path) -> None:
    """Doubts files are an exception, because `records/*` includes them."""
    (evening / "notes.txt").write_text("x")
    (evening / "pipe.json").write_text('{"format": "fairsheet.score/1"}')
    (evening / "seat-1.doubts").write_text(
        json.dumps({"format": "fairsheet.doubts/3", "photo": "x", "doubts": []})
    )
    records = [f"evening/seat-{seat}.json" for seat in (1, 2, 3)]
    for wrong in ("notes.txt", "pipe.json", "history-1.json"):
        assert str(run("score", *records, f"evening/{wrong}").exception).startswith(f"evening/{wrong}: ")
    ended = run("score", *records, "evening/seat-1.doubts")
    missing = [f"evening/seat-{k}.json: seat-{k}.doubts is missing" for k in (2, 3)]
    assert ended.return_value == 0
    assert [line.partition(", or the record was typed")[0] for line in ended.stderr.splitlines()] == missing
    assert "only the doubts about a record" in str(run("score", "evening/seat-1.doubts").exception)


def test_a_broken_record_in_a_folder_is_an_error(run: Run, evening: Path) -> None:
    (evening / "seat-2.json").write_text('{"format": "fairsheet.record/2", ')
    assert "seat-2.json" in str(run("score", "evening").exception)


def test_broken_foreign_files_in_a_folder_are_skipped(run: Run, evening: Path) -> None:
    (evening / "LICENSE").write_text("Do what you like.")
    (evening / "settings.json").write_text("{ // mine")
    ended = run("score", "evening")
    assert ended.exception is None and ended.return_value == 0
    assert "evening/LICENSE" in ended.stderr and "evening/settings.json" in ended.stderr
    (evening / "settings.doubts").write_text("{}")
    assert "evening/settings.json" in str(run("score", "evening").exception)
    assert "evening/LICENSE" in str(run("score", "evening/LICENSE").exception)


def test_folder_without_inputs_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "evening").mkdir()
    (tmp_path / "evening" / "notes.txt").write_text("x")
    for command in ("verify", "score", "report"):
        message = str(run(command, "evening").exception)
        assert message.startswith("evening: there is no record and no photo here")
    assert str(run("scan", "evening").exception).startswith("evening: no photo or scan found")


def test_a_folder_of_folders_names_one_with_photos(run: Run, tmp_path: Path) -> None:
    for name in ("records", "photos"):
        (tmp_path / "evening" / name).mkdir(parents=True)
    (tmp_path / "evening" / "photos" / "IMG_1.jpg").write_bytes(b"x")
    assert str(run("scan", "evening").exception).endswith("or a folder of photos, such as evening/photos")


def test_record_can_come_from_standard_input(run: Run, games: Path) -> None:
    record = games / "launch" / "seat-1.json"
    others = [str(games / "launch" / f"seat-{seat}.json") for seat in (2, 3)]
    ended = run("score", "--json", "-", *others, stdin=record.read_bytes())
    assert ended.return_value == 0
    assert ended.stdout == run("score", "--json", str(record), *others).stdout


def test_standard_input_is_read_once(run: Run) -> None:
    assert "only once" in str(run("score", "-", "-", stdin=b"{}").exception)
    assert "empty" in str(run("score", "-").exception)


def test_named_pipes_are_refused(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "seat-1.json")
    assert "this is not a regular file" in str(run("score", "seat-1.json").exception)


def test_two_records_of_a_seat_are_both_named(run: Run, evening: Path) -> None:
    """Equal records count once, a differing mark is a doubt, and two sheets of a seat are not ranked."""
    shutil.copy(evening / "seat-1.json", evening / "again.json")
    ended = run("score", "evening")
    assert ended.return_value == 0
    assert (
        "Bot 1 (seat 1): evening/again.json and evening/seat-1.json show one sheet and agree" in ended.stderr
    )
    document = json.loads((evening / "seat-1.json").read_text())
    numbers = [field for field, mark in document["marks"].items() if field[:5] == "floor" and mark != "X"]
    for field in numbers:
        document["marks"][field] = "X"
        (evening / "again.json").write_text(json.dumps(document))
        if field == numbers[0]:
            ended = run("score", "evening")
            assert ended.return_value == 3
            assert "evening/again.json and evening/seat-1.json: still in doubt: floor " in ended.stderr
    ended = run("score", "evening")
    assert ended.return_value == 3
    assert "evening/again.json and evening/seat-1.json are not one sheet" in ended.stderr
    assert "two different sheets for Bot 1 (seat 1)" in ended.stderr


@pytest.mark.usefixtures("evening")
def test_file_given_several_times_is_read_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to("evening/seat-1.json")
    once = run("score", "evening", "--json")
    again = run("score", "evening", "evening/seat-1.json", "link.json", "evening/../evening", "--json")
    assert len(totals(json.loads(once.stdout))) == 3
    assert (again.return_value, again.stdout) == (once.return_value, once.stdout)


def test_several_tables_are_scored_one_by_one(run: Run, games: Path) -> None:
    folders = [str(games / name) for name in ("launch", "journey")]
    single_scores = [json.loads(run("score", "--json", folder).stdout) for folder in folders]
    together = json.loads(run("score", "--json", *folders).stdout)
    assert together["format"] == "fairsheet.scores/1"
    assert [table["score"] for table in together["tables"]] == single_scores
    keys = [(table["sheet"], table["seed"], table["players"], table["table"]) for table in together["tables"]]
    assert keys == [(name, "coral-otter-42", 3, None) for name in ("launch", "journey")]
    words = run("score", *folders).stdout
    assert words.startswith("launch, seed coral-otter-42, 3 players\n")
    assert "\njourney, seed coral-otter-42, 3 players\n" in words


def test_worst_verdict_of_several_tables_sets_the_exit_code(run: Run, games: Path, tmp_path: Path) -> None:
    (played,) = simulate(load_sheet("launch"), "ivory-newt-7", 2, policy="casual")
    record = played.records[0]
    numbers = (field for field, mark in record.marks.items() if field.startswith("floor-2.") and mark != "X")
    slot, other = next(numbers), next(numbers)
    marks = {**record.marks, slot: record.marks[other], other: record.marks[slot]}
    (tmp_path / "seat-1.json").write_bytes(write_record(structs.replace(record, marks=marks)))
    ended = run("verify", "--json", "seat-1.json", str(games / "launch"))
    document = json.loads(ended.stdout)
    assert document["format"] == "fairsheet.verdicts/1"
    verdicts = [[sheet["verdict"] for sheet in table["verdict"]["sheets"]] for table in document["tables"]]
    assert verdicts == [["illegal"], ["legal", "legal", "legal"]]
    assert ended.return_value == 1


def forbid(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make a file unreadable, even for root."""
    os_open, read_bytes = os.open, Path.read_bytes

    def raise_if_forbidden(path: object) -> None:
        if str(path) == name:
            raise PermissionError(errno.EACCES, "Permission denied")

    def open_(path: Any, *words: Any, **more: Any) -> int:
        raise_if_forbidden(path)
        return os_open(path, *words, **more)

    def read(path: Path) -> bytes:
        raise_if_forbidden(path)
        return read_bytes(path)

    monkeypatch.setattr(os, "open", open_)
    monkeypatch.setattr(Path, "read_bytes", read)


def test_photo_that_no_record_names_is_a_second_reading(run: Run, games: Path, tmp_path: Path) -> None:
    document = json.loads((games / "launch" / "seat-1.json").read_text())
    (tmp_path / "IMG_1.jpg").write_bytes(photographed(games / "launch" / "seat-1.json"))
    document["marks"]["score.total"] += 40
    (tmp_path / "IMG_1.json").write_text(json.dumps(document))
    drawn = Image.fromarray(np.full((400, 400), 200, np.uint8))
    drawn.save(tmp_path / "IMG_1.overlay.jpg", comment=OUR_OVERLAY)
    ended = run("score", ".")
    assert ended.return_value == 3 and "passed over: IMG_1.overlay.jpg\n" in ended.stderr
    assert "Bot 1 (seat 1): 2 readings (IMG_1.jpg, IMG_1.json)" in ended.stderr


def test_only_photos_that_a_record_names_are_skipped(run: Run, games: Path, tmp_path: Path) -> None:
    for seat, name in ((1, "scan"), (2, "scan-2")):
        record = tmp_path / f"{name}.json"
        shutil.copy(games / "launch" / f"seat-{seat}.json", record)
        write_doubts_file(record, DoubtsFile("far/scan.pdf page 1", further_photos=("far/scan.pdf page 2",)))
    for name in ("scan.pdf", "scan-2.jpg"):
        (tmp_path / name).write_bytes(b"damaged")
    ended = run("score", ".")
    assert "passed over: scan.pdf\n" in ended.stderr
    assert "scan-2.jpg: " in ended.stderr and ended.return_value == 2  # it was never scanned


def test_unreadable_pdf_stops_no_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "x.pdf").write_bytes(b"%PDF-")
    forbid(monkeypatch, "photos/x.pdf")
    Image.fromarray(np.full((400, 400), 200, np.uint8)).save(tmp_path / "photos" / "y.jpg")
    ended = run("scan", "photos", "--json")
    assert [photo["file"] for photo in json.loads(ended.stdout)["photos"]] == ["photos/x.pdf", "photos/y.jpg"]


def test_unreadable_photo_in_a_folder_does_not_stop_the_others(run: Run, games: Path, tmp_path: Path) -> None:
    shutil.copy(games / "launch" / "seat-1.json", tmp_path / "seat-1.json")
    Image.fromarray(np.full((400, 400), 200, np.uint8)).save(tmp_path / "cat.jpg")
    ended = run("verify", ".")
    assert "seat 1): legal" in ended.stdout
    assert "cat.jpg" in ended.stderr
    assert ended.return_value == 2


def test_scan_reads_a_folder_in_natural_order_without_own_files(run: Run, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for name in ("IMG_10.jpg", "IMG_9.jpg"):
        Image.fromarray(np.full((400, 400), 200, np.uint8)).save(photos / name)
    drawn = Image.fromarray(np.full((400, 400), 200, np.uint8))
    drawn.save(photos / "IMG_9.overlay.jpg", comment=OUR_OVERLAY)
    run("print", "launch", "--seed", "x", "--players", "2", "-o", "photos/sheets.pdf")
    ended = run("scan", "photos", "--json")
    read = [photo["file"] for photo in json.loads(ended.stdout)["photos"]]
    assert read == ["photos/IMG_9.jpg", "photos/IMG_10.jpg"]
    assert (
        "passed over: photos/IMG_9.overlay.jpg, photos/sheets.pdf\nfiles that fairsheet printed"
        in ended.stderr
    )


def test_long_report_is_recognized_by_its_end(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"%PDF-" + bytes(3 * 2**20) + OUR_PDF + b" report)")
    assert InputFile(path, found=True).is_drawn and not InputFile(path).is_drawn


def test_photo_can_come_from_standard_input(run: Run) -> None:
    ended = run("scan", "-", "--json", stdin=b"\xff\xd8no photo")
    (photo,) = json.loads(ended.stdout)["photos"]
    assert photo["file"] == "stdin"
    assert ended.return_value == 2


def test_folder_without_records_gives_those_of_its_subfolders(run: Run, games: Path) -> None:
    shutil.copytree(games, "evening/played")
    folders = [str(Path("evening/played") / name) for name in ("journey", "launch")]
    inside, above = run("score", "--json", *folders), run("score", "--json", "evening/played")
    assert above.stdout == inside.stdout
    assert f"evening/played: reads the records in {', '.join(folders)}" in above.stderr
    assert "there is no record and no photo here" in str(run("score", "evening").exception)
    shutil.copytree(games / "launch", "demo/played")
    shutil.copytree(games / "launch", "demo/records")
    shutil.copytree(games / "launch", "demo/.hidden")
    assert "demo: reads the records in demo/records\n" in run("score", "demo").stderr
    assert "reads the records" not in run("score", "demo/records").stderr
