"""The example sheets: small templates, photos that are read, and scores as an independent few lines compute them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from fairsheet.engine.checks.consistency import contradictions_on
from fairsheet.engine.records.record import Record, Table, read_record
from fairsheet.engine.table_score import score_table
from fairsheet.scanning.photos import reread, scan_file
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import custom_sheet
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.joining.pages import join_pages
from fairsheet.vision.scan import ReadOptions
from tests.conftest import Fairsheet

EXAMPLES = Path(__file__).parents[3] / "examples" / "sheets"
NAMES = sorted(path.name for path in EXAMPLES.iterdir())
LONGEST = 60  # lines of a template

Totals = list[int]  # of the players, column by column


def sheet_of(name: str) -> Sheet:
    return custom_sheet(EXAMPLES / name / f"{name}.sheet")


def number(marks: Marks, field: str) -> int:
    mark = marks.get(field, 0)
    assert isinstance(mark, int)
    return mark


def crossed(marks: Marks, *fields: str) -> int:
    return sum(marks.get(field) == "crossed" for field in fields)


def five_dice(marks: Marks) -> Totals:
    upper = sum(number(marks, f"upper.{n}") for n in range(1, 7))
    return [upper + 35 * (upper >= 63) + sum(number(marks, f"lower.{n}") for n in range(1, 8))]


def four_rows(marks: Marks) -> Totals:
    total = -5 * crossed(marks, *(f"miss.{k}" for k in range(1, 5)))
    for name in ("north", "east", "south", "west"):
        count = crossed(marks, *(f"{name}.{k}" for k in range(1, 12)), f"lock.{name}")
        total += count * (count + 1) // 2
    return [total]


def linked_grid(marks: Marks) -> Totals:
    numbers = sum(field.startswith("cell-") for field in marks)
    rows = sum((2 + r) * crossed(marks, f"row-bonus.{r}") for r in range(1, 6))
    columns = 4 * crossed(marks, *(f"column-bonus.{c}" for c in range(1, 7)))
    return [numbers + rows + columns + 8 * crossed(marks, "gift.rows", "gift.columns")]


def island(marks: Marks) -> Totals:
    rows = {r: [f"hex.{r}.{p}" for p in range(1, length + 1)] for r, length in enumerate((3, 4, 5, 4, 3), 1)}
    hexes = sum(
        (1 + min(p, len(row) + 1 - p)) * crossed(marks, field)
        for row in rows.values()
        for p, field in enumerate(row, 1)
    )
    regions = [[*rows[1], *rows[2]], rows[3], [*rows[4], *rows[5]]]
    whole = sum(crossed(marks, *region) == len(region) for region in regions)
    longest = max(
        (
            len(list(run))
            for row in rows.values()
            for bears, run in groupby(field in marks for field in row)
            if bears
        ),
        default=0,
    )
    return [hexes + 5 * whole + longest + 2 * number(marks, "sheep")]


def long_hike(marks: Marks) -> Totals:
    stages = sum(1 + (k - 1) // 5 for k in range(1, 21) if f"stage.{k}" in marks)
    nights = sum(f"hut.{k}" in marks for k in range(1, 7))
    kinds = [crossed(marks, *(f"{kind}.{k}" for k in range(1, 7))) for kind in ("spring", "herb", "badge")]
    finds = sum(count * (count + 1) // 2 for count in kinds) + 4 * min(kinds)
    huts = 18 if nights == 6 else 10 if nights >= 4 else 4 if nights >= 2 else 0
    return [stages + huts + finds - 2 * crossed(marks, *(f"blister.{k}" for k in range(1, 6)))]


def places(numbers: list[int], points: list[int]) -> list[int]:
    """The points of the greatest, second greatest … number; equal numbers share theirs, 0 takes none."""
    distinct = sorted({value for value in numbers if value > 0}, reverse=True)
    worth = dict(zip(distinct, points, strict=False))
    return [worth.get(value, 0) for value in numbers]


def columns_in_use(marks: Marks) -> int:
    return max((int(field.rpartition(".")[2]) for field in marks), default=1)


def quiz_night(marks: Marks) -> Totals:
    sums = []
    for team in range(1, columns_in_use(marks) + 1):
        rounds = [number(marks, f"round-{r}.{team}") for r in range(1, 9)]
        joker = number(marks, f"joker.{team}")
        sums.append(sum(rounds) + (rounds[joker - 1] if joker else 0))
    return [one + more for one, more in zip(sums, places(sums, [10, 6, 3]), strict=True)]


def skittles(marks: Marks) -> Totals:
    players = range(1, columns_in_use(marks) + 1)
    best = [sum(sorted(number(marks, f"game-{g}.{t}") for g in range(1, 5))[1:]) for t in players]
    extra = [number(marks, f"score.handicap.{t}") + 10 * crossed(marks, f"fair.{t}") for t in players]
    return [sum(each) for each in zip(best, extra, places(best, [25, 15, 10, 5]), strict=True)]


INDEPENDENT: dict[str, Callable[[Marks], Totals]] = {
    "five-dice": five_dice,
    "four-rows": four_rows,
    "island": island,
    "linked-grid": linked_grid,
    "long-hike": long_hike,
    "quiz-night": quiz_night,
    "skittles": skittles,
}


def filling(fields: list[Field], rng: np.random.Generator) -> dict[str, Mark]:
    """Marks for some of the fields, each on its own."""
    share = rng.random()
    marks: dict[str, Mark] = {}
    for field in fields:
        if rng.random() < share:
            if field.kind == "box":
                least, greatest = map(int, field.accepts)
                marks[field.id] = int(rng.integers(least, greatest + 1))
            else:
                marks[field.id] = field.accepts[int(rng.integers(len(field.accepts)))]
    return marks


def test_every_example_is_scored_by_the_tests() -> None:
    assert sorted(INDEPENDENT) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_templates_are_short_and_sound(name: str) -> None:
    assert len((EXAMPLES / name / f"{name}.sheet").read_text(encoding="utf-8").splitlines()) <= LONGEST
    assert lint(sheet_of(name)) == []


@pytest.mark.parametrize("fillings", [1_000, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", NAMES)
def test_random_fillings_are_added_up_as_by_plain_python(name: str, fillings: int) -> None:
    sheet, rng = sheet_of(name), np.random.default_rng(17)
    summed = {line.box for line in sheet.scores}
    fields = [field for field in sheet.fields if field.kind != "text" and field.id not in summed]
    game = Table(None, 1)
    for _ in range(fillings):
        marks = filling(fields, rng)
        score = score_table(sheet, [Record.on(sheet, game, 1, marks)])
        assert [player.total for player in score.players] == INDEPENDENT[name](marks)


@pytest.mark.parametrize("name", NAMES)
def test_the_photos_are_read_as_the_record_says(name: str) -> None:
    folder = EXAMPLES / name
    sheet = sheet_of(name)
    options = ReadOptions(Catalog((sheet,)))
    photos = [photo for file in sorted(folder.glob("photo*.jpg")) for photo in scan_file(file, options)]
    assert len(photos) == sheet.pages
    (seen,) = [
        page for each in join_pages([photo.reading for photo in photos], reread) for page in each.sheets
    ]
    text = (folder / "record.json").read_bytes()
    _, record = read_record(text, "record.json", options.catalog)
    words = {field.id for field in sheet.fields if field.kind == "text"}
    assert {f: m for f, m in seen.marks.items() if f not in words} == {
        f: m for f, m in record.marks.items() if f not in words
    }
    assert seen.doubts == ()
    assert contradictions_on(sheet, record.marks) == []
    score = json.loads((folder / "score.json").read_bytes())
    assert [player.total for player in score_table(sheet, [record]).players] == [
        player["total"] for player in score["players"]
    ]


def test_sheets_tells_what_each_can_do(fairsheet: Fairsheet) -> None:
    listed = fairsheet("sheets", EXAMPLES / "island" / "island.sheet", "--json").json["sheets"]
    can = {entry["sheet"]: entry["can"] for entry in listed}
    assert can["battle"] == ["deal", "play", "prove", "score"]
    assert can["island"] == ["check", "score"]
