from __future__ import annotations

import pytest
from msgspec import structs

from engine.score import boxes_of_table
from engine.simulate import simulate
from fairsheet.told_by_table import told_by_table
from sheets.label import Label
from sheets.library import load_sheet
from vision.reading import Doubt, PhotoReading, SheetReading

BOX = "far-score.total"
SHEET = load_sheet("battle")


def table() -> list[SheetReading]:
    """The sheets of a game, whose totals are right and in doubt, and so is an icon."""
    (game,) = simulate(SHEET, "otter", 3, policy="random")
    boxes = boxes_of_table(SHEET, {record.seat: record.marks for record in game.records}, 3)
    return [
        SheetReading(
            SHEET,
            Label("battle", SHEET.fingerprint, "otter", 3, record.seat),
            None,
            {**record.marks, BOX: boxes[record.seat][BOX]},
            (doubt(BOX), doubt("near-plant.1")),
        )
        for record in game.records
    ]


def doubt(field: str) -> Doubt:
    return Doubt(field, (), None, "hard to tell")


def left(sheets: list[SheetReading]) -> list[list[str]]:
    photos = told_by_table([PhotoReading(f"{seat}.jpg", (sheet,)) for seat, sheet in enumerate(sheets, 1)])
    return [[doubt.field for doubt in photo.sheets[0].doubts] for photo in photos]


def test_what_the_sheets_of_a_table_make_is_no_doubt() -> None:
    assert left(table()) == [["near-plant.1"]] * 3


def test_another_number_stays_in_doubt() -> None:
    sheets = table()
    total = sheets[1].marks[BOX]
    assert isinstance(total, int)
    sheets[1] = structs.replace(sheets[1], marks={**sheets[1].marks, BOX: total + 40})
    assert left(sheets) == [["near-plant.1"], [BOX, "near-plant.1"], ["near-plant.1"]]


@pytest.mark.parametrize("change", ["a sheet is missing", "a sheet was seen twice"])
def test_tables_that_are_not_whole_tell_nothing(change: str) -> None:
    sheets = table()
    sheets = sheets[:2] if "missing" in change else [*sheets, sheets[0]]
    assert all(BOX in fields for fields in left(sheets))
