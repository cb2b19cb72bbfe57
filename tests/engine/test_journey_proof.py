"""Verdicts on tables of journey: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

from engine.games.journey.rules import Journey
from sheets.library import load_sheet
from tests.engine.tables import changed, game_of_bots, judged, named, words

SHEET = load_sheet("journey")
GAME = Journey(SHEET)


def test_a_table_of_bots_is_legal_and_its_histories_replay() -> None:
    assert words(judged(game_of_bots("journey", "honest", "random").records)) == {"legal"}


def test_a_sheet_without_the_others_is_legal() -> None:
    assert words(judged([game_of_bots("journey", "absent", "random").records[1]])) == {"legal"}


def test_players_of_one_table_have_had_as_many_turns() -> None:
    first, second = game_of_bots("journey", "honest", "random").records
    slot = next(
        field
        for field, mark in second.marks.items()
        if field.startswith("trajectory.") and isinstance(mark, int)
    )
    tanks = [field for field in second.marks if field.startswith("tank.")]
    fewer = changed(second, dict.fromkeys([slot, *tanks]))
    assert "illegal" in words(judged([first, fewer], 60))


def test_a_multiplier_lost_to_nobody_is_illegal() -> None:
    first, second = game_of_bots("journey", "honest", "random").records
    high = next(
        f"multiplier.{n}-high"
        for n in range(1, 5)
        if f"multiplier.{n}-high" not in first.marks and f"multiplier.{n}-high" not in second.marks
    )
    verdicts = judged([changed(each, {high: "crossed"}) for each in (first, second)], 60)
    assert words(verdicts) == {"illegal"} and high in named(verdicts)
