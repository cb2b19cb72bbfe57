"""Verdicts on tables of journey: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

from msgspec.structs import replace

from engine.deal import deal
from engine.games.journey.rules import Journey
from engine.proof.verify import verify_table
from engine.record import Record
from engine.replay import replay
from engine.score import without_sums
from engine.simulate import simulate
from sheets.library import load_sheet

SHEET = load_sheet("journey")
GAME = Journey(SHEET)


def table(seed: str, policy: str, players: int = 2) -> tuple[Record, ...]:
    (played,) = simulate(SHEET, seed, players, 1, policy)
    return played.records


def test_a_table_of_bots_is_legal_and_its_histories_replay() -> None:
    records = table("honest", "random")
    verdict = verify_table(records, 120)
    assert [each.verdict for each in verdict.sheets] == ["legal", "legal"]
    histories = {each.seat: each.history for each in verdict.sheets if each.history is not None}
    final = replay(GAME, deal(SHEET, "honest", 2), histories)
    for record in records:
        assert dict(GAME.marks(final, record.seat)) == without_sums(SHEET, record.marks)


def test_a_sheet_without_the_others_is_legal() -> None:
    assert verify_table([table("absent", "random")[1]], 120).sheets[0].verdict == "legal"


def test_players_of_one_table_have_had_as_many_turns() -> None:
    first, second = table("honest", "random")
    slot = next(
        field
        for field, mark in second.marks.items()
        if field.startswith("trajectory.") and isinstance(mark, int)
    )
    tanks = {field: mark for field, mark in second.marks.items() if field.startswith("tank.")}
    fewer = {field: mark for field, mark in second.marks.items() if field != slot and field not in tanks}
    verdicts = verify_table([first, replace(second, marks=fewer)], 60).sheets
    assert "illegal" in {each.verdict for each in verdicts}
    assert all(each.contradiction for each in verdicts if each.verdict == "illegal")


def test_a_multiplier_lost_to_nobody_is_illegal() -> None:
    first, second = table("honest", "random")
    high = next(
        f"multiplier.{n}-high"
        for n in range(1, 5)
        if f"multiplier.{n}-high" not in first.marks and f"multiplier.{n}-high" not in second.marks
    )
    lost = [replace(each, marks={**each.marks, high: "crossed"}) for each in (first, second)]
    verdicts = verify_table(lost, 60).sheets
    assert {each.verdict for each in verdicts} == {"illegal"}
    assert any(high in found.fields for each in verdicts for found in each.contradiction)
