"""Test numbers, actions, reactions and refusals of journey, one table at a time."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.journey._board import Board
from fairsheet.engine.games.journey._rules import Journey
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.by_hand import act, after, laid_out, number, offered

FULL = {f"trajectory.{slot}": "X" for slot in range(1, 37)}


@pytest.fixture(scope="module")
def journey() -> Journey:
    return Journey(load_sheet("journey"))


def with_wild(seat: int, kind: str, field: str, mark: Mark, wild: str = "wild.astronaut-1") -> Step:
    return Step(seat, kind, (Ink(wild, "crossed", "wild"), Ink(field, mark, "wild")))


def places(game: Journey, state: State) -> set[tuple[str, Mark, int]]:
    """Return slot, number and count of ink of every number that may be written."""
    return {
        (step.ink[-1].field, step.ink[-1].mark, len(step.ink))
        for step in game.legal_steps(state)
        if step.kind == "number"
    }


def slots(*numbers: int) -> set[str]:
    return {f"trajectory.{each}" for each in numbers}


@pytest.mark.parametrize(
    ("marks", "value", "expected"),
    [
        ({"trajectory.3": 8, "trajectory.6": 12}, 10, {4, 5}),
        ({"trajectory.3": 8, "trajectory.6": 12}, 8, set()),
        ({"trajectory.3": 8, "trajectory.5": "X", "trajectory.6": 12}, 10, {4}),
        ({"trajectory.2": 9, "cut.3": "drawn", "trajectory.36": 7}, 9, set()),
        ({"trajectory.2": 9, "cut.3": "drawn", "trajectory.6": 7}, 6, {1, 4, 5}),
        ({"trajectory.2": 9, "cut.3": "drawn", "cut.4": "drawn", "trajectory.5": 9}, 9, {4}),
    ],
)
def test_numbers_ascend_only_in_their_zone(
    journey: Journey, marks: Marks, value: int, expected: set[int]
) -> None:
    state = laid_out(journey, marks, offers=offered("robot", value=value))
    found = {slot for slot, mark, _ in places(journey, state) if mark == value}
    assert found == slots(*expected)


def test_pair_of_symbols_earns_a_wild_for_the_next_turn(journey: Journey) -> None:
    state = laid_out(journey, {"astronaut.1": "crossed"}, offers=offered("astronaut", "robot"))
    state = after(journey, state, number(1, "trajectory.9", 9))
    assert journey.marks(state, 1)["wild.astronaut-1"] == "circled"
    state = after(journey, state, number(1, "trajectory.5", 8), with_wild(1, "water", "tank.2", "circled"))
    assert journey.marks(state, 1)["wild.astronaut-1"] == "circled+crossed"
    assert [ink.by for ink in journey.history(state, 1)[1].ink] == ["number", "wild", "wild"]


def test_full_pair_of_energies_is_crossed_and_cuts_once(journey: Journey) -> None:
    state = laid_out(journey, {}, offers=offered("energy", "energy"))
    state = after(journey, state, number(1, "trajectory.2", 8), act(1, "energy", "energy.2", "circled"))
    assert {step.kind for step in journey.legal_steps(state)} == {"cut"}
    assert len(journey.legal_steps(state)) == 35
    with pytest.raises(IllegalStep):
        journey.play(state, Step(1, PASS))
    state = after(journey, state, act(1, "cut", "cut.2", "drawn"), number(1, "trajectory.3", 8))
    state = after(journey, state, act(1, "energy", "energy.3", "circled"))
    assert {k: v for k, v in journey.marks(state, 1).items() if k.startswith(("energy", "cut"))} == {
        "energy.1": "crossed",
        "energy.2": "circled+crossed",
        "cut.2": "drawn",
        "energy.3": "circled",
    }
    assert journey.turn(state) == 3


def test_printed_circled_energy_is_not_circled_again(journey: Journey) -> None:
    (printed,) = Board(journey.sheet).printed
    state = after(journey, laid_out(journey, {}, offers=offered("energy")), number(1, "trajectory.5", 8))
    with pytest.raises(IllegalStep):
        journey.play(state, act(1, "energy", printed, "circled"))
    assert journey.play(state, act(1, "energy", "energy.3", "circled"))  # any other energy is allowed


def test_plants_grow_in_the_zone_of_the_number(journey: Journey) -> None:
    state = laid_out(journey, {"cut.10": "drawn"}, offers=offered("plant"))
    near = after(journey, state, number(1, "trajectory.1", 8))
    assert {s.ink[0].field for s in journey.legal_steps(near) if s.ink} == {"plant.1-1"}
    far = after(journey, state, number(1, "trajectory.11", 8))
    assert {s.ink[0].field for s in journey.legal_steps(far) if s.ink} == {
        "plant.2-1",
        "plant.3-1",
        "plant.4-1",
    }
    journey.play(far, act(1, "plant", "plant.3-4", "circled"))  # an equal plant
    with pytest.raises(IllegalStep):
        journey.play(far, act(1, "plant", "plant.1-1", "circled"))


def test_seventh_x_crosses_nothing_and_a_symbol_pair_earns_a_wild(journey: Journey) -> None:
    for used, inked in (
        (1, ["planning.2", "wild.planning-1"]),
        (5, ["planning.6", "wild.planning-3"]),
        (6, []),
    ):
        sheet: dict[str, Mark] = {f"planning.{k}": "crossed" for k in range(1, used + 1)}
        sheet |= {f"wild.planning-{k}": "circled" for k in range(1, used // 2 + 1)}
        state = after(
            journey, laid_out(journey, sheet, offers=offered("planning")), number(1, "trajectory.9", 8)
        )
        state = after(journey, state, act(1, "planning", "trajectory.1", "X"))
        assert [ink.field for ink in journey.history(state, 1)[0].ink][2:] == inked


def test_robots_reach_any_station_and_plants_need_no_robots(journey: Journey) -> None:
    cut_off: dict[str, Mark] = {"cut.10": "drawn"}
    state = after(journey, laid_out(journey, cut_off, offers=offered("robot")), number(1, "trajectory.1", 8))
    assert {s.ink[0].field for s in journey.legal_steps(state) if s.ink} == {
        f"robot.{n}-1" for n in (1, 2, 3, 4)
    }
    full = cut_off | {f"plant.1-{k}": "circled" for k in range(1, 6)}
    state = after(journey, laid_out(journey, full, offers=offered("plant")), number(1, "trajectory.1", 8))
    assert journey.turn(state) == 2  # this zone has no station with a plant left


def test_surplus_energies_give_nothing(journey: Journey) -> None:
    spent: dict[str, Mark] = {f"energy.{k}": "circled+crossed" for k in range(2, 13)}
    spent |= {"energy.1": "crossed", **{f"cut.{k}": "drawn" for k in range(30, 36)}}
    state = after(journey, laid_out(journey, spent, offers=offered("energy")), number(1, "trajectory.1", 8))
    assert journey.turn(state) == 2
    blocked = {**spent, **{slot: mark for slot, mark in FULL.items() if slot != "trajectory.29"}}
    blocked["trajectory.30"] = 1
    state = laid_out(journey, blocked, offers=offered("energy"))
    state = after(journey, state, act(1, "error", "error.1", "crossed", "error"))
    assert [ink.field for ink in journey.history(state, 1)[0].ink] == ["error.1"]


def test_players_completing_a_station_together_get_high_multiplier(journey: Journey) -> None:
    ready: dict[str, Mark] = {"robot.1-1": "circled", "cut.20": "drawn"}
    state = laid_out(journey, ready, ready, ready, offers=offered("robot", "robot"))
    for seat in (1, 2):
        state = after(
            journey, state, number(seat, "trajectory.9", 8), act(seat, "robot", "robot.1-2", "circled")
        )
    state = after(journey, state, number(3, "trajectory.9", 8), Step(3, PASS))
    assert [journey.marks(state, seat).get("multiplier.1-high") for seat in (1, 2, 3)] == [
        "circled",
        "circled",
        "crossed",
    ]
    assert Ink("multiplier.1-high", "crossed", "race") in journey.history(state, 3)[0].ink
    for seat in (1, 2):
        state = after(journey, state, number(seat, "trajectory.30", 8))
        state = after(journey, state, Step(seat, PASS))
    state = after(journey, state, number(3, "trajectory.30", 8), act(3, "robot", "robot.1-2", "circled"))
    assert journey.marks(state, 3)["multiplier.1-low"] == "circled"


def test_errors_are_crossed_from_the_top_and_two_give_an_energy(journey: Journey) -> None:
    blocked: dict[str, Mark] = {**FULL, "trajectory.36": 1}
    del blocked["trajectory.35"]
    state = laid_out(journey, blocked, offers=offered("robot", "robot", "robot"))
    assert [step.kind for step in journey.legal_steps(state)] == ["error"]
    with pytest.raises(IllegalStep, match="not the next"):
        journey.play(state, act(1, "error", "error.2", "crossed", "error"))
    state = after(journey, state, act(1, "error", "error.1", "crossed", "error"))
    state = after(journey, state, act(1, "cut", "cut.1", "drawn", "error"))
    state = after(journey, state, act(1, "error", "error.2", "crossed", "error"))
    state = after(journey, state, act(1, "error", "error.3", "crossed", "error"))
    marks = journey.marks(state, 1)
    assert journey.to_move(state) is None
    assert [marks.get(f"energy.{k}") for k in range(1, 5)] == ["crossed", "circled+crossed", "circled", None]


def filled(*ranges: range) -> dict[str, Mark]:
    return {f"trajectory.{slot}": "X" for each in ranges for slot in each}


@pytest.mark.parametrize(
    ("card", "met", "missed"),
    [
        (
            "A1",
            {"multiplier.1-high": "circled", "multiplier.2-low": "circled", "multiplier.4-high": "circled"},
            {"multiplier.1-high": "circled", "multiplier.2-high": "crossed", "multiplier.4-high": "circled"},
        ),
        (
            "A2",
            {f"plant.{p}": "circled" for p in ("2-1", "2-2", "2-3", "4-1", "4-2", "4-3", "4-4")},
            {f"plant.{p}": "circled" for p in ("2-1", "2-2", "2-3", "1-1", "1-2", "1-3", "1-4")},
        ),
        (
            "B1",
            {**filled(range(1, 13)), "cut.6": "drawn", "cut.12": "drawn"},
            {**filled(range(1, 14)), "cut.6": "drawn", "cut.13": "drawn"},
        ),
        (
            "B2",
            {**filled(range(1, 7), range(31, 37)), "cut.6": "drawn", "cut.30": "drawn", "cut.32": "drawn"},
            {**filled(range(1, 7), range(31, 37)), "cut.6": "drawn", "cut.30": "drawn", "cut.33": "drawn"},
        ),
        (
            "C1",
            {f"tank.{k}": "circled" for k in (1, 3, 5, 7, 9, 11)},
            {f"tank.{k}": "circled" for k in (1, 3, 5, 7, 9)},
        ),
        (
            "C2",
            {f"tank.{k}": "circled" for k in (1, 6, 7, 8, 9)},
            {f"tank.{k}": "circled" for k in (1, 2, 3, 5, 6, 7)},
        ),
    ],
)
def test_missions_are_met_exactly_at_their_limits(
    journey: Journey, card: str, met: dict[str, Mark], missed: dict[str, Mark]
) -> None:
    assert journey.claims[card].is_met(met)
    assert not journey.claims[card].is_met(missed)
