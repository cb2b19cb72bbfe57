"""Verdicts on tables of battle: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.battle._rules import Battle
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.tables import changed, game_of_bots, judged, words

SHEET = load_sheet("battle")
GAME = Battle(SHEET)


@pytest.mark.parametrize(("policy", "players"), [("random", 2), ("reluctant", 3), ("greedy", 6)])
def test_a_table_of_bots_is_legal_and_its_histories_replay(policy: str, players: int) -> None:
    assert words(judged(game_of_bots("battle", "honest", policy, players).records)) == {"legal"}


def test_a_sheet_without_the_others_is_legal() -> None:
    assert words(judged([game_of_bots("battle", "absent", "random", 3).records[1]])) == {"legal"}


def test_a_forgotten_ring_is_no_crime() -> None:
    first, second = game_of_bots("battle", "honest", "random").records
    ring = next(field for field in first.marks if field.startswith("ring"))
    assert words(judged([changed(first, {ring: None}), second])) == {"legal"}


def test_blank_sheets_are_legal() -> None:
    records = tuple(replace(each, marks={}) for each in game_of_bots("battle", "honest", "random").records)
    assert words(judged(records, 30)) == {"legal"}


def test_another_sign_on_one_of_the_own_sheets_is_told() -> None:
    """Each sheet alone is fine, together they are not."""
    first, second = game_of_bots("battle", "honest", "random").records
    near, far = second.marks["sign.near"], second.marks["sign.far"]
    third = next(sign for sign in ("circle", "cross", "triangle") if sign not in (near, far))
    swapped = changed(second, {field: third for field, mark in second.marks.items() if mark == near})
    verdicts = judged([first, swapped], 60)
    assert words(verdicts) == {"illegal"}
    why = [found.why for each in verdicts.values() for found in each.contradiction]
    assert any("same sign on both sheets" in each for each in why)


def test_a_mission_for_its_later_value_needs_a_first_one() -> None:
    first, second = game_of_bots("battle", "honest", "greedy").records
    dealt = deal(SHEET, "honest", 2)
    letter = next(each for each in "abc" if f"mission.{each}" in first.marks)
    card = SHEET.mission[dealt.missions[letter.upper()]]
    records = [changed(each, {f"mission.{letter}": card.later}) for each in (first, second)]
    records = [
        each if f"mission.{letter}" in old.marks else old
        for each, old in zip(records, (first, second), strict=True)
    ]
    verdicts = words(judged(records, 60))
    assert "illegal" in verdicts and "legal" not in verdicts


def test_single_marks_changed_are_never_called_legal_without_a_history() -> None:
    first, second = game_of_bots("battle", "tamper", "random").records
    changes: list[dict[str, Mark | None]] = [
        {"near-plant.1": None if "near-plant.1" in first.marks else "crossed"},
        {"near-error.1": None if "near-error.1" in first.marks else "crossed"},
        {"moon.3-1": None if "moon.3-1" in first.marks else first.marks["sign.near"]},
        {"near-astronaut.6": "circled"},
        {"near-astronaut.6": "circled+crossed"},
        {"planet-plant.7-2": None if "planet-plant.7-2" in first.marks else "crossed"},
        {"mission.b": None if "mission.b" in first.marks else 9},
    ]
    for change in changes:
        verdicts = judged([changed(first, change), second], 20)
        assert words(verdicts) == {"legal"} or verdicts[1].verdict != "legal", change
