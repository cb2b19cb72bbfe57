"""Scan and verify photos, and run the demo."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.record import Table, read_record
from fairsheet.pipeline.base.doubt_files import Correction, DoubtsFile, write_doubts_file
from fairsheet.pipeline.reading.photos import record_of, rules_for
from fairsheet.pipeline.store.scanned_records import RecordFiles, sheets_of
from fairsheet.results.documents.scan_lines import overruled_option_lines, several_sheets_lines
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.label.label_reader import UnreadableLabel
from fairsheet.vision.readings.reading import PhotoReading, SheetReading
from fairsheet.wording.labels import labels_of
from tests.photographs import photographed

LEAST_RIGHT = 0.95  # share of the fields of a clean scan; benchmarks measure the accuracy


@pytest.fixture(scope="session")
def photo(table: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a scan of the sheet of seat 1."""
    path = tmp_path_factory.mktemp("photos") / "ada.jpg"
    path.write_bytes(photographed(table[0]))
    return path


def test_scan_writes_a_record(fairsheet: Any, table: list[Path], photo: Path, tmp_path: Path) -> None:
    ended = fairsheet("scan", photo, "-o", tmp_path / "records", "--overlay", tmp_path / "overlays", "--json")
    (seen,) = ended.json["photos"]
    (sheet,) = seen["sheets"]
    assert ended.code == (3 if sheet["doubts"] else 0)
    assert (seen["file"], seen["error"]) == (str(photo), None)
    truth = json.loads(table[0].read_text())
    record = json.loads((tmp_path / "records" / "ada.json").read_text())
    assert record == sheet["record"]
    assert (record["sheet"], record["seat"], record["game"]) == ("launch", 1, truth["game"])
    fields = record["marks"].keys() | truth["marks"].keys()
    right = sum(record["marks"].get(field) == truth["marks"].get(field) for field in fields)
    assert right >= LEAST_RIGHT * len(fields)
    with Image.open(tmp_path / "overlays" / "ada.overlay.jpg") as overlay:
        assert min(overlay.size) > 1000


WATCHED = """
import os, sys
seen = []

def watch(event, what):
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork")):
        seen.append(event)
    path, mode = what[:2] if event == "open" else ("", "")
    if not isinstance(path, int) and set(mode or "") & set("wax+"):
        seen.append(os.fsdecode(path))

sys.addaudithook(watch)
from fairsheet.cli import main
try:
    main()
finally:
    links = (os.readlink(each) for each in os.scandir("/proc/self/fd") if os.path.islink(each))
    seen += [link for link in links if link.startswith("socket:")]
    print("reached:", *seen, file=sys.stderr)
"""


def test_scan_only_uses_its_folders(photo: Path, tmp_path: Path) -> None:
    """A scan opens no connection, starts no process, and only writes to the folder of its records."""
    home = tmp_path / "home"
    home.mkdir()
    places = dict.fromkeys(
        ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(home)
    )
    command = [sys.executable, "-c", WATCHED, "scan", str(photo), "--no-names", "-o", "records"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **places}
    ended = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode in (0, 3)
    reached = ended.stderr.partition("reached:")[2].split()
    assert [each for each in reached if not each.startswith("records")] == []
    assert not list(home.iterdir())
    assert {path.name for path in tmp_path.iterdir()} == {"home", "records"}


def test_new_scan_keeps_a_corrected_record(fairsheet: Any, photo: Path, tmp_path: Path) -> None:
    record, former = tmp_path / "ada.json", tmp_path / "ada.json.before"
    fairsheet("scan", photo, "-o", tmp_path)
    as_read = record.read_bytes()
    again = fairsheet("scan", photo, "-o", tmp_path)
    assert "kept as" not in again.err and not former.exists()
    record.write_bytes(b"corrected")
    ended = fairsheet("scan", photo, "-o", tmp_path)
    assert f"{record} had other marks; it is kept as ada.json.before" in ended.err
    assert former.read_bytes() == b"corrected" and record.read_bytes() == as_read
    record.write_bytes(b"corrected again")
    fairsheet("scan", photo, "-o", tmp_path)
    assert former.read_bytes() == b"corrected" and record.read_bytes() == as_read
    assert (tmp_path / "ada.json.before-2").read_bytes() == b"corrected again"


