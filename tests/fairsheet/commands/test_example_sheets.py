"""The example sheets: small templates, readable photos, and scores that independent code confirms."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from fairsheet.engine.checks.consistency import contradictions_on
from fairsheet.engine.records.record import Record, Table, read_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.pipeline.reading.photos import reread, scan_file
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import custom_sheet
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.joining.pages import join_pages
from fairsheet.vision.scan import ReaderSetup
from tests.conftest import Fairsheet

EXAMPLES = Path(__file__).parents[3] / "examples" / "sheets"
NAMES = sorted(path.name for path in EXAMPLES.iterdir())
LONGEST = 90  # lines of a template

Totals = list[int]  # one for each player, column by column
Place = tuple[int, int]


def sheet_of(name: str) -> Sheet:
    return custom_sheet(EXAMPLES / name / f"{name}.sheet")


def number_at(marks: Marks, field: str) -> int:
    mark = marks.get(field, 0)
    assert isinstance(mark, int)
    return mark


def crosses(marks: Marks, *fields: str) -> int:
    return sum(marks.get(field) == "crossed" for field in fields)


def five_dice(marks: Marks) -> Totals:
    upper = sum(number_at(marks, f"upper.{n}") for n in range(1, 7))
    return [upper + 35 * (upper >= 63) + sum(number_at(marks, f"lower.{n}") for n in range(1, 8))]


def four_rows(marks: Marks) -> Totals:
    total = -5 * crosses(marks, *(f"miss.{k}" for k in range(1, 5)))
    for name in ("north", "east", "south", "west"):
        count = crosses(marks, *(f"{name}.{k}" for k in range(1, 12)), f"lock.{name}")
        total += count * (count + 1) // 2
    return [total]


def linked_grid(marks: Marks) -> Totals:
    numbers = sum(field.startswith("cell-") for field in marks)
    rows = sum((2 + r) * crosses(marks, f"row-bonus.{r}") for r in range(1, 6))
    columns = 4 * crosses(marks, *(f"column-bonus.{c}" for c in range(1, 7)))
    return [numbers + rows + columns + 8 * crosses(marks, "gift.rows", "gift.columns")]


def island(marks: Marks) -> Totals:
    rows = {r: [f"hex.{r}.{p}" for p in range(1, length + 1)] for r, length in enumerate((3, 4, 5, 4, 3), 1)}
    hexes = sum(
        (1 + min(p, len(row) + 1 - p)) * crosses(marks, field)
        for row in rows.values()
        for p, field in enumerate(row, 1)
    )
    regions = [[*rows[1], *rows[2]], rows[3], [*rows[4], *rows[5]]]
    whole = sum(crosses(marks, *region) == len(region) for region in regions)
    longest = max(
        (
            len(list(run))
            for row in rows.values()
            for is_marked, run in groupby(field in marks for field in row)
            if is_marked
        ),
        default=0,
    )
    return [hexes + 5 * whole + longest + 2 * number_at(marks, "sheep")]


def long_hike(marks: Marks) -> Totals:
    stages = sum(1 + (k - 1) // 5 for k in range(1, 21) if f"stage.{k}" in marks)
    nights = sum(f"hut.{k}" in marks for k in range(1, 7))
    kinds = [crosses(marks, *(f"{kind}.{k}" for k in range(1, 7))) for kind in ("spring", "herb", "badge")]
    finds = sum(count * (count + 1) // 2 for count in kinds) + 4 * min(kinds)
    huts = 18 if nights == 6 else 10 if nights >= 4 else 4 if nights >= 2 else 0
    return [stages + huts + finds - 2 * crosses(marks, *(f"blister.{k}" for k in range(1, 6)))]


def rank_points(numbers: list[int], points: list[int]) -> list[int]:
    """Return the points for the rank of each number. Equal numbers get the same points, 0 gets none."""
    distinct = sorted({value for value in numbers if value > 0}, reverse=True)
    worth = dict(zip(distinct, points, strict=False))
    return [worth.get(value, 0) for value in numbers]


def columns_in_use(marks: Marks) -> int:
    return max((int(field.rpartition(".")[2]) for field in marks), default=1)


def quiz_night(marks: Marks) -> Totals:
    sums = []
    for team in range(1, columns_in_use(marks) + 1):
        rounds = [number_at(marks, f"round-{r}.{team}") for r in range(1, 9)]
        joker = number_at(marks, f"joker.{team}")
        sums.append(sum(rounds) + (rounds[joker - 1] if joker else 0))
    return [one + more for one, more in zip(sums, rank_points(sums, [10, 6, 3]), strict=True)]


def skittles(marks: Marks) -> Totals:
    players = range(1, columns_in_use(marks) + 1)
    best = [sum(sorted(number_at(marks, f"game-{g}.{t}") for g in range(1, 5))[1:]) for t in players]
    extra = [number_at(marks, f"score.handicap.{t}") + 10 * crosses(marks, f"fair.{t}") for t in players]
    return [sum(each) for each in zip(best, extra, rank_points(best, [25, 15, 10, 5]), strict=True)]


def spice_coast(marks: Marks) -> Totals:
    players = range(1, columns_in_use(marks) + 1)
    ships = [number_at(marks, f"ships.{t}") for t in players]
    debts = [number_at(marks, f"debts.{t}") for t in players]
    thrift = rank_points([10 - count for count in debts], [5])
    totals = []
    for t, most, fewest in zip(players, ships, thrift, strict=True):
        kinds = [number_at(marks, f"{kind}.{t}") for kind in ("pepper", "cloves", "saffron", "tea")]
        more = sum(other > most for other in ships)
        fleet = [12, 7, 3][more] if most and more < 3 else 0
        worth = sum(min(count, 6) * (min(count, 6) + 1) // 2 for count in kinds) + 7 * min(kinds)
        totals.append(number_at(marks, f"coins.{t}") // 3 + worth + fleet + fewest - 2 * debts[t - 1])
    return totals


def new_land(marks: Marks) -> Totals:
    """Return the total of new-land. Rows two, four and six are half a hex to the right."""
    hexes = [(row, place) for row in range(1, 7) for place in range(1, 8)]
    villages = {at for at in hexes if "circled" in str(marks.get("hex.{}.{}".format(*at)))}
    forests = {at for at in hexes if "crossed" in str(marks.get("hex.{}.{}".format(*at)))}

    def neighbours(row: int, place: int) -> set[tuple[int, int]]:
        left = place - row % 2
        diagonal = {(other, left + side) for other in (row - 1, row + 1) for side in (0, 1)}
        return {(row, place - 1), (row, place + 1), *diagonal}

    beside = sum(not forests.isdisjoint(neighbours(*at)) for at in villages)
    regions = [
        ["PPPWWEE", "PPWWWEE", "PPAWWEE", "AAARWEE", "AAARRRR", "AARRRRR"][r - 1][p - 1] for r, p in hexes
    ]
    equal = 0
    for region in "PWEAR":
        inside = {at for at, of in zip(hexes, regions, strict=True) if of == region}
        equal += 0 < len(villages & inside) == len(forests & inside)
    towns = sum(size >= 2 for size in group_sizes(villages, neighbours))
    return [2 * beside + max(group_sizes(forests, neighbours), default=0) + 3 * towns + 5 * equal]


def valley_railway(marks: Marks) -> Totals:
    tracks = [field.split(".")[1].split("-") for field in marks if field.startswith("track.")]
    ends: dict[str, set[str]] = {}
    for one, other in tracks:
        ends.setdefault(one, set()).add(other)
        ends.setdefault(other, set()).add(one)
    nets: list[set[str]] = []
    for place in ends:
        if not any(place in net for net in nets):
            net, edge = set(), {place}
            while edge:
                net |= edge
                edge = {near for at in edge for near in ends[at]} - net
            nets.append(net)
    joined = max((len(net & set("ABCDEF")) for net in nets), default=0)
    hills = [["2", "3"], ["3", "7"], ["4", "8"], ["5", "8"], ["6", "9"]]
    stations = sum(
        people
        for n, people in enumerate([2, 1, 3, 4, 2, 3, 2, 2, 3, 1], 1)
        if marks.get(f"place.{n}") == "circled"
    )
    first = sum(marks.get(f"place.{letter}") == "circled" for letter in "ABCDEF")
    gates = [0, 0, 4, 9, 15, 22, 30][joined]
    return [gates + longest_line(tracks) + 2 * sum(each in hills for each in tracks) + stations + 2 * first]


def longest_line(tracks: list[list[str]]) -> int:
    """Return the length of the longest path that uses no track twice."""

    def onward(at: str, left: list[list[str]]) -> int:
        return max(
            (
                1 + onward(there, [other for other in left if other is not track])
                for track in left
                for here, there in (track, track[::-1])
                if here == at
            ),
            default=0,
        )

    return max((onward(place, tracks) for track in tracks for place in track), default=0)


def group_sizes(places: set[Place], neighbours: Callable[..., set[Place]]) -> list[int]:
    """Return the number of places in each group of neighbours."""
    left, lengths = set(places), []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {near for at in edge for near in neighbours(*at)} & left
            left -= edge
        lengths.append(len(group))
    return lengths


INDEPENDENT: dict[str, Callable[[Marks], Totals]] = {
    "five-dice": five_dice,
    "four-rows": four_rows,
    "island": island,
    "linked-grid": linked_grid,
    "long-hike": long_hike,
    "new-land": new_land,
    "quiz-night": quiz_night,
    "skittles": skittles,
    "spice-coast": spice_coast,
    "valley-railway": valley_railway,
}


def random_marks(fields: list[Field], rng: np.random.Generator) -> dict[str, Mark]:
    """Return random marks for some fields. Links are rare, because the longest line is searched exhaustively."""
    share = rng.random()
    marks: dict[str, Mark] = {}
    for field in fields:
        if rng.random() < (share / 3 if field.kind == "link" else share):
            if field.kind == "box":
                least, greatest = map(int, field.accepts)
                marks[field.id] = int(rng.integers(least, greatest + 1))
            else:
                marks[field.id] = field.accepts[int(rng.integers(len(field.accepts)))]
    return marks


def test_every_example_has_an_independent_score() -> None:
    assert sorted(INDEPENDENT) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_templates_are_short_and_sound(name: str) -> None:
    assert len((EXAMPLES / name / f"{name}.sheet").read_text(encoding="utf-8").splitlines()) <= LONGEST
    assert lint(sheet_of(name)) == []


@pytest.mark.parametrize("fillings", [60, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", NAMES)
def test_random_marks_score_as_in_plain_python(name: str, fillings: int) -> None:
    sheet, rng = sheet_of(name), np.random.default_rng(17)
    summed = {line.box for line in sheet.scores}
    fields = [field for field in sheet.fields if field.kind != "text" and field.id not in summed]
    game = Table(None, 1)
    for _ in range(fillings):
        marks = random_marks(fields, rng)
        score = ruleset_of(sheet).score([Record.on(sheet, game, 1, marks)])
        assert [player.total for player in score.players] == INDEPENDENT[name](marks)


@pytest.mark.parametrize("name", NAMES)
def test_example_photos_match_their_record(name: str) -> None:
    folder = EXAMPLES / name
    sheet = sheet_of(name)
    options = ReaderSetup(Catalog((sheet,)))
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
    assert not any(doubt.matters for doubt in seen.doubts)
    assert contradictions_on(sheet, record.marks) == []
    score = json.loads((folder / "score.json").read_bytes())
    assert [player.total for player in ruleset_of(sheet).score([record]).players] == [
        player["total"] for player in score["players"]
    ]


def test_sheets_lists_the_abilities_of_each_sheet(fairsheet: Fairsheet) -> None:
    listed = fairsheet("sheets", EXAMPLES / "island" / "island.sheet", "--json").json["sheets"]
    can = {entry["sheet"]: entry["can"] for entry in listed}
    assert all(re.fullmatch("[0-9a-f]{8}", entry["layout"]) for entry in listed)
    assert can["battle"] == ["deal", "play", "prove", "score"]
    assert can["island"] == ["check", "score"]
