"""`fairsheet try`: a template is filled in, photographed and read in simulation."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.record import accepts, read_record
from engine.score import compile_boxes
from fairsheet.trial import FieldTrial, Trial, Trouble, try_sheet
from fairsheet.trial_marks import random_marks
from fairsheet.trial_picture import format_trouble, picture_of_troubles
from sheets.library import Catalog, load_sheet, load_template

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
def test_marks_are_such_as_the_sheet_takes(name: str) -> None:
    sheet = load_sheet(name)
    marked: set[str] = set()
    for seed in range(20):
        marks = random_marks(sheet, 1, np.random.default_rng(seed))
        assert all(accepts(sheet.field[id_], mark) for id_, mark in marks.items())
        for zone in sheet.zones:
            numbers = [mark for id_ in zone.slots if isinstance(mark := marks.get(id_), int)]
            assert all(a < b for a, b in pairwise(numbers))
        boxes = compile_boxes(sheet)(marks)
        assert all(marks[box] == value for box, value in boxes.items() if box in marks)
        marked |= set(marks)
    missing = {field.id for field in sheet.fields if field.printed is None and field.kind != "text"} - marked
    assert missing <= {line.box for line in sheet.scores}, missing


def test_marks_stand_on_their_page_and_none_where_one_is_printed(garden: Path) -> None:
    sheet = load_template(garden)
    draws = [random_marks(sheet, page, np.random.default_rng(seed)) for seed in range(30) for page in (1, 2)]
    assert set().union(*draws[1::2]) == {"bee.3"}
    assert set().union(*draws[::2]) == {*sheet.zones[0].slots, "bee.1", "score.bed", "score.total"}


def test_a_legible_sheet_is_read_page_by_page(garden: Path) -> None:
    done: list[int] = []
    trial = try_sheet(load_template(garden), 2, "a seed", lambda: done.append(1))
    assert (trial.photos, len(done), trial.errors, trial.misread) == (2, 2, [], 0)
    assert trial.marks > 0 and trial.fields["bed.1"].photos == 1 and trial.fields["bee.3"].photos == 1
    assert trial.is_legible


def some_trial(misread: int, doubtful: int, photos: int) -> Trial:
    field = load_sheet("launch").field["floor-1.1"]
    cutout = np.full((100, 80), 200, np.uint8)
    troubles = [Trouble(field, 1, 7, 1, False, cutout)] * misread
    troubles += [Trouble(field, 2, None, "X", True, cutout)] * doubtful
    return Trial({field.id: FieldTrial(field, photos, troubles=troubles)}, photos, marks=1000)


@pytest.mark.parametrize(
    ("misread", "doubtful", "photos", "legible"),
    [(0, 0, 10, True), (0, 1, 2, True), (1, 0, 1000, False), (0, 2, 10, False), (0, 2, 100, True),
     (0, 21, 1000, False)],
)  # fmt: skip
def test_what_deserves_a_look(misread: int, doubtful: int, photos: int, legible: bool) -> None:
    assert some_trial(misread, doubtful, photos).is_legible is legible


def test_a_photo_that_cannot_be_read_deserves_a_look() -> None:
    trial = some_trial(0, 0, 10)
    trial.errors.append("no sheet was found")
    assert not trial.is_legible


def test_the_picture_shows_misread_fields_first() -> None:
    trial = some_trial(1, 2, 10)
    words = [format_trouble(trouble) for trouble in trial.worst()[0].troubles]
    assert words == ["7 read as 1", *["blank read as X, in doubt"] * 2]
    picture = picture_of_troubles(trial.worst())
    assert picture.width > picture.height > 220
    assert picture_of_troubles(some_trial(1, 50, 10).worst()).height < 2000


def test_it_is_a_command(fairsheet: Any, garden: Path) -> None:
    ended = fairsheet("try", garden, "--photos", 2, "--json")
    assert ended.code in (0, 3), ended.err
    document = ended.json
    assert (document["format"], document["sheet"], document["photos"]) == ("fairsheet.try/1", "garden", 2)
    assert [field["field"] for field in document["fields"]][:2] == ["bed.1", "bed.2"]
    assert document["picture"] == str(garden.with_suffix(".try.png")) and Path(document["picture"]).exists()


def test_photos_of_no_trial_are_never_written_over(fairsheet: Any, garden: Path, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.jpg").write_bytes(b"mine")
    ended = fairsheet("try", garden, "--photos", 1, "--keep", tmp_path, "-o", tmp_path / "x.png")
    assert ended.code == 2 and "there is photos already, and of no trial" in ended.err
    assert (tmp_path / "photos" / "1.jpg").read_bytes() == b"mine" and not (tmp_path / "x.png").exists()


def test_what_was_written_is_kept_beside_the_photos(fairsheet: Any, garden: Path, tmp_path: Path) -> None:
    ended = fairsheet("try", garden, "--photos", 1, "--keep", tmp_path, "-o", tmp_path / "x.png")
    assert ended.code in (0, 3), ended.err
    unmarked = next(line for line in ended.out.splitlines() if "never filled in" in line)
    assert "bee.3" in unmarked and "bee.2" not in unmarked  # on the second page; printed crossed
    _, truth = read_record(
        (tmp_path / "truth" / "1.json").read_bytes(), "", Catalog((load_template(garden),))
    )
    ended = fairsheet("scan", tmp_path / "photos", "--sheet", garden, "--json", "--no-names")
    (photo,) = ended.json["photos"]
    read = photo["sheets"][0]
    doubtful = {doubt["field"] for doubt in read["doubts"]}
    sure = {id_: mark for id_, mark in truth.marks.items() if id_ not in doubtful}
    assert sure.items() <= read["record"]["marks"].items()


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--photos", 0), "0 photos"), (("--photos", 1001), "1 to 1000"), (("-o", "x.jpg"), "PNG")],
)
def test_what_cannot_be_tried(fairsheet: Any, garden: Path, words: tuple[object, ...], said: str) -> None:
    ended = fairsheet("try", garden, *words)
    assert ended.code == 2 and said in ended.err and len(ended.err.splitlines()) == 1
