"""The summands of a total add up to it, on every sheet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import fairsheet
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.options.recorded_evenings import records_of_table
from tests.engine.recorded.test_missing_marks import ROWS

DESIGNED = Path(__file__).parents[2] / "data/designed"


def check(records: Sequence[fairsheet.Record], *sheets: fairsheet.Sheet) -> None:
    score, summands = fairsheet.score(records, sheets=sheets), fairsheet.summands(records, sheets=sheets)
    players = [each for each in score.players if each.seat]
    assert {each.seat: each.total for each in players} == {
        seat: sum(numbers.values()) for seat, numbers in summands.items()
    }
    for each in players:
        numbers = summands[each.seat]
        assert not any(box.endswith("total") for box in numbers), "the rest of a total that was not explained"
        assert {box: abs(numbers[box]) for box in each.parts if box in numbers} == {
            box: abs(points) for box, points in each.parts.items() if box in numbers
        }


@pytest.mark.parametrize("sheet", SCENARIOS)
def test_summands_of_a_scenario(sheet: str) -> None:
    for players, solo, policy in ((2, None, "greedy"), (3, None, "random"), (1, 4, "random")):
        (played,) = fairsheet.simulate(sheet, seed="sum", players=players, solo=solo, policy=policy)
        check(played.records)


@pytest.mark.parametrize(("sheet", "players", "options", "row"), ROWS, ids=[row[0] for row in ROWS])
def test_summands_of_a_recorded_game(sheet: str, players: int, options: dict[str, str], row: str) -> None:
    table = fairsheet.Table("sum", players, options=options)
    check(records_of_table(fairsheet.load_sheet(sheet), table))


@pytest.mark.parametrize("name", ["farm", "harbour", "island"])
def test_bots_play_on_custom_sheets(name: str) -> None:
    sheet = fairsheet.load_sheet(DESIGNED / f"{name}.sheet")
    calls: list[tuple[str, int, int]] = []
    first, other = fairsheet.simulate(
        sheet, seed="sum", players=2, games=2, policy="random", progress=lambda *call: calls.append(call)
    )
    assert first.histories == {} and first.records != other.records
    assert calls == [("playing", 1, 2), ("playing", 2, 2)]
    check(first.records, sheet)
    simulate: Any = fairsheet.simulate
    for wrong in ({"policy": "keen"}, {"players": 9}, {"solo": 2, "players": 1}):
        with pytest.raises(fairsheet.FairsheetError) as caught:
            simulate(sheet, **{"seed": "sum", "players": 2, **wrong})
        assert caught.value.where == next(iter(wrong)) and caught.value.hint


@pytest.mark.parametrize("records", [5, [], ["record"]])
def test_other_things_than_records_are_errors(records: Any) -> None:
    for function in (fairsheet.summands, fairsheet.score, fairsheet.Game.from_records):
        with pytest.raises(fairsheet.FairsheetError) as caught:
            function(records)
        assert caught.value.where == "records" and caught.value.hint


def test_a_written_total_explains_itself() -> None:
    sheet = fairsheet.load_sheet("gaia-record")
    first, *others = records_of_table(sheet, fairsheet.Table("sum", 2))
    numbers = fairsheet.summands([replace(first, marks={"score.total": 77}), *others])[1]
    assert {box: points for box, points in numbers.items() if points} == {"total": 77}
