"""Verdicts on tables of battle: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from engine.deal import deal
from engine.games.battle.rules import Battle
from engine.ink import Mark
from engine.proof.verdict import Verdict
from engine.proof.verify import verify_table
from engine.record import Record
from engine.replay import replay
from engine.score import without_sums
from engine.simulate import simulate
from sheets.library import load_sheet

SHEET = load_sheet("battle")
GAME = Battle(SHEET)


def table(seed: str, policy: str, players: int = 2) -> tuple[Record, ...]:
    (played,) = simulate(SHEET, seed, players, 1, policy)
    return played.records


def changed(record: Record, marks: Mapping[str, Mark | None]) -> Record:
    left = {field: mark for field, mark in {**record.marks, **marks}.items() if mark is not None}
    return replace(record, marks=left)


def replays(records: tuple[Record, ...], verdict: Verdict) -> bool:
    """Whether the histories of a verdict lead to just these sheets."""
    histories = {each.seat: each.history for each in verdict.sheets if each.history is not None}
    final = replay(GAME, deal(SHEET, str(records[0].game.seed), len(records)), histories)
    return all(dict(GAME.marks(final, each.seat)) == without_sums(SHEET, each.marks) for each in records)


@pytest.mark.parametrize(("policy", "players"), [("random", 2), ("reluctant", 3), ("greedy", 6)])
def test_a_table_of_bots_is_legal_and_its_histories_replay(policy: str, players: int) -> None:
    records = table("honest", policy, players)
    verdict = verify_table(records, 120)
    assert {each.verdict for each in verdict.sheets} == {"legal"}
    assert replays(records, verdict)


def test_a_sheet_without_the_others_is_legal() -> None:
    assert verify_table([table("absent", "random", 3)[1]], 120).sheets[0].verdict == "legal"


def test_a_forgotten_ring_is_no_crime() -> None:
    first, second = table("honest", "random")
    ring = next(field for field in first.marks if field.startswith("ring"))
    records = changed(first, {ring: None}), second
    verdict = verify_table(records, 120)
    assert {each.verdict for each in verdict.sheets} == {"legal"}
    assert replays(records, verdict)


def test_blank_sheets_are_legal() -> None:
    records = tuple(replace(each, marks={}) for each in table("honest", "random"))
    assert {each.verdict for each in verify_table(records, 30).sheets} == {"legal"}


def test_another_sign_on_one_of_the_own_sheets_is_told() -> None:
    """Each sheet alone is fine, together they are not."""
    first, second = table("honest", "random")
    near, far = second.marks["sign.near"], second.marks["sign.far"]
    third = next(sign for sign in ("circle", "cross", "triangle") if sign not in (near, far))
    swapped = changed(second, {field: third for field, mark in second.marks.items() if mark == near})
    verdicts = verify_table([first, swapped], 60).sheets
    assert {each.verdict for each in verdicts} == {"illegal"}
    assert any("same sign on both sheets" in found.why for each in verdicts for found in each.contradiction)


def test_a_mission_for_its_later_value_needs_a_first_one() -> None:
    first, second = table("honest", "greedy")
    dealt = deal(SHEET, "honest", 2)
    letter = next(each for each in "abc" if f"mission.{each}" in first.marks)
    card = SHEET.mission[dealt.missions[letter.upper()]]
    records = [changed(each, {f"mission.{letter}": card.later}) for each in (first, second)]
    records = [
        each if f"mission.{letter}" in old.marks else old
        for each, old in zip(records, (first, second), strict=True)
    ]
    verdicts = verify_table(records, 60).sheets
    assert "illegal" in {each.verdict for each in verdicts} and "legal" not in {
        each.verdict for each in verdicts
    }


def test_single_marks_changed_are_never_called_legal_without_a_history() -> None:
    first, second = table("tamper", "random")
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
        records = changed(first, change), second
        verdict = verify_table(records, 20)
        outcomes = {each.seat: each.verdict for each in verdict.sheets}
        if set(outcomes.values()) == {"legal"}:
            assert replays(records, verdict), change
        else:
            assert outcomes[1] != "legal", change
            assert all(each.contradiction for each in verdict.sheets if each.verdict == "illegal")
