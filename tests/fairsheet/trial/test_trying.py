"""`fairsheet try`: a template is filled in, photographed and read in simulation."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairsheet.commands.new import template_text
from fairsheet.engine.records.record import NO_SEAT, Record, Table, read_record
from fairsheet.engine.records.record_checks import accepts
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import load_sheet, read_template
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.trial import trying
from fairsheet.trial._random_marks import random_marks
from fairsheet.trial.contact_sheet import format_trouble, picture_of_troubles
from fairsheet.trial.trying import FieldTrial, Trial, Trouble, try_sheet

_command = importlib.import_module("fairsheet.commands.try")  # its name is a Python keyword
_summary, _unmarked = _command._summary, _command._unmarked

GARDEN = """sheet garden "The garden"
  slots: 1..6, X

zone bed
  row at: 20, 20 gap: 1
    repeat i: 1..6
      slot bed.{i}

row at: 20, 60 gap: 4
  icon bee.1 plant size: 8
  icon bee.2 plant size: 8 printed: crossed accepts: crossed
box score.bed from: 0 to: 18 at: 120, 20
box score.total from: 0 to: 18 at: 120, 40
score score.bed is: 3 * filled(bed)
score score.total sign: "=" is: score.bed

page 2
  icon bee.3 plant size: 8 at: 20, 20
"""


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    path = tmp_path / "garden.sheet"
    path.write_text(GARDEN)
    return path


@pytest.mark.parametrize("name", ["launch", "battle", "virus"])
def test_random_marks_fit_the_sheet(name: str) -> None:
    sheet = load_sheet(name)
    marked: set[str] = set()
    for seed in range(20):
        marks = random_marks(sheet, np.random.default_rng(seed))
        assert all(accepts(sheet.field[id_], mark) for id_, mark in marks.items())
        for zone in sheet.zones:
            numbers = [mark for id_ in zone.slots if isinstance(mark := marks.get(id_), int)]
            assert all(a < b for a, b in pairwise(numbers))
        boxes = compile_boxes(sheet)(marks)
        assert all(marks[box] == value for box, value in boxes.items() if box in marks)
        marked |= set(marks)
    missing = {field.id for field in sheet.fields if field.printed is None and field.kind != "text"} - marked
    assert missing <= {line.box for line in sheet.scores}, missing


def test_random_marks_avoid_printed_fields(garden: Path) -> None:
    sheet = read_template(garden).sheet
    draws = [random_marks(sheet, np.random.default_rng(seed)) for seed in range(30)]
    marked = {*sheet.zones[0].slots, "bee.1", "bee.3", "score.bed", "score.total"}
    assert set().union(*draws) == marked


def test_rare_marks_appear_in_every_field(garden: Path) -> None:
    garden.write_text(
        f'{GARDEN}check few\n  needs: inked(every(slot)) <= 1\n  text: "One slot alone is filled."\n'
    )
    sheet = read_template(garden).sheet
    draws = [
        random_marks(sheet, np.random.default_rng(seed)).keys() & {*sheet.zones[0].slots}
        for seed in range(30)
    ]
    assert max(map(len, draws)) == 1 and set().union(*draws) == {*sheet.zones[0].slots}


def test_random_columns_have_right_sums_and_ranks() -> None:
    quiz = quiz_night()
    places = 0
    for seed in range(10):
        marks = random_marks(quiz, np.random.default_rng(seed))
        score = ruleset_of(quiz).score([Record.on(quiz, Table(None, 1), 1, marks)])
        assert [player.differences for player in score.players] == [()] * len(score.players)
        places += sum("score.places" in player.written for player in score.players)
    assert places


def trial_photos(sheet: Sheet, photos: int) -> list[tuple[int, int, Record]]:
    """Return sheet number, page and record of each photo of a trial, without drawing or reading."""
    shots: list[tuple[int, int, Record]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trying, "_photo", lambda *_: b"")
        patch.setattr(trying, "_read", lambda *_: None)
        try_sheet(sheet, photos, "s", keep=lambda number, page, _, truth: shots.append((number, page, truth)))
    return shots


def test_photos_cover_all_pages_and_seats_of_complete_tables(garden: Path) -> None:
    photos = trial_photos(read_template(garden).sheet, 11)
    assert [(number, page) for number, page, _ in photos] == [(1 + k // 2, 1 + k % 2) for k in range(11)]
    tables = [(truth.game.name, truth.game.players, truth.seat) for _, page, truth in photos if page == 1]
    assert tables == [*(("try 1", 4, seat) for seat in (1, 2, 3, 4)), ("try 2", 2, 1), ("try 2", 2, 2)]
    assert photos[0][2] == photos[1][2] != photos[2][2]


def quiz_night() -> Sheet:
    return place(parse(template_text("quiz", "columns"), "quiz.sheet")).sheet


def comparing_sheet() -> Sheet:
    text = GARDEN + "box place to: 9 at: 60, 120\nscore place is: ranked(score.bed, 5, 3)\n"
    return place(parse(text, "garden.sheet")).sheet


@pytest.mark.parametrize(
    ("sheet", "photos", "tables"),
    [
        (
            quiz_night,
            2,
            [("try 1", 1, 1), ("try 2", 1, 1)],
        ),  # players share a sheet, so each sheet is a table
        (comparing_sheet, 1, [("try 1", 2, 1)]),  # a formula that compares players needs two ...
        (partial(load_sheet, "launch"), 1, [("try 1", 2, 1)]),  # ... and so does a game of the program
        (partial(load_sheet, "pulsar-table"), 2, [("try 1", 2, NO_SEAT), ("try 2", 2, NO_SEAT)]),
    ],
    ids=["shared", "compared", "launch", "pulsar-table"],
)
def test_trial_tables_have_the_right_seats(
    sheet: Callable[[], Sheet], photos: int, tables: list[tuple[str, int, int]]
) -> None:
    records = [truth for _, page, truth in trial_photos(sheet(), photos) if page == 1]
    assert [(truth.game.name, truth.game.players, truth.seat) for truth in records] == tables


POND = """sheet pond "The pond"
  cards: no
