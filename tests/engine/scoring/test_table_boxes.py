from __future__ import annotations

import random

import pytest

from fairsheet.engine.scoring.score import boxes_of_table
from fairsheet.engine.scoring.table_boxes import NO_SUCH_PLACE, likely_numbers
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place

RANKED = """
sheet ranked "Ranked"
box number      from: 0 to: 30 at: 20, 30
box score.place from: 0 to: 30 at: 40, 30
score score.place is: {function}(number, 9, 6, 2)
"""


def ranked_sheet(function: str) -> Sheet:
    return place(parse(RANKED.format(function=function), "ranked.sheet")).sheet


@pytest.mark.parametrize("function", ["ranked", "ranked-skipping", "ranked-dividing"])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_points_of_every_place_are_likely(function: str, players: int) -> None:
    sheet, rng = ranked_sheet(function), random.Random(players)
    likely = likely_numbers(sheet, players)
    for _ in range(50):
        table: dict[int, dict[str, Mark]] = {
            seat: {"number": rng.randint(0, 4)} for seat in range(1, players + 1)
        }
        for seat, boxes in boxes_of_table(sheet, table, players).items():
            assert likely(table[seat])["score.place"](boxes["score.place"]) == 1


def test_points_that_no_place_has_are_unlikely() -> None:
    likely = likely_numbers(ranked_sheet("ranked"), 2)
    assert [likely({"number": 3})["score.place"](points) for points in (9, 6, 2, 0)] == [
        1, 1, NO_SUCH_PLACE, NO_SUCH_PLACE,
    ]  # fmt: skip
    assert [likely({})["score.place"](points) for points in (9, 0)] == [NO_SUCH_PLACE, 1]


def test_solo_player_has_a_rival() -> None:
    likely = likely_numbers(ranked_sheet("ranked"), 1)({"number": 3})["score.place"]
    assert [likely(points) for points in (9, 6, 2)] == [1, 1, NO_SUCH_PLACE]


def test_contribution_of_the_next_sheet_is_estimated_from_this_one() -> None:
    sheet, box = load_sheet("battle"), "far-score.total"
    likely = likely_numbers(sheet, 3)
    (game,) = simulate(sheet, "otter", 3, policy="greedy")
    table = {record.seat: record.marks for record in game.records}
    for seat, boxes in boxes_of_table(sheet, table, 3).items():
        odds = likely(table[seat])[box]
        assert odds(boxes[box]) > 0.1 > odds(boxes[box] + 100)
