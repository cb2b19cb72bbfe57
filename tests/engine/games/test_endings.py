"""Test what ends a game in each scenario, and who wins if points are equal."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed

SHIPS: dict[str, Mark] = {"sign.near": "circle", "sign.far": "cross"}
PLANETS = {1: 3, 2: 5, 3: 5, 4: 7, 5: 5, 6: 5, 7: 3}  # the spaces of each planet of battle
ALL_SPACES = [f"planet-{n}.{place}" for n, size in PLANETS.items() for place in range(1, size + 1)]
WITH_SLOTS = ("journey", "colony", "mine", "dome", "virus", "escape")
WITH_VALUES = ("journey", "colony", "mine", "virus", "escape")  # mission boxes contain values


def filled(scenario: str, *but: str) -> dict[str, Mark]:
    slots = [field.id for field in load_sheet(scenario).fields if field.kind == "slot"]
    return {slot: "X" for slot in slots if slot not in but}


def errors(count: int, ladder: str = "error") -> dict[str, Mark]:
    return crossed(*(f"{ladder}.{place}" for place in range(1, count + 1)))


def claimed(letters: str) -> dict[str, Mark]:
    return {f"mission.{letter}": 5 for letter in letters}


def flagged(*signs: Mark) -> dict[str, Mark]:
    """Return signs in the first planet, which has a flag."""
    return {**{f"planet-1.{k}": sign for k, sign in enumerate(signs, start=1)}, "flag.1-far": "cross"}


def launched(*but: str) -> dict[str, Mark]:
    """Return all rows of rockets of launch, with their values."""
    rows = [f.id for f in load_sheet("launch").fields if f.id.startswith(("row-rocket.", "row-value."))]
    return crossed(*(field for field in rows if field not in but))


EIGHT = circled(*(f"error.{place}" for place in range(1, 9)))  # all errors of launch


@pytest.mark.parametrize(
    ("name", "marks", "endings"),
    [
        ("launch", {}, set()),
        ("launch", launched(), {"launch"}),
        ("launch", {**launched(), "error.1": "circled+crossed"}, {"launch"}),
        ("launch", {**launched(), "error.1": "circled"}, set()),
        ("launch", launched("row-value.1"), set()),
        ("launch", launched("row-rocket.10-2", "row-value.10"), set()),
        ("launch", crossed("mission.a", "mission.c"), set()),
        ("launch", crossed("mission.a", "mission.b", "mission.c"), {"missions"}),
        ("launch", {error: mark for error, mark in EIGHT.items() if error != "error.8"}, set()),
        ("launch", EIGHT, {"errors"}),
        ("launch", {**EIGHT, "error.3": "circled+crossed"}, {"errors"}),
        ("launch", filled("launch", "floor-1.8"), set()),
        ("launch", filled("launch"), {"slots"}),
        *((name, errors(2), set()) for name in WITH_SLOTS),
        *((name, errors(3), {"errors"}) for name in WITH_SLOTS),
        *((name, filled(name), {"slots"}) for name in WITH_SLOTS),
        *((name, claimed("ab"), set()) for name in WITH_VALUES),
        *((name, claimed("abc"), {"missions"}) for name in WITH_VALUES),
        ("journey", {}, set()),
        ("journey", {**filled("journey"), **errors(3)}, {"slots", "errors"}),
        ("journey", filled("journey", "trajectory.36"), set()),
        ("colony", filled("colony", "building.r6-c1"), set()),
        ("mine", filled("mine", "level-1.12"), set()),
        ("dome", filled("dome", "tower-1.9"), set()),
        ("virus", filled("virus", "floor-1.1"), set()),
        ("virus", {**filled("virus"), "floor-1.1": "struck"}, {"slots"}),
        ("dome", circled("mission.a-first", "mission.b-later", "mission.c-first"), {"missions"}),
        ("dome", circled("mission.a-first", "mission.a-later", "mission.b-later"), set()),
        ("battle", {**SHIPS, **claimed("ab")}, set()),
        ("battle", {**SHIPS, **claimed("abc")}, {"missions"}),
        ("battle", {**SHIPS, **crossed("near-error.1", "far-error.1")}, set()),
        ("battle", {**SHIPS, **errors(2, "far-error")}, {"errors"}),
        ("battle", {**SHIPS, **dict.fromkeys(ALL_SPACES, "cross")}, {"slots"}),
        ("battle", {**SHIPS, **flagged("cross", "cross", "cross")}, set()),
    ],
)
def test_marks_end_a_game(name: str, marks: dict[str, Mark], endings: set[str]) -> None:
    game = rules_of(load_sheet(name))
    assert set(game.endings(marks)) == endings
    assert game.is_over(marks) == bool(endings)


def test_flags_of_battle_show_that_the_game_ended_elsewhere() -> None:
    game = rules_of(load_sheet("battle"))
    for signs in ((), ("cross", "cross")):
        marks = {**SHIPS, **flagged(*signs)}
        assert game.is_over(marks) and not list(game.endings(marks))


@pytest.mark.parametrize("name", scenario_names())
def test_every_game_of_bots_ends_for_a_reason(name: str) -> None:
    sheet = load_sheet(name)
    game = rules_of(sheet)
    for played in simulate(sheet, "ends", 2, 2, "random"):
        assert any(list(game.endings(record.marks)) for record in played.records)


ONE, TWO = {**errors(1), **claimed("a")}, {**errors(1, "near-error"), **claimed("ab")}
NEAR, THREE = errors(1, "near-error"), {"trajectory.2": 3}


@pytest.mark.parametrize(
    ("name", "first", "second", "total", "ranking"),
    [
        *((name, ONE, {}, 0, ((2,), (1,))) for name in ("colony", "mine", "escape")),
        (
            "journey",
            {**errors(1), "mission.a": 1, "tank.1": "circled", "trajectory.2": 3},
            {"trajectory.2": 3},
            0,
            ((2,), (1,)),
        ),
        ("dome", {**errors(1), **circled("bonus.2-bottom-low")}, {}, -48, ((2,), (1,))),
        ("battle", {**NEAR, **claimed("a")}, {}, 0, ((2,), (1,))),
        ("battle", TWO, errors(1, "far-error"), 0, ((2,), (1,))),  # errors of both sheets are added
        ("battle", NEAR, NEAR, -5, ((1, 2),)),
    ],
)
def test_ties_go_to_fewer_errors(
    name: str,
    first: dict[str, Mark],
    second: dict[str, Mark],
    total: int,
    ranking: tuple[tuple[int, ...], ...],
) -> None:
    sheet, table = load_sheet(name), Table(None, 2)
    scored = ruleset_of(sheet).score([Record.on(sheet, table, 1, first), Record.on(sheet, table, 2, second)])
    assert [player.total for player in scored.players] == [total, total]
    assert scored.ranking == ranking
