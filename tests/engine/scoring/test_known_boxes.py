from __future__ import annotations

import random
from collections import UserDict

import pytest

from fairsheet.engine.scoring.known_boxes import boxes_fed, known_boxes
from fairsheet.engine.scoring.score import formulas_of_boxes
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet, sheet_names
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place


class Watched(UserDict[str, Mark]):
    """Marks that record the fields that formulas look up; formulas never iterate over marks."""

    def __init__(self, marks: Marks) -> None:
        self.seen: set[str] = set()
        super().__init__(marks)

    def __getitem__(self, field: str) -> Mark:
        self.seen.add(field)
        return super().__getitem__(field)

    def __contains__(self, field: object) -> bool:
        self.seen.add(str(field))
        return super().__contains__(field)


def some_marks(sheet: Sheet, rng: random.Random) -> dict[str, Mark]:
    share = rng.choice((0.1, 0.5, 1.0))
    marks: dict[str, Mark] = {}
    for field in sheet.fields:
        if rng.random() < share:
            if field.accepts:
                marks[field.id] = rng.choice(field.accepts)
            elif field.kind == "box":
                marks[field.id] = rng.randint(*(field.bounds or (0, 99)))
    return marks


@pytest.mark.parametrize("name", sheet_names())
def test_box_looks_only_at_the_fields_that_feed_it(name: str) -> None:
    sheet, rng = load_sheet(name), random.Random(name)
    fed, fields = boxes_fed(sheet), sheet.field.keys()
    for _ in range(10):
        marks = some_marks(sheet, rng)
        for box, formula in formulas_of_boxes(sheet).items():
            watched = Watched(marks)
            formula(watched)
            assert {field for field in watched.seen & fields if box not in fed.get(field, ())} == set()


def test_box_without_an_entry_is_left_out_while_there_is_none() -> None:
    template = """
sheet quarry "The quarry"
box stones from: 0 to: 9 at: 10, 10
box score.total from: 0 to: 99 at: 10, 30
score score.total sign: "=" is: lookup(stones, 1, 10, 2, 30)
"""
    sheet = place(parse(template, "quarry.sheet")).sheet
    boxes = known_boxes(sheet, {})
    assert boxes({"stones": 1}) == {"score.total": 10}
    assert boxes({"stones": 3}) == {}
    assert boxes({"stones": 2}) == {"score.total": 30}
