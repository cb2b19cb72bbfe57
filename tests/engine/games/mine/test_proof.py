"""Verdicts on tables of mine: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import Offer, deal
from fairsheet.engine.games.mine._rules import Mine
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import laid_out, number
from tests.engine.tables import changed, game_of_bots, judged, named, words

SHEET = load_sheet("mine")
GAME = Mine(SHEET)


@pytest.fixture(scope="module")
def honest() -> tuple[Record, ...]:
    return game_of_bots("mine", "honest", "random").records


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_table_of_bots_is_legal_and_its_histories_replay(policy: str) -> None:
    assert words(judged(game_of_bots("mine", "honest", policy).records)) == {"legal"}


def test_a_sheet_without_the_others_is_legal(honest: Sequence[Record]) -> None:
    assert words(judged([honest[1]])) == {"legal"}


def test_without_a_seed_a_sheet_is_legal() -> None:
    record = game_of_bots("mine", "short", "random", 1).records[0]
    unknown = replace(record, game=replace(record.game, seed=None))
    assert words(judged([unknown])) == {"legal"}


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
    assert GAME.turn(state) == 18 and all(robot in marks for robot in GAME.board.robots)
    record = Record.on(load_sheet("mine"), Table(None, 1, None, {"A": "A1", "B": "B1", "C": "C1"}), 1, marks)
    assert words(judged([record])) == {"legal"}


def test_a_fill_bonus_lost_to_nobody_is_illegal(honest: Sequence[Record]) -> None:
    stars = [f"main-{kind}.fill-bonus" for kind in ("plant", "water", "pearl", "ruby")]
    free = next(star for star in stars if not any(star in each.marks for each in honest))
    verdicts = judged([changed(each, {free: "crossed"}) for each in honest], 60)
    assert words(verdicts) == {"illegal"} and free in named(verdicts)


def test_players_of_one_table_have_had_as_many_turns(honest: Sequence[Record]) -> None:
    first, second = honest
    alone = next(
        slot
        for slot in GAME.slots
        if isinstance(second.marks.get(slot), int)
        and slot not in GAME.board.mineral_in
        and not any(field in second.marks for field in GAME.board.around[slot])
        and GAME.board.column_of[slot].tower not in second.marks
    )
    assert "illegal" in words(judged([first, changed(second, {alone: None})], 60))


def test_a_plant_needs_a_plant_offer_for_its_own_number() -> None:
    game = game_of_bots("mine", "galleries", "random", 1)
    record, history = game.records[0], game.histories[1]
    offers = {turn.turn: deal(SHEET, "galleries", 1).offers(turn.turn) for turn in history}
    numbers = {ink.field: ink.mark for turn in history for ink in turn.ink if ink.by == "number"}
    planted = {offer.number for each in offers.values() for offer in each if offer.action == "plant"}
    plant = next(
        field
        for field, caves in GAME.board.beside.items()
        if GAME.board.kind_of[field] == "plant"
        and field not in record.marks
        and GAME.board.column_of[caves[0]].tower not in record.marks
        and any(cave in numbers for cave in caves)
        and not any(numbers.get(cave) in planted for cave in caves)
    )
    verdicts = judged([changed(record, {plant: "circled"})], 60)
    assert words(verdicts) == {"illegal"} and plant in named(verdicts)


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
    judged([changed(honest[0], change), honest[1]], 10)