def test_next_scan_reports_corrections(fairsheet: Any, photo: Path, tmp_path: Path) -> None:
    record = tmp_path / "ada.json"
    first = fairsheet("scan", photo, "-o", tmp_path, "--no-names", "--json")
    ((sheet,),) = [seen["sheets"] for seen in first.json["photos"]]
    doubts = [doubt for doubt in sheet["doubts"] if doubt["field"] != "score.total"]
    answers = [f"{doubt['field']}={doubt['chosen'] or 'blank'}" for doubt in doubts]
    fairsheet("correct", record, "score.total=150", "player=Ada", *answers, "--by", "Ada")
    corrected = record.read_bytes()
    ended = fairsheet("scan", photo, "-o", tmp_path, "--no-names", "--json")
    ((sheet,),) = [seen["sheets"] for seen in ended.json["photos"]]
    assert (sheet["record"], sheet["doubts"]) == (json.loads(corrected), [])
    assert ended.code == 0
    assert f"{record}: {2 + len(answers)} corrections by Ada kept" in ended.err
    assert record.read_bytes() == corrected


def test_scan_shows_the_reading(fairsheet: Any, photo: Path) -> None:
    ended = fairsheet("scan", photo, "--no-names")
    assert ended.code in (0, 3)
    assert "launch" in ended.out


def test_options_that_the_label_contradicts_are_named(fairsheet: Any, photo: Path) -> None:
    options = ("--sheet", "launch", "--players", 3, "--seat", 2, "--no-names", "--json")
    ended = fairsheet("scan", photo, *options, "--seed", "another")
    assert ended.code in (0, 3)
    assert ended.json["photos"][0]["sheets"][0]["record"]["game"]["seed"] == "coral-otter-42"
    (line,) = ended.err.splitlines()
    assert line.startswith(f"{photo}: the label says launch, seed coral-otter-42, 3 players, ")
    assert line.endswith("the options say launch, seed another, 3 players, seat 2; the label counts")


def test_options_that_agree_with_the_label_give_no_message(table: list[Path]) -> None:
    sheet, record = read_record(table[0].read_bytes(), "")
    (known, other) = labels_of(sheet, record.game, [1, 2])
    (bare,) = labels_of(sheet, replace(record.game, seed=None), [1])
    reading = PhotoReading("ada.jpg", (SheetReading(sheet, known, None, {}),))
    assert not any(overruled_option_lines(reading, each) for each in (None, known, other))
    (line,) = overruled_option_lines(reading, bare)
    assert "the options say launch, physical cards, 3 players" in line


