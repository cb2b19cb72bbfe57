"""Verdicts on tables of battle: bots' games are legal, impossible ones are said, every history replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.battle._rules import Battle
from fairsheet.engine.games.battle.parts import moons
from fairsheet.engine.games.battle.parts.boxes import factors_in_time
from fairsheet.engine.games.battle.parts.proof_sheet import SideModel
from fairsheet.engine.play.number_board import ENERGY, PLANNING, ROBOT
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.timeline import Choice, Never
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.tables import changed, game_of_bots, judged, words

SHEET = load_sheet("battle")
GAME = Battle(SHEET)


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
    assert any("different signs on the two sheets" in each for each in why)


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


@pytest.mark.parametrize(
    ("boxes", "energies", "possible"),
    [
        ({"a": 1, "b": 2}, {1, 2, 3}, True),  # lost in turn 3: no box is left
        ({"a": 1, "b": 3}, {1, 2, 3}, False),
        ({"a": 1}, {1, 2}, False),
        ({"a": 1}, {1}, True),
        ({"a": 1, "b": 2}, {1}, False),
    ],
)
def test_an_energy_is_lost_only_where_no_value_of_a_colour_is_left(
    boxes: Mapping[str, int], energies: Set[int], possible: bool
) -> None:
    """By the turns in which boxes were crossed, and those of energies."""
    model, turns = Model(), (1, 2, 3)
    about: Any = SimpleNamespace(
        model=model,
        turns=turns,
        side=SimpleNamespace(name="near", factors={"green": SimpleNamespace(fields=("a", "b"))}),
        factors={box: Choice(model, [turn]) for box, turn in boxes.items()},
        acts={ENERGY: {turn: TRUE if turn in energies else FALSE for turn in turns}},
        rewards=lambda action, turn: [],
        name=lambda *fields: [(1, field) for field in fields],
    )
    factors_in_time(about)
    assert (Solver(model).solve(Budget(10)) == "solved") == possible


@pytest.mark.parametrize(
    ("asteroids", "bonus", "possible"),
    [
        (["asteroid.7"], True, True),
        (["asteroid.7"], False, False),  # by the robot of the action, when the flag was drawn
        (["asteroid.7", "asteroid.6"], True, True),
        (["asteroid.8", "asteroid.7"], True, False),  # the bonus took the one before
    ],
)
def test_the_moon_of_a_planet_that_is_just_full_is_signed_by_the_asteroid_of_the_bonus(
    asteroids: Sequence[str], bonus: bool, possible: bool
) -> None:
    """In turn 1, by the asteroids of the far side that were taken in it."""
    signed = ("moon.4-1", "moon.3-1")
    assert can_sign(signed, {"moon.4-1"}, asteroids, bonus) == possible


@pytest.mark.parametrize(
    ("free", "bonus", "possible"),
    [
        ("moon.4-1", True, False),  # it came before the flag
        ("moon.4-1", False, True),
        ("moon.3-1", False, False),
        ("", True, True),
    ],
)
def test_planning_of_an_asteroid_is_lost_only_where_no_spot_is_free(
    free: str, bonus: bool, possible: bool
) -> None:
    assert can_sign((), {*GAME.board.moons} - {free}, ["asteroid.7"], bonus) == possible


def can_sign(signed: Sequence[str], taken: Set[str], asteroids: Sequence[str], bonus: bool) -> bool:
    """Whether the far side can have signed these spots of moons, as planet 4 became full by a sign of its own."""
    model, board = Model(), GAME.board
    full = {planet: Never(model) for planet in board.planets} | {"planet.4": Choice(model, [1])}
    about: Any = SimpleNamespace(
        model=model,
        board=board,
        turns=[1],
        side=board.sides["far"],
        sheet=SimpleNamespace(full=full, taken=lambda moon, turn: TRUE if moon in taken else FALSE),
        marks={},
        moons={moon: Choice(model, [1]) for moon in signed},
        asteroids={asteroid: Choice(model, [1]) for asteroid in asteroids},
        acts={PLANNING: {1: FALSE}},
        bonuses={ROBOT: {1: TRUE if bonus else FALSE}},
        name=lambda *fields: [(1, field) for field in fields],
    )
    about.rewards = partial(SideModel.rewards, about)
    moons.in_time(about)
    return Solver(model).solve(Budget(10)) == "solved"
