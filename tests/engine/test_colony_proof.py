"""Verdicts on tables of colony: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from engine.deal import deal
from engine.games.colony.rules import Colony
from engine.ink import Mark
from engine.proof.verdict import SheetVerdict
from engine.proof.verify import verify_table
from engine.record import Record
from engine.replay import replay
from engine.score import without_sums
from engine.shuffle import Stream
from engine.simulate import Played, simulate
from sheets.library import load_sheet

SHEET = load_sheet("colony")
GAME = Colony(SHEET)


@cache
def play(seed: str, policy: str, players: int) -> Played:
    (played,) = simulate(SHEET, seed, players, 1, policy)
    return played


def table(seed: str, policy: str, players: int = 2, turns: int | None = None) -> tuple[Record, ...]:
    """The sheets of a game of bots, after so many turns or at its end."""
    played = play(seed, policy, players)
    if turns is None:
        return played.records
    return tuple(
        replace(
            each,
            marks={ink.field: ink.mark for turn in played.histories[each.seat][:turns] for ink in turn.ink},
        )
        for each in played.records
    )


def changed(record: Record, **marks: Mark | None) -> Record:
    """The record with some marks changed, those that are None erased. Dots of ids are written as __."""
    new = {**record.marks, **{field.replace("__", "."): mark for field, mark in marks.items()}}
    return replace(record, marks={field: mark for field, mark in new.items() if mark is not None})


def replays(records: Sequence[Record], verdicts: Sequence[SheetVerdict]) -> bool:
    """Whether the histories of a whole table that is legal lead to its ink."""
    histories = {each.seat: each.history for each in verdicts if each.history is not None}
    final = replay(GAME, deal(SHEET, str(records[0].game.seed), len(records)), histories)
    return all(dict(GAME.marks(final, each.seat)) == without_sums(SHEET, each.marks) for each in records)


@pytest.mark.parametrize(
    ("policy", "players"), [("random", 4), ("greedy", 2), ("reluctant", 2), ("casual", 3)]
)
def test_tables_of_bots_are_legal_and_their_histories_replay(policy: str, players: int) -> None:
    records = table("honest", policy, players)
    verdicts = verify_table(records, 120).sheets
    assert {each.verdict for each in verdicts} == {"legal"}
    assert replays(records, verdicts)


def test_a_sheet_without_the_others_is_legal() -> None:
    assert verify_table([table("honest", "greedy")[1]], 120).sheets[0].verdict == "legal"


def test_a_table_with_real_cards_is_legal_too() -> None:
    records = [
        replace(each, game=replace(each.game, seed=None, missions=None))
        for each in table("honest", "casual", turns=6)
    ]
    assert {each.verdict for each in verify_table(records, 120).sheets} == {"legal"}


def test_every_mark_changed_alone_is_judged_with_a_proof() -> None:
    records = table("one mark", "casual", turns=8)
    stream = Stream("one mark", "tamper")
    fields = [field for field in SHEET.fields if field.kind in ("slot", "icon", "link")]
    for _ in range(20):
        field = stream.choice(fields)
        mark = stream.choice(
            [mark for mark in (None, *field.accepts) if mark != records[0].marks.get(field.id)]
        )
        wrong = [changed(records[0], **{field.id: mark}), *records[1:]]
        verdicts = verify_table(wrong, 20).sheets
        legal = all(each.verdict == "legal" for each in verdicts)
        assert not legal or replays(wrong, verdicts), (field.id, mark)
        told = [each.contradiction for each in verdicts if each.verdict == "illegal"]
        assert legal or any(told) or any(each.verdict == "undecided" for each in verdicts), (field.id, mark)


def verdict_words(records: Sequence[Record]) -> tuple[set[str], set[str]]:
    """The verdicts, and all fields that contradictions name."""
    verdicts = verify_table(records, 60).sheets
    named = {field for each in verdicts for found in each.contradiction for field in found.fields}
    return {each.verdict for each in verdicts}, named


def test_a_bonus_lost_to_nobody_is_illegal() -> None:
    high = "quarter-bonus.se-high"
    records = table("honest", "random")
    assert not any(high in each.marks for each in records)
    verdicts, named = verdict_words([changed(each, **{high: "crossed"}) for each in records])
    assert verdicts == {"illegal"} and high in named


def test_players_of_one_table_have_had_as_many_turns() -> None:
    first, second = table("honest", "random")
    verdicts, named = verdict_words([first, changed(second, error__3=None)])
    assert "illegal" in verdicts and named


def test_every_tunnel_needs_a_robot_of_its_own_turn() -> None:
    first, second = table("honest", "casual", turns=8)
    offers = [{offer.action for offer in deal(SHEET, "honest", 2).offers(turn)} for turn in range(1, 9)]
    robots, numbers = sum("robot" in actions for actions in offers), 8
    marks: dict[str, Mark] = {k: v for k, v in first.marks.items() if k.startswith(("building", "error"))}
    marks.update({k: v for k, v in first.marks.items() if k.startswith(("antenna", "astronaut", "planning"))})
    while sum(field.startswith("tunnel") for field in marks) <= robots:
        marks[GAME.facts.network.open_tunnels(marks)[0]] = "drawn"
    assert robots < numbers
    for place, antennas in GAME.facts.antennas_at.items():
        if GAME.facts.is_filled(place, marks) and place in GAME.facts.network.reached(marks):
            marks.update(dict.fromkeys(antennas, "circled"))
    verdicts, named = verdict_words([replace(first, marks=marks), second])
    assert "illegal" in verdicts and any(field.startswith("tunnel") for field in named)


def test_two_who_claim_that_they_were_later_had_somebody_before_them() -> None:
    missions = deal(SHEET, "honest", 2).missions
    history = play("honest", "greedy", 2).histories
    turn, box = min(
        (turn.turn, ink.field)
        for turns in history.values()
        for turn in turns
        for ink in turn.ink
        if ink.by == "mission"
    )
    records = table("honest", "greedy", turns=turn)
    later = SHEET.mission[missions[box.removeprefix("mission.").upper()]].later
    wrong = [changed(each, **{box: later}) if box in each.marks else each for each in records]
    verdicts, named = verdict_words(wrong)
    assert "illegal" in verdicts and box in named