def test_equal_ink_is_proved_once_within_one_budget(
    table: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, record = read_record(table[0].read_bytes(), "")
    (label,) = labels_of(sheet, record.game, [1])
    requests: list[object] = []
    budgets: set[tuple[object, object]] = set()

    def certified_outcome(game: object, request: object, search: object, certifying: object) -> str:
        requests.append(request)
        budgets.add((search, certifying))
        return "impossible"

    monkeypatch.setattr("fairsheet.pipeline.reading.photos.certified_outcome", certified_outcome)
    rules = rules_for(sheet, label)
    for marks in (record.marks, {**record.marks, "score.total": 1}, dict(list(record.marks.items())[1:])):
        assert rules.provable(marks) is False
    assert len(requests) == 2 and len(budgets) == 1


def test_equal_ink_is_looked_at_once_and_has_the_same_conflicts(
    table: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, record = read_record(table[0].read_bytes(), "")
    (label,) = labels_of(sheet, record.game, [1])
    rules, marks = rules_for(sheet, label), {"floor-8.1": 3, "floor-9.1": 3}
    next(iter(rules.conflicts(marks)))
    found = list(rules.conflicts(marks))
    assert len(found) > 1
    monkeypatch.setattr(
        "fairsheet.pipeline.reading.photos.without_sums", lambda *_: pytest.fail("another look")
    )
    assert list(rules.conflicts({**marks, "score.total": 1})) == found


def test_rule_that_fails_is_never_silent(table: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, record = read_record(table[0].read_bytes(), "")
    (label,) = labels_of(sheet, record.game, [1])
    rules = rules_for(sheet, label)

    def contradictions(*_: object) -> Iterator[object]:
        yield "a contradiction"
        raise ZeroDivisionError

    monkeypatch.setattr(type(rules_of(sheet)), "contradictions", contradictions)
    for _ in range(2):
        assert next(iter(rules.conflicts({})))
        with pytest.raises(ZeroDivisionError):
            list(rules.conflicts({}))


def test_single_sheet_of_a_solo_battle_is_not_proved() -> None:
    battle, game = solo_sheet(load_sheet("battle"), 3), Table("solo-battle", 1, 3)
    for label in labels_of(battle, game, [1, 2]):
        assert rules_for(battle, label).provable({})


def test_scan_of_one_sheet_reports_a_different_seat_option(table: list[Path]) -> None:
    sheet, record = read_record(table[0].read_bytes(), "")
    (one, two) = labels_of(sheet, record.game, [1, 2])
    seat_1, seat_2 = (SheetReading(sheet, label, None, {}) for label in (one, two))
    (line,) = overruled_option_lines(PhotoReading("ada.jpg", (seat_1,)), two, alone=True)
    game = "launch, seed coral-otter-42, 3 players"
    assert line == f"ada.jpg: the label says {game}, seat 1, the options say {game}, seat 2; the label counts"
    assert overruled_option_lines(PhotoReading("ada.jpg", (seat_1,)), one, alone=True) == []
    assert overruled_option_lines(PhotoReading("ada.jpg", (seat_1, seat_2)), two, alone=True) == []


def test_verify_reads_a_photo(fairsheet: Any, photo: Path) -> None:
    ended = fairsheet("verify", photo, "--json")
    assert ended.code in (0, 1, 3)
    assert [sheet["seat"] for sheet in ended.json["sheets"]] == [1]
    assert ended.code == 3 or "read as" not in ended.err


def test_options_replace_the_label_of_a_game_with_real_cards(
    fairsheet: Any, table: list[Path], photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> Label:
        raise UnreadableLabel("the code cannot be read", code=ErrorCode.DAMAGED_LABEL)

    monkeypatch.setattr("fairsheet.vision.scan.read_label", unreadable)
    game = json.loads(table[0].read_text())["game"]
    options = ("--sheet", "launch", "--physical-cards", "--players", 3, "--seat", 1, "--no-names")
    ended = fairsheet("scan", photo, *options, "--missions", ",".join(game["missions"].values()), "--json")
    assert ended.code in (0, 3)
    record = ended.json["photos"][0]["sheets"][0]["record"]
    assert (record["seat"], record["game"]) == (1, {**game, "seed": None})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--physical-cards",), "needed together"),
        (("--seed", "otter"), "all four"),
        (("--sheet", "launch", "--players", 3, "--seat", 1), "--physical-cards instead of --seed"),
        (("--physical-cards", "--seed", "otter"), "physical cards need no seed"),
        (("--missions", "A1,B2,C2"), "a seed deals its missions"),
        (
            ("--sheet", "launch", "--physical-cards", "--missions", "A9", "--players", 3, "--seat", 1),
            "mission 'A9'",
        ),
    ],
)
def test_label_options_agree(fairsheet: Any, photo: Path, options: tuple[object, ...], words: str) -> None:
    ended = fairsheet("scan", photo, *options)
    assert ended.code == 2
    assert words in ended.err and len(ended.err.splitlines()) == 1


# --- labels of impossible games -------------------------------------------------------------------------------------

BAD_LABELS: dict[str, tuple[dict[str, Any], str]] = {
    "players": ({"players": 15, "seat": 12}, "15 players cannot play"),
    "alone": ({"players": 1}, "one player alone plays against ASTRA"),
    "solo": ({"solo": 5}, "the one-player mode is for 1 player"),
    "solo with a seed": ({"solo": 5, "seed": "otter"}, "leave out the level"),
    "missions of one letter": ({"missions": ("A1", "A2")}, "not the missions of one game"),
    "one mission twice": ({"missions": ("A1", "A1", "B1", "C1")}, "not the missions of one game"),
    "unknown mission": ({"missions": ("A9", "B1", "C1")}, "no mission 'A9'"),
    "missions of another seed": ({"missions": ("A2", "B2", "C2"), "seed": "otter"}, "the seed deals"),
}


@pytest.mark.parametrize(("kind", "words"), BAD_LABELS.values(), ids=BAD_LABELS)
def test_label_of_an_impossible_game_gives_no_record(kind: dict[str, Any], words: str) -> None:
    sheet = load_sheet("launch")
    good = Label("launch", sheet.fingerprint, None, 3, 1)
    rules_for(sheet, good)
    assert record_of(SheetReading(sheet, good, None, {})).game == Table(None, 3)
    bad = replace(good, **kind)
    with pytest.raises(FairsheetError, match=words):
        rules_for(sheet, bad)
    with pytest.raises(FairsheetError, match=words):
        record_of(SheetReading(sheet, bad, None, {}))


def test_record_takes_the_table_name_of_the_label() -> None:
    sheet = load_sheet("launch")
    game = Table(None, 3, name="Club 7")
    (label,) = labels_of(sheet, game, [2])
    assert record_of(SheetReading(sheet, label, None, {})).game == game


@pytest.mark.parametrize("kind", ["players", "missions of one letter"])
def test_impossible_label_does_not_stop_other_photos(fairsheet: Any, tmp_path: Path, kind: str) -> None:
    sheet = load_sheet("launch")
    good = Label("launch", sheet.fingerprint, None, 3, 1)
    differing, words = BAD_LABELS[kind]
    for name, label in (("good", good), ("bad", replace(good, **differing))):
        (tmp_path / f"{name}.pdf").write_bytes(draw_pages(sheet, [label]))
    ended = fairsheet("scan", tmp_path / "bad.pdf", tmp_path / "good.pdf", "-o", tmp_path / "records")
    assert ended.code == 2
    blank, line = ended.err.splitlines()
    assert "bad.pdf: label: " in line and words in line
    assert "good.pdf: the sheet of player 1 is not filled in" in blank
    assert sorted(path.name for path in (tmp_path / "records").iterdir()) == ["good.doubts", "good.json"]


# --- partial photos -----------------------------------------------------------------------------------------------


def test_photos_of_both_halves_make_one_record(fairsheet: Any, table: list[Path], tmp_path: Path) -> None:
    record = json.loads(table[0].read_text())
    truth = dict([*record["marks"].items()][::3])  # with more marks, the rules take longer for the other half
    (tmp_path / "third.json").write_text(json.dumps(record | {"marks": truth}))
    whole = Image.open(io.BytesIO(photographed(tmp_path / "third.json")))
    width, height = whole.size
    for name, top, bottom in (("upper", 0, 0.6), ("lower", 0.4, 1)):
        half = whole.crop((0, round(top * height), width, round(bottom * height)))
        half.save(tmp_path / f"{name}.jpg", quality=95)
    options = ("--sheet", "launch", "--seed", "coral-otter-42", "--players", 3, "--seat", 1, "--no-names")
    halves = (tmp_path / "upper.jpg", tmp_path / "lower.jpg")
    ended = fairsheet("scan", *halves, *options, "-o", tmp_path / "records", "--json")
    (line,) = ended.err.splitlines()
    assert line == f"{halves[0]} and {halves[1]} show one sheet, of player 1: it is read from all of them"
    first, second = ended.json["photos"]
    (sheet,) = first["sheets"]
    assert second["sheets"] == []
    assert len(sheet["doubts"]) <= 5
    doubtful = {doubt["field"] for doubt in sheet["doubts"]}
    marks = sheet["record"]["marks"]
    assert {field for field in truth | marks if truth.get(field) != marks.get(field)} <= doubtful
    assert [path.name for path in sorted((tmp_path / "records").iterdir())] == ["upper.doubts", "upper.json"]


# --- the demo -----------------------------------------------------------------------------------------------------


def test_demo_writes_all_its_files_to_a_folder(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("demo", "--seed", "demo-1", "--players", 2, "-o", tmp_path / "demo")
    assert ended.code in (0, 1)
    assert ended.out == f"{tmp_path / 'demo'}\n"
    for step in ("deal", "play", "print", "photo", "scan", "verify", "score", "report"):
        assert f"\n{step} " in f"\n{ended.err}"
    files = {path.relative_to(tmp_path / "demo").as_posix() for path in (tmp_path / "demo").rglob("*.*")}
    folders = {"photos": "jpg", "overlays": "overlay.jpg", "records": "json", "played": "json"}
    seats = {f"{folder}/seat-{seat}.{kind}" for seat in (1, 2) for folder, kind in folders.items()}
    assert seats | {"sheets.pdf", "deal.json", "reading.json", "verdict.json", "score.json"} <= files
    report = (tmp_path / "demo" / "report.html").read_text()
    assert report.count("data:image/jpeg;base64,") == 4
    assert "http" not in report.replace("http-equiv", "")


@pytest.mark.parametrize(
    ("photos", "message"),
    [
        ({"a": [1], "b": [2]}, None),
        (
            {"a": [1], "b": [2], "c": [1]},
            "a and c show sheets of player 1 with different marks, so each is read separately",
        ),
        (
            {"a": [1, 1]},
            "a shows 2 sheets of player 1, and each is read separately: give only one of them to verify and score",
        ),
        ({"a": [1, 1], "b": [1]}, "a and b show sheets of player 1 with different marks, so each"),
        ({"a": [1], "blank": [1]}, None),
    ],
)
def test_different_sheets_of_one_seat_are_reported(photos: dict[str, list[int]], message: str | None) -> None:
    sheet = load_sheet("launch")
    label = Label("launch", sheet.fingerprint, "x", 2, 1)
    readings = [
        PhotoReading(
            name,
            tuple(
                SheetReading(
                    sheet, replace(label, seat=seat), None, {} if name == "blank" else {"floor-1.1": 3}
                )
                for seat in seats
            ),
        )
        for name, seats in photos.items()
    ]
    lines = several_sheets_lines(readings)
    assert len(lines) == (message is not None) and all(line.startswith(message or "") for line in lines)


def test_record_of_an_earlier_photo_of_the_sheet_is_reported(tmp_path: Path) -> None:
    sheet = load_sheet("launch")
    label = Label("launch", sheet.fingerprint, "x", 2, 1)

    def scanned(*photos: str, seat: int = 1) -> tuple[RecordFiles, list[PhotoReading]]:
        reading = SheetReading(sheet, replace(label, seat=seat), None, {}, photos=photos)
        files, read = RecordFiles(tmp_path), [PhotoReading(photos[0], (reading,))]
        files.write(sheets_of(read), {photo: f"{photo}.overlay.jpg" for photo in photos}, final=True)
        return files, read

    first, read = scanned("upper.jpg")
    assert first.put_earlier_aside(read) == []
    other, read = scanned("other.jpg", seat=2)
    assert other.put_earlier_aside(read) == []
    upper, lower = tmp_path / "upper.json", tmp_path / "lower.json"
    second, read = scanned("lower.jpg")
    same = f"{upper} is a record of the same sheet of player 1 as {lower}"
    note = f"{same}: scan upper.jpg and lower.jpg together, or delete the wrong one"
    assert second.put_earlier_aside(read) == [note]
    both, read = scanned("upper.jpg", "lower.jpg")
    same = f"{lower} is a record of the same sheet of player 1 as {upper}, which is read from lower.jpg and upper.jpg"
    content, doubts = lower.read_bytes(), lower.with_suffix(".doubts").read_bytes()
    answer = Correction("floor-1.1", None, 3, "Ada", "2026-11-01T20:00:00+00:00")
    write_doubts_file(lower, DoubtsFile("lower.jpg", corrections=(answer,)))
    note = f"{same}, but it has 1 correction by Ada: repeat them in upper.json with fairsheet correct, and delete it"
    assert both.put_earlier_aside(read) == [note] and lower.is_file()
    lower.with_suffix(".doubts").write_bytes(doubts)
    back = "rename it to lower.json, and lower.doubts.before to lower.doubts"
    note = f"; it is kept as lower.json.before (to take it back, {back})"
    assert both.put_earlier_aside(read) == [same + note]
    names = "upper.json upper.doubts other.json other.doubts lower.json.before lower.doubts.before"
    assert {path.name for path in tmp_path.iterdir()} == set(names.split())
    assert (tmp_path / "lower.json.before").read_bytes() == content
    assert both.put_earlier_aside(read) == []
