"""`fairsheet report`: the page of an evening, from records."""

from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image
from pypdfium2 import PdfDocument

from fairsheet.cli import program
from fairsheet.engine.records.record import read_record, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message
from fairsheet.pipeline.answers.corrections import corrected
from fairsheet.pipeline.base.doubt_files import DoubtsFile, write_doubts_file
from fairsheet.pipeline.judging.consequences import doubt_effects
from fairsheet.pipeline.store.scanned_records import RecordFiles, sheets_of
from fairsheet.process.output_files import begin_run
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt, PhotoReading, SheetReading
from fairsheet.vision.readings.reasons import UNSEEN
from fairsheet.wording.labels import labels_of
from tests.fairsheet.here import write_records


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with records of two players, one doubt, and the overlay of that sheet."""
    monkeypatch.chdir(tmp_path)
    (played,) = simulate(load_sheet("journey"), "coral-otter-42", 2, policy="random")
    write_records(tmp_path / "records", played.records)
    total = played.records[0].marks["score.total"]
    doubt = Doubt("score.total", ((total, 0.8), (1, 0.2)), total, Message("two digits look alike"))
    kept = DoubtsFile("seat-1.jpg", (doubt,), overlays=("seat-1.overlay.jpg",))
    write_doubts_file(tmp_path / "records" / "seat-1.json", kept)
    (tmp_path / "overlays").mkdir()
    Image.new("RGB", (30, 40), "white").save(tmp_path / "overlays" / "seat-1.overlay.jpg")
    return tmp_path


def run_report(*words: str) -> Any:
    begin_run()
    return CliRunner().invoke(program, ["report", *words], standalone_mode=False)


def test_report_is_named_after_the_game_and_replaces_the_last_one(evening: Path) -> None:
    for _ in range(2):
        ended = run_report("records", "--overlay", "overlays")
        assert ended.stdout == "journey-coral-otter-42.html\n"
        assert ended.return_value == 3  # the doubt
    page = (evening / "journey-coral-otter-42.html").read_text()
    pictures = re.findall(r'src="data:image/([a-z]+);base64,', page)
    assert pictures == ["jpeg", "png", "png"]  # the overlay, and drawings of both records
    assert "Bot 1" in page and "two digits look alike" in page
    assert page.count("<details>") == 2


def test_sheet_that_is_illegal_only_as_read_is_undecided(evening: Path) -> None:
    """The doubts come from the file next to a record. The text gives the reason of a doubt."""
    path = evening / "records" / "seat-1.json"
    sheet, record = read_record(path.read_bytes(), "")
    verdict = ruleset_of(sheet).verify([record])
    field, right = next(
        (id_, mark)
        for id_, mark in record.marks.items()
        if sheet.field[id_].kind == "slot" and isinstance(mark, int) and mark != 1
        if ruleset_of(sheet).verify([corrected(record, {id_: 1})]).sheets[0].verdict == "illegal"
    )
    assert verdict.sheets[0].verdict == "legal"
    path.write_bytes(write_record(corrected(record, {field: 1})))
    doubt = Doubt(field, ((1, 0.6), (right, 0.4)), 1, Message("two digits look alike"))
    write_doubts_file(path, DoubtsFile("seat-1.jpg", (doubt,)))
    assert run_report("records", "-o", "x.txt").return_value == 3
    text = (evening / "x.txt").read_text()
    assert ", undecided" in text and ", illegal" not in text
    assert f": 1, or {right} (40%); two digits look alike" in text


def test_unseen_fields_are_one_line_and_make_the_total_uncertain(evening: Path) -> None:
    path = evening / "records" / "seat-1.json"
    sheet, record = read_record(path.read_bytes(), "")
    hidden = tuple(Doubt.of(field.id, ((None, 1.0),), None, UNSEEN) for field in sheet.fields[:60])
    write_doubts_file(path, DoubtsFile("seat-1.jpg", hidden))
    for file in ("x.txt", "x.html"):
        assert run_report("records", "-o", file).return_value == 3
        text = (evening / file).read_text()
        assert (
            text.count("something lies on this part")
            == len(re.findall(r"\d\d fields: something lies", text))
            == 1
        )
        assert f"{record.marks['score.total']}?" in text


def test_report_gives_the_reason_for_missing_overlays(evening: Path) -> None:
    (evening / "overlays" / "seat-1.overlay.jpg").rename(evening / "overlays" / "other.overlay.jpg")
    messages = run_report("records", "--overlay", "overlays", "-o", "x.txt").stderr
    again = "scan the photos with -o and --overlay overlays again"
    assert f"overlays lacks seat-1.overlay.jpg; {again}" in messages
    assert f"no .doubts file names the overlay of records/seat-2.json; {again}" in messages


@pytest.mark.parametrize("folder", ["overlay", "records/seat-1.json"])
def test_missing_overlay_folder_is_refused(evening: Path, folder: str) -> None:
    with pytest.raises(FairsheetError, match="no such folder"):
        raise run_report("records", "--overlay", folder).exception
    assert not list(evening.glob("*.html"))


def test_every_sheet_has_its_own_photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sheet = load_sheet("journey")
    (played,) = simulate(sheet, "coral-otter-42", 3, policy="casual")
    readings = [
        SheetReading(
            sheet, labels_of(sheet, record.game, [record.seat])[0], None, record.marks, photos=(photo,)
        )
        for record, photo in zip(played.records, ("a.png", "a.png", "a-2.png"), strict=True)
    ]
    photos = [PhotoReading("a.png", tuple(readings[:2])), PhotoReading("a-2.png", (readings[2],))]
    overlays = {"a.png": "a.overlay.jpg", "a-2.png": "a-2.overlay.jpg"}
    RecordFiles(Path("records")).write(sheets_of(photos), overlays)
    Path("overlays").mkdir()
    for name, colour in zip(overlays.values(), ("red", "blue"), strict=True):
        Image.new("RGB", (30, 40), colour).save(Path("overlays", name))
    assert run_report("records", "--overlay", "overlays", "-o", "x.html").exception is None
    jpegs = re.findall(r'src="data:image/jpeg;base64,([^"]+)"', Path("x.html").read_text())
    shown = [np.asarray(Image.open(io.BytesIO(base64.b64decode(jpeg))))[9, 9] for jpeg in jpegs]
    colours = ["red" if red > blue else "blue" for red, _, blue in shown]
    assert colours == ["red", "red", "blue"]  # by seat


def test_unreadable_overlay_is_reported_on_the_page(evening: Path) -> None:
    (evening / "overlays" / "seat-1.overlay.jpg").write_bytes(b"\xff\xd8\xff")
    ended = run_report("records", "--overlay", "overlays", "-o", "x.html")
    assert ended.exception is None and ended.return_value == 3
    page = (evening / "x.html").read_text()
    assert (
        "The photo of player Bot 1 cannot be shown: overlays/seat-1.overlay.jpg: this picture cannot be read"
        in page
    )
    assert "data:image/jpeg" not in page


def test_report_does_not_replace_another_file(evening: Path) -> None:
    (evening / "journey-coral-otter-42.html").write_text("mine")
    assert run_report("records").stdout == "journey-coral-otter-42-2.html\n"
    assert (evening / "journey-coral-otter-42.html").read_text() == "mine"


def test_json_names_the_file(evening: Path) -> None:
    document = json.loads(run_report("records", "--json", "-o", "x.html").stdout)
    assert document == {"format": "fairsheet.report/1", "tables": 1, "file": "x.html"}
    assert (evening / "x.html").is_file()


def test_report_does_not_overwrite_a_record(evening: Path) -> None:
    record = (evening / "records" / "seat-1.json").rename(evening / "seat-1.txt")
    before = record.read_bytes()
    assert "reads this file" in str(run_report("seat-1.txt", "-o", "seat-1.txt").exception)
    assert record.read_bytes() == before


def test_custom_sheet_is_scored_but_not_proved(evening: Path) -> None:
    (evening / "garden.sheet").write_text(
        'sheet garden "Garden"\nbox score.beds from: 0 to: 99 at: 20, 40\nbox score.total from: 0 to: 99 at: 60, 40\n'
        'score score.total sign: "=" is: score.beds\n'
    )
    record = {"format": "fairsheet.record/1", "sheet": "garden", "seat": 1, "player": "Ada",
              "game": {"seed": "x", "players": 1 + 1, "solo": None}, "marks": {"score.beds": 7}}  # fmt: skip
    (evening / "ada.json").write_text(json.dumps(record))
    ended = run_report("ada.json", "--sheet", "garden.sheet", "-o", "x.html")
    assert ended.exception is None, ended.exception
    page = (evening / "x.html").read_text()
    assert "nothing is verified" in page and 'class="total">7<' in page


def test_effects_list_the_changes_a_doubt_could_make() -> None:
    sheet = load_sheet("launch")
    (played,) = simulate(sheet, "coral-otter-42", 2, policy="casual")
    records = played.records
    score = ruleset_of(sheet).score(records)
    field = next(id_ for id_ in sheet.field if id_.startswith("error.") and id_ not in records[0].marks)
    costly = Doubt(field, ((None, 0.6), ("circled", 0.4)), None, Message("faint"))
    idle = Doubt("score.total", ((1, 0.6), (2, 0.4)), 1, Message("alike"))
    unlikely = Doubt(field, ((None, 0.999), ("circled", 0.001)), None, Message("faint"))
    before, after = score.players[0].total, score.players[0].total - 5
    effects = doubt_effects(sheet, records, [(costly, idle), ()], score)[0]
    assert effects[field].startswith(f"circled makes the total of player 1 {after}, not {before}")
    assert set(effects) == {field}
    assert doubt_effects(sheet, records, [(unlikely,), ()], score) == [{}, {}]


def test_file_ending_sets_the_kind_of_report(evening: Path) -> None:
    for kind, start in {
        "html": b"<!doctype html>",
        "PDF": b"%PDF-",
        "png": b"\x89PNG",
        "txt": b"Journey, seed",
    }.items():
        assert run_report("records", "-o", f"x.{kind}").return_value == 3
        assert (evening / f"x.{kind}").read_bytes().startswith(start)
    text = (evening / "x.txt").read_text()
    assert (
        "1. Bot " in text
        and ", legal\n" in text
        and "? Bot 1, box “TOTAL”, at the bottom right: " in text
        and len(text) < 1000
    )
    with PdfDocument(evening / "x.PDF") as pdf:
        words = " ".join("".join(page.get_textpage().get_text_range() for page in pdf).split())
    assert "Two digits look alike" in words and "Turn by turn" not in words and "total" in words


@pytest.mark.parametrize("name", ["x.doc", "x", "x.htm"])
def test_unknown_file_endings_are_refused(evening: Path, name: str) -> None:
    error = run_report("records", "-o", name).exception
    assert isinstance(error, FairsheetError) and ".pdf, .png, .txt" in error.hint
    assert not (evening / name).exists()


def test_report_of_a_solo_game_begins_with_the_winner(fairsheet: Any, tmp_path: Path) -> None:
    fairsheet("simulate", "journey", "--seed", "coral-otter-42", "--solo", 4, "-o", "games", cwd=tmp_path)
    assert fairsheet("report", "games", "-o", "r.txt", cwd=tmp_path).code == 0
    lines = (tmp_path / "r.txt").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "ASTRA wins against Bot 1, 115 to 112." and "ASTRA wins" not in lines
