from __future__ import annotations

import pytest
from msgspec import structs

from fairsheet.engine.scoring.score import boxes_of_table
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.tables.context import confirmed_by_table
from fairsheet.vision.readings.reading import Doubt, PhotoReading, SheetReading

BOX = "far-score.total"
SHEET = load_sheet("battle")
ELSEWHERE = "planet-1.1"


def table(players: int = 3) -> list[SheetReading]:
    """The sheets of a game, whose totals are right and in doubt, and so is a field that they do not count."""
    (game,) = simulate(SHEET, "otter", players, policy="random")
    boxes = boxes_of_table(SHEET, {record.seat: record.marks for record in game.records}, players)
    return [
        SheetReading(
            SHEET,
            Label("battle", SHEET.fingerprint, "otter", players, record.seat, player=f"Player {record.seat}"),
            None,
            {**record.marks, BOX: boxes[record.seat][BOX]},
            (doubt(BOX), doubt(ELSEWHERE)),
        )
        for record in game.records
    ]


def doubt(field: str) -> Doubt:
    return Doubt(field, (), None, "hard to tell")


def left(sheets: list[SheetReading]) -> list[list[str]]:
    photos = confirmed_by_table(
        [PhotoReading(f"{seat}.jpg", (sheet,)) for seat, sheet in enumerate(sheets, 1)]
    )
    return [[doubt.field for doubt in photo.sheets[0].doubts] for photo in photos]


@pytest.mark.parametrize("players", [2, 3])
def test_what_the_sheets_of_a_table_make_is_no_doubt(players: int) -> None:
    assert left(table(players)) == [[ELSEWHERE]] * players


def test_another_number_stays_in_doubt() -> None:
    sheets = table()
    total = sheets[1].marks[BOX]
    assert isinstance(total, int)
    sheets[1] = structs.replace(sheets[1], marks={**sheets[1].marks, BOX: total + 40})
    assert left(sheets) == [[ELSEWHERE], [BOX, ELSEWHERE], [ELSEWHERE]]


@pytest.mark.parametrize(
    ("seat", "field", "in_doubt"),
    [(2, "near-water.1", [1]), (2, "far-water.1", [2]), (1, "near-score.water", [3]), (3, "flag.5-far", [3])],
    ids=["the next sheet", "the sheet itself", "a box between, of the first sheet", "what a count counts"],
)
def test_what_is_computed_from_marks_in_doubt_stays_in_doubt(
    seat: int, field: str, in_doubt: list[int]
) -> None:
    sheets = [
        structs.replace(each, doubts=(doubt(BOX), doubt(field)) if each.label.seat == seat else (doubt(BOX),))
        for each in table()
    ]
    assert [number for number, fields in enumerate(left(sheets), 1) if BOX in fields] == in_doubt


def test_points_for_a_place_stay_in_doubt_since_there_are_so_few() -> None:
    (game,) = simulate(load_sheet("colony"), "otter", 3, policy="random")
    sheet, box = load_sheet("colony"), "score.astronauts"
    boxes = boxes_of_table(sheet, {record.seat: record.marks for record in game.records}, 3)
    sheets = [
        SheetReading(
            sheet,
            Label("colony", sheet.fingerprint, "otter", 3, record.seat),
            None,
            {**record.marks, box: boxes[record.seat][box]},
            (doubt(box),),
        )
        for record in game.records
    ]
    assert left(sheets) == [[box]] * 3


@pytest.mark.parametrize("change", ["a sheet is missing", "a sheet was seen twice"])
def test_tables_that_are_not_whole_tell_nothing(change: str) -> None:
    sheets = table()
    sheets = sheets[:2] if "missing" in change else [*sheets, sheets[0]]
    assert all(BOX in fields for fields in left(sheets))
