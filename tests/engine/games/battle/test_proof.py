"""Verdicts on tables of battle: bots' games are legal, impossible ones are found, every history replays."""

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


def test_forgotten_ring_is_legal() -> None:
    first, second = game_of_bots("battle", "honest", "random").records
    ring = next(field for field in first.marks if field.startswith("ring"))
    assert words(judged([changed(first, {ring: None}), second])) == {"legal"}


def test_sheet_without_the_others_is_legal() -> None:
    """No history replays alone: two players write on the sheet, each on another one as well."""
    for record in game_of_bots("battle", "absent", "random", 3).records:
        assert words(judged([record])) == {"legal"}


def test_blank_sheets_are_legal() -> None:
    records = tuple(replace(each, marks={}) for each in game_of_bots("battle", "honest", "random").records)
    assert words(judged(records, 30)) == {"legal"}


def test_different_sign_on_an_own_sheet_is_reported() -> None:
    """Each sheet alone is fine, but together they are not."""
    first, second = game_of_bots("battle", "honest", "random").records
    near, far = second.marks["sign.near"], second.marks["sign.far"]
    third = next(sign for sign in ("circle", "cross", "triangle") if sign not in (near, far))
    swapped = changed(second, {field: third for field, mark in second.marks.items() if mark == near})
    verdicts = judged([first, swapped], 60)
    assert words(verdicts) == {"illegal"}
    why = [found.why for each in verdicts.values() for found in each.contradiction]
    assert any("different signs on the two sheets" in each for each in why)


def test_later_value_of_a_mission_needs_a_first_one() -> None:
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
def test_energy_is_lost_only_if_a_colour_has_no_value_left(
    boxes: Mapping[str, int], energies: Set[int], possible: bool
) -> None:
    """Check by the turns in which boxes and energies were crossed."""
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
        (["asteroid.8", "asteroid.7"], True, False),  # the bonus took the previous one
    ],
)
def test_bonus_asteroid_signs_the_moon_of_a_just_filled_planet(
    asteroids: Sequence[str], bonus: bool, possible: bool
) -> None:
    """The asteroids of the far side were taken in turn 1."""
    signed = ("moon.4-1", "moon.3-1")
    assert can_sign(signed, {"moon.4-1"}, asteroids, bonus) == possible


@pytest.mark.parametrize(
    ("free", "bonus", "possible"),
    [
        ("moon.4-1", True, False),  # it was drawn before the flag
        ("moon.4-1", False, True),
        ("moon.3-1", False, False),
        ("", True, True),
    ],
)
def test_planning_of_an_asteroid_is_lost_only_without_a_free_spot(
    free: str, bonus: bool, possible: bool
) -> None:
    assert can_sign((), {*GAME.board.moons} - {free}, ["asteroid.7"], bonus) == possible


def can_sign(signed: Sequence[str], taken: Set[str], asteroids: Sequence[str], bonus: bool) -> bool:
    """Return whether the far side can have signed these moons when its own sign filled planet 4."""
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