icon-shape tile "M1 1 H23 V23 H1 z" view-box: 0, 0, 24, 24
row at: 5, 5 gap: 6
  repeat k: 1..8
    icon tile.{k} tile size: 9 accepts: circled, crossed, filled
row at: 5, 40 gap: 6
  icon frog.1 star size: 9 accepts: circled, crossed
check dry
  needs: count(filled, every("tile.*")) = 0 and count(crossed, frog.1) = 0
  text: "The pond is dry."
check far
  needs: inked(tile.8) = 0
  text: "Nothing is in the last tile."
"""


def test_every_second_sheet_adds_marks_that_checks_exclude() -> None:
    sheet = place(parse(POND, "pond.sheet")).sheet
    records = [truth for *_, truth in trial_photos(sheet, 6)]
    for record in records[::2]:
        assert "filled" not in record.marks.values() and "tile.8" not in record.marks
    free = [record.marks for record in records[1::2]]
    assert "tile.8" in free[0]
    assert {marks[id_] for marks in free for id_ in marks} == {
        "circled", "crossed", "circled+crossed", "filled",
    }  # fmt: skip
    assert any("crossed" in str(marks.get("frog.1")) for marks in free)


def test_kinds_of_marks_never_written_are_listed_by_icon() -> None:
    sheet = place(parse(POND, "pond.sheet")).sheet
    tried = Trial({each.id: FieldTrial(each) for each in sheet.fields if each.kind == "icon"})
    for each in tried.fields.values():
        each.written = {"circled", "circled+crossed"}
    tried.fields["tile.3"].written = {"crossed"}
    assert tried.never_written == {"filled": [f"tile.{k}" for k in range(1, 9)], "crossed": ["frog.1"]}
    assert tried.is_read_well and not tried.is_legible
    assert list(_unmarked(tried)) == [
        "filled was never written, so not tried: tile.1, tile.2, tile.3, tile.4, tile.5, tile.6, tile.7, tile.8; "
        "give more --photos",
        "crossed was never written, so not tried: frog.1; give more --photos",
    ]
    assert _summary(Path("pond.sheet"), tried)[1].endswith("but not everything was tried")
    tried.fields["tile.3"].written = {"crossed", "filled"}
    tried.fields["frog.1"].written = {"crossed", "circled", "circled+crossed"}
    assert tried.is_legible


def test_fields_never_marked_are_listed(garden: Path) -> None:
    tried = Trial({each.id: FieldTrial(each) for each in read_template(garden).sheet.fields})
    tried.fields["bed.1"].written = {"number"}
    assert {"bee.1", "bee.3"} < set(tried.never_marked)
    assert not {"bed.1", "bee.2", "player"} & set(tried.never_marked)  # written, printed, words


def some_trial(misread: int, doubtful: int, photos: int) -> Trial:
    field = load_sheet("launch").field["floor-1.1"]
    cutout = np.full((100, 80), 200, np.uint8)
    troubles = [Trouble(field, 1, 7, 1, False, cutout)] * misread
    troubles += [Trouble(field, 2, None, "X", True, cutout)] * doubtful
    return Trial({field.id: FieldTrial(field, photos, {"number", "X"}, troubles)}, photos, marks=1000)


@pytest.mark.parametrize(
    ("misread", "doubtful", "photos", "legible"),
    [(0, 0, 10, True), (0, 1, 2, True), (1, 0, 1000, False), (0, 2, 10, False), (0, 2, 100, True),
     (0, 21, 1000, False)],
)  # fmt: skip
def test_errors_decide_legibility(misread: int, doubtful: int, photos: int, legible: bool) -> None:
    assert some_trial(misread, doubtful, photos).is_legible is legible


def test_unreadable_photo_makes_a_trial_illegible() -> None:
    tried = some_trial(0, 0, 10)
    tried.errors.append("no sheet was found")
    assert not tried.is_legible


def test_contact_sheet_shows_misread_fields_first() -> None:
    worst = some_trial(1, 2, 10).worst()
    words = [format_trouble(trouble) for trouble in worst[0].troubles]
    assert words == ["7 read as 1", *["blank read as X, in doubt"] * 2]
    picture = picture_of_troubles(worst)
    assert picture.width > picture.height > 220
    assert picture_of_troubles(some_trial(1, 50, 10).worst()).height < 2000


def test_photos_of_other_origin_are_not_overwritten(fairsheet: Any, garden: Path, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.jpg").write_bytes(b"mine")
    ended = fairsheet("try", garden, "--photos", 1, "--keep", tmp_path, "-o", tmp_path / "x.png")
    ended.refused("its folder photos is not from fairsheet try")
    assert (tmp_path / "photos" / "1.jpg").read_bytes() == b"mine" and not (tmp_path / "x.png").exists()


def test_true_marks_are_stored_next_to_the_photos(fairsheet: Any, garden: Path, tmp_path: Path) -> None:
    ended = fairsheet("try", garden, "--photos", 2, "--keep", tmp_path, "--json")
    assert ended.code in (0, 3), ended.err
    document = ended.json
    assert (document["format"], document["sheet"], document["photos"]) == ("fairsheet.try/1", "garden", 2)
    assert [field["field"] for field in document["fields"]][:2] == ["bed.1", "bed.2"]
    photos = {field["field"]: field["photos"] for field in document["fields"]}
    assert photos["bed.1"] == photos["bee.3"] == 1  # the scanner reads single pages
    assert document["marks"] > 0 and document["errors"] == []
    assert not any(field["misread"] for field in document["fields"])
    assert document["picture"] == str(garden.with_suffix(".try.png")) and Path(document["picture"]).exists()
    catalog = Catalog((read_template(garden).sheet,))
    files = (tmp_path / "truth").iterdir()
    truth = {path.stem: read_record(path.read_bytes(), "", catalog)[1] for path in files}
    assert {path.name for path in (tmp_path / "photos").iterdir()} == {"1-1.jpg", "1-2.jpg"}
    assert set(truth) == {"1"}
    read = tmp_path / "read"
    ended = fairsheet("scan", tmp_path / "photos", "--sheet", garden, "--no-names", "--json", "-o", read)
    (sheet,) = (sheet for photo in ended.json["photos"] for sheet in photo["sheets"])
    doubtful = {doubt["field"] for doubt in sheet["doubts"]}
    sure = {id_: mark for id_, mark in truth["1"].marks.items() if id_ not in doubtful}
    assert sheet["record"]["seat"] == 1 and sure.items() <= sheet["record"]["marks"].items()
    assert fairsheet("score", read, "--sheet", garden).code in (0, 3)  # the photos form a table


@pytest.mark.parametrize(
    ("words", "error"),
    [(("--photos", 0), "0 photos"), (("--photos", 1001), "1 to 1000"), (("-o", "x.jpg"), "PNG")],
)
def test_impossible_trials(fairsheet: Any, garden: Path, words: tuple[object, ...], error: str) -> None:
    fairsheet("try", garden, *words).refused(error)
