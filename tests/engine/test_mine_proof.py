"""Verdicts on tables of mine: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from engine.deal import Offer, deal
from engine.games.mine.rules import Mine
from engine.ink import Mark
from engine.proof.verdict import SheetVerdict
from engine.proof.verify import verify_table
from engine.record import Record, Table
from engine.replay import replay
from engine.score import without_sums
from engine.simulate import Played, simulate
from sheets.library import load_sheet
from tests.engine.by_hand import laid_out, number

SHEET = load_sheet("mine")
GAME = Mine(SHEET)


def played(seed: str, policy: str, players: int = 2) -> Played:
    (game,) = simulate(SHEET, seed, players, 1, policy)
    return game


@pytest.fixture(scope="module")
def honest() -> tuple[Record, ...]:
    return played("honest", "random").records


def changed(record: Record, change: Mapping[str, Mark | None]) -> Record:
    """The record with marks changed; None takes one away."""
    marks = {field: mark for field, mark in {**record.marks, **change}.items() if mark is not None}
    return replace(record, marks=marks)


def check_histories(records: Sequence[Record], verdicts: Sequence[SheetVerdict]) -> None:
    """Histories of sheets that are called legal replay to just their ink."""
    histories = {each.seat: each.history for each in verdicts if each.history is not None}
    if len(histories) == len(records):
        final = replay(GAME, deal(SHEET, records[0].game.seed or "", len(records)), histories)
        for record in records:
            assert dict(GAME.marks(final, record.seat)) == without_sums(SHEET, record.marks)
    for each in verdicts:
        assert (each.verdict == "legal") == (each.history is not None)
        assert (each.verdict == "illegal") == bool(each.contradiction)


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_table_of_bots_is_legal_and_its_histories_replay(policy: str) -> None:
    records = played("honest", policy).records
    verdicts = verify_table(records, 120).sheets
    assert [each.verdict for each in verdicts] == ["legal", "legal"]
    check_histories(records, verdicts)


def test_a_sheet_without_the_others_is_legal(honest: Sequence[Record]) -> None:
    assert verify_table([honest[1]], 120).sheets[0].verdict == "legal"


def test_without_a_seed_a_sheet_is_legal() -> None:
    record = played("short", "random", 1).records[0]
    unknown = replace(record, game=replace(record.game, seed=None))
    assert verify_table([unknown], 120).sheets[0].verdict == "legal"


def test_fewer_robots_are_given_when_fewer_are_left() -> None:
    """Fifteen robots by actions, then two energies: only the last robot is left to be given."""
    actions = [*["robot"] * 15, "energy", "energy"]
    offers = [[Offer(turn % 12 + 1, action)] * 3 for turn, action in enumerate(actions)]
    state = laid_out(GAME, {}, offers=offers)
    for turn, action in enumerate(actions):
        state = GAME.play(state, number(1, f"level-{turn // 12 + 1}.{turn % 12 + 1}", turn % 12 + 1))
        wanted = "secondary-robot." if action == "energy" else ""
        steps = [
            step for step in GAME.legal_steps(state) if step.ink and step.ink[0].field.startswith(wanted)
        ]
        state = GAME.play(state, steps[0])
    state = GAME.play(state, GAME.legal_steps(state)[0])
    marks = dict(GAME.marks(state, 1))
    assert GAME.turn(state) == 18 and all(robot in marks for robot in GAME.facts.robots)
    record = Record("mine", Table(None, 1, None, {"A": "A1", "B": "B1", "C": "C1"}), 1, marks)
    assert verify_table([record], 120).sheets[0].verdict == "legal"


def test_a_fill_bonus_lost_to_nobody_is_illegal(honest: Sequence[Record]) -> None:
    stars = [f"main-{kind}.fill-bonus" for kind in ("plant", "water", "pearl", "ruby")]
    free = next(star for star in stars if not any(star in each.marks for each in honest))
    verdicts = verify_table([changed(each, {free: "crossed"}) for each in honest], 60).sheets
    assert {each.verdict for each in verdicts} == {"illegal"}
    assert any(free in found.fields for each in verdicts for found in each.contradiction)


def test_players_of_one_table_have_had_as_many_turns(honest: Sequence[Record]) -> None:
    first, second = honest
    alone = next(
        slot
        for slot in GAME.slots
        if isinstance(second.marks.get(slot), int)
        and slot not in GAME.facts.mineral_in
        and not any(field in second.marks for field in GAME.facts.around[slot])
        and GAME.facts.column_of[slot].tower not in second.marks
    )
    verdicts = verify_table([first, changed(second, {alone: None})], 60).sheets
    assert "illegal" in {each.verdict for each in verdicts}


def test_a_plant_needs_a_plant_offer_for_its_own_number() -> None:
    game = played("galleries", "random", 1)
    record, history = game.records[0], game.histories[1]
    offers = {turn.turn: deal(SHEET, "galleries", 1).offers(turn.turn) for turn in history}
    numbers = {ink.field: ink.mark for turn in history for ink in turn.ink if ink.by == "number"}
    planted = {offer.number for each in offers.values() for offer in each if offer.action == "plant"}
    plant = next(
        field
        for field, caves in GAME.facts.beside.items()
        if GAME.facts.kind_of[field] == "plant"
        and field not in record.marks
        and GAME.facts.column_of[caves[0]].tower not in record.marks
        and any(cave in numbers for cave in caves)
        and not any(numbers.get(cave) in planted for cave in caves)
    )
    (verdict,) = verify_table([changed(record, {plant: "circled"})], 60).sheets
    assert verdict.verdict == "illegal"
    assert any(plant in found.fields for found in verdict.contradiction)


CHANGES: list[Mapping[str, Mark | None]] = [
    {"main-astronaut.astronaut-7": "crossed"},
    {"main-plant.energy-1": "crossed"},
    {"secondary-water.robot-2": "crossed"},
    {"error.1": None},
    {"level-3.12": 15},
    {"level-2.11": None},
    {"mission.a": 4},
    {"mine-plant.g1-c3": "circled"},
    {"mine-water.g2-c10": None},
]


@pytest.mark.parametrize("change", CHANGES, ids=[str(*change) for change in CHANGES])
def test_a_changed_mark_is_legal_only_with_a_history_that_replays(
    honest: Sequence[Record], change: Mapping[str, Mark | None]
) -> None:
    records = [changed(honest[0], change), honest[1]]
    check_histories(records, verify_table(records, 10).sheets)
