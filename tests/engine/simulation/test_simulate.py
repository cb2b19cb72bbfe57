from __future__ import annotations

import json

import pytest

from fairsheet.engine.records.record import read_record, write_record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError


def test_every_game_has_its_own_seed_in_its_records(sheet: Sheet) -> None:
    games = list(simulate(sheet, "contract-1", 3, games=3, policy="random"))
    assert [game.seed for game in games] == ["contract-1", "contract-1-2", "contract-1-3"]
    for game in games:
        assert [record.seat for record in game.records] == list(game.histories) == [1, 2, 3]
        for record in game.records:
            assert read_record(write_record(record), "seat.json") == (sheet, record)
            assert record.game.seed == game.seed


def test_later_games_can_be_played_alone(sheet: Sheet) -> None:
    *_, third = simulate(sheet, "many", 2, games=3)
    (alone,) = simulate(sheet, "many-3", 2)
    assert third == alone


def test_history_has_each_mark_once_and_no_arithmetic(sheet: Sheet) -> None:
    (played,) = simulate(sheet, "once", 3)
    for record in played.records:
        ink = [each for turn in played.histories[record.seat] for each in turn.ink]
        boxes = {field.id for field in sheet.fields if field.kind == "box"}
        assert {each.field for each in ink} == set(record.marks) - boxes
        both = {field for field, mark in record.marks.items() if mark == "circled+crossed"}
        assert len(ink) == len(set(record.marks) - boxes) + len(both)


@pytest.mark.parametrize(
    ("seed", "players", "games", "policy", "word"),
    [
        ("", 2, 1, "greedy", "1 to 64"),
        ("x" * 64, 2, 2, "greedy", "not 66"),
        ("x", 7, 1, "greedy", "7 players"),
        ("x", 2, 1, "wise", "random, greedy, reluctant"),
    ],
)
def test_bad_requests_are_refused_before_any_game(
    sheet: Sheet, seed: str, players: int, games: int, policy: str, word: str
) -> None:
    with pytest.raises(FairsheetError, match=word):
        next(simulate(sheet, seed, players, games, policy))


def test_records_are_stable_json(sheet: Sheet) -> None:
    (played,), (again,) = simulate(sheet, "stable", 2), simulate(sheet, "stable", 2)
    first, second = (write_record(each.records[0]) for each in (played, again))
    assert first == second
    assert json.loads(first)["player"] == "Bot 1"
