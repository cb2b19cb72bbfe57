"""Whole games of mine: the worked example, the invariants of bots' sheets, what `check` finds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.games.mine._rules import Mine
from fairsheet.engine.rank import score_table
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, is_circled, is_crossed
from tests.engine.by_hand import circled, crossed, names_in
from tests.engine.tables import (
    check_alone,
    check_finds_what_was_never_offered,
    check_played,
    check_values_of_missions,
    game_of_bots,
    says,
)

SHEET = load_sheet("mine")
GAME = Mine(SHEET)
LEVELS = [[f"level-{level}.{column}" for column in range(1, 13)] for level in (1, 2, 3)]
COLUMNS = [list(column) for column in zip(*LEVELS, strict=True)]
GOODS = {"plant": (14, 8), "water": (10, 6), "pearl": (14, 10), "ruby": (16, 12)}  # symbols, trigger
RESOURCES = {kind: [field.id for field in SHEET.fields_of_symbol(f"mine-{kind}")] for kind in GOODS}


def record(seat: int, marks: Mapping[str, Mark], players: int = 2) -> Record:
    return Record.on(load_sheet("mine"), Table(None, players), seat, marks)


def bens_sheet() -> dict[str, Mark]:
    """Columns 2, 4, 7, 8 and 10 are full; of the others level 1, and level 2 in some."""
    full = (2, 4, 7, 8, 10)
    marks: dict[str, Mark] = {f"level-1.{column}": column for column in range(1, 13)}
    marks |= {f"level-2.{column}": column for column in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}
    marks |= {f"level-3.{column}": column for column in full}
    marks |= dict.fromkeys(("level-1.1", "level-1.3", "level-1.5", "level-1.6"), "X")
    for field in SHEET.fields:
        if field.attrs.get("cave") in marks:
            marks[field.id] = "circled"
    galleries = ("plant.g2-c2", "plant.g2-c4", "plant.g1-c10", "water.g1-c4", "water.g2-c7", "water.g1-c8")
    marks |= circled(*(f"mine-{each}" for each in galleries), "mine-water.g2-c8", "mine-water.g1-c11")
    for field_id in list(marks):
        if field_id.startswith("mine-") and SHEET.field[field_id].attrs["column"] in {
            f"column-{column}" for column in full
        }:
            marks[field_id] = "circled+crossed"
    marks |= circled(*(f"tower.{column}" for column in full))
    for kind, count in (("plant", 3), ("water", 6), ("pearl", 3), ("ruby", 9)):
        marks |= circled(*(f"main-{kind}.{kind}-{k}" for k in range(1, count + 1)))
    for factory, robots in (("main-water", 2), ("secondary-water", 2), ("secondary-ruby", 1)):
        marks |= crossed(f"{factory}.energy-1", *(f"{factory}.robot-{k}" for k in range(1, robots + 1)))
    marks |= crossed("main-water.base-factor", "main-ruby.fill-bonus", "error.1")
    marks |= crossed(*(f"secondary-{kind}.bonus-{k}" for kind in ("water", "ruby") for k in (1, 2)))
    marks |= crossed(*(f"main-astronaut.astronaut-{k}" for k in (1, 2, 3)))
    marks |= crossed(*(f"main-planning.planning-{k}" for k in (1, 2, 3, 4)))
    return marks | {"main-water.fill-bonus": "circled", "mission.a": 8, "mission.c": 4}


def test_the_worked_example() -> None:
    marks = bens_sheet()
    assert GAME.check(marks, None, {"A": "A1", "B": "B1", "C": "C2"}) == []
    ben = score_table(load_sheet("mine"), [record(1, marks)]).players[0]
    scores = {box: value for box, value in ben.parts.items() if box.startswith("score.")}
    assert scores == {
        "score.missions": 12,
        "score.plant": 6,
        "score.water": 40,
        "score.pearl": 6,
        "score.ruby": 18,
        "score.astronaut": 0,
        "score.minus": 17,
    }
    assert ben.total == 65


def test_upgraded_control_centres_and_all_errors() -> None:
    marks = crossed(
        "main-astronaut.base-factor", "main-planning.base-factor", "error.1", "error.2", "error.3"
    )
    marks |= crossed("main-planning.planning-1", "main-astronaut.astronaut-1", "main-astronaut.astronaut-8")
    scored = score_table(load_sheet("mine"), [record(1, marks)]).players[0]
    assert (scored.parts["score.astronaut"], scored.parts["score.minus"], scored.total) == (6, 15, -9)


def test_ties_go_to_fewer_errors() -> None:
    scored = score_table(
        load_sheet("mine"), [record(1, {**crossed("error.1"), "mission.a": 5}), record(2, {})]
    )
    assert [player.total for player in scored.players] == [0, 0]
    assert scored.ranking == ((2,), (1,))


def inked(marks: Mapping[str, Mark], prefix: str) -> int:
    return sum(field.startswith(prefix) for field in marks)


def check_invariants(played: Played) -> None:
    sheets = {each.seat: without_sums(SHEET, each.marks) for each in played.records}
    for seat, marks in sheets.items():
        check_sheet(marks, len(played.histories[seat]))
    for kind, (_, trigger) in GOODS.items():
        stars = {seat: marks.get(f"main-{kind}.fill-bonus") for seat, marks in sheets.items()}
        won = [seat for seat, star in stars.items() if star == "circled"]
        assert set(stars.values()) <= ({"circled", "crossed"} if won else {None})
        turns = {
            turn.turn
            for seat in won
            for turn in played.histories[seat]
            for ink in turn.ink
            if ink.field == f"main-{kind}.{kind}-{trigger}"
        }
        assert len(turns) == bool(won)
    check_values_of_missions(GAME, played)


def check_sheet(marks: Mapping[str, Mark], turns: int) -> None:
    numbers = [mark for level in LEVELS for slot in level if isinstance(mark := marks.get(slot), int)]
    written = sum(marks.get(slot) == "X" for level in LEVELS for slot in level)
    errors = inked(marks, "error.")
    for level in LEVELS:
        row = [mark for slot in level if isinstance(mark := marks.get(slot), int)]
        assert all(a < b for a, b in pairwise(row))
    assert len(numbers) + errors == turns
    assert all(f"error.{k}" in marks for k in range(1, errors + 1))
    for field in SHEET.fields:
        if "cave" in field.attrs:
            assert is_circled(marks, field.id) == (field.attrs["cave"] in marks)
    for number, column in enumerate(COLUMNS, start=1):
        full = all(slot in marks for slot in column)
        assert full == (f"tower.{number}" in marks)
        for resource in names_in(SHEET.group[f"column-{number}"].attrs["resources"]):
            assert is_crossed(marks, resource) == (full and is_circled(marks, resource))
    for kind, (count, trigger) in GOODS.items():
        symbols = [f"main-{kind}.{kind}-{k}" in marks for k in range(1, count + 1)]
        extracted = sum(is_crossed(marks, resource) for resource in RESOURCES[kind])
        given = inked(marks, f"secondary-{kind}.bonus")
        assert symbols == sorted(symbols, reverse=True) and sum(symbols) == extracted + given
        star = marks.get(f"main-{kind}.fill-bonus")
        assert star in (("circled", "crossed") if symbols[trigger - 1] else (None, "crossed"))
    for group in SHEET.groups_of_type("secondary"):
        done = all(need in marks for need in names_in(group.attrs["activation_needs"]))
        assert {bonus in marks for bonus in names_in(group.attrs["bonus_symbols"])} == {done}
    for group in SHEET.groups_of_type("main"):
        done = all(need in marks for need in names_in(group.attrs["upgrade_needs"]))
        assert (group.attrs["base_factor"] in marks) == done
    energies = sum(field.id in marks for field in SHEET.fields_of_symbol("energy"))
    robots = sum(field.id in marks for field in SHEET.fields_of_symbol("robot"))
    given = inked(marks, "secondary-robot.bonus")
    galleries = sum(resource in marks for kind in ("plant", "water") for resource in RESOURCES[kind])
    astronauts = inked(marks, "main-astronaut.astronaut")
    assert inked(marks, "main-planning.planning") == min(6, written)
    assert robots >= min(given, 16)
    assert energies + max(0, robots - given) + galleries + astronauts + written <= len(numbers)
    assert sum(number in (0, 16, 17) for number in numbers) <= astronauts or astronauts == 8


@settings(max_examples=10)
@given(
    st.text("abcdef", min_size=1, max_size=6),
    st.integers(1, 6),
    st.sampled_from(["greedy", "random", "reluctant", "casual"]),
)
def test_invariants_of_bots_games(seed: str, players: int, policy: str) -> None:
    for played in simulate(SHEET, seed, players, 1, policy):
        check_invariants(played)
        check_played(GAME, played)


def test_one_seat_replays_with_what_the_others_did() -> None:
    game = game_of_bots("mine", "absent", "greedy", 3)
    check_alone(GAME, game, lambda ink: ink.field.endswith("fill-bonus") and ink.mark == "circled")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"level-2.12": 3}, "ascend"),
        ({"error.3": "crossed"}, "order: error"),
        ({"mine-pearl.l1-c9": None}, "mineral"),
        ({"mine-pearl.l3-c11": "circled"}, "mineral"),
        ({"tower.2": None}, "extraction"),
        ({"tower.12": "circled"}, "extraction"),
        ({"mine-plant.g2-c2": "crossed"}, "extraction: .* without being circled"),
        ({"mine-plant.g2-c2": "circled"}, "extraction"),
        ({"mine-water.g1-c11": "circled+crossed"}, "extraction"),
        ({"main-water.base-factor": None}, "factory"),
        ({"secondary-pearl.bonus-1": "crossed"}, "factory"),
        ({"main-ruby.ruby-11": "circled"}, "order: main-ruby"),
        ({"main-ruby.ruby-10": "circled"}, "goods"),
        ({"main-water.fill-bonus": None}, "race"),
        ({"main-plant.fill-bonus": "circled"}, "race"),
        ({"main-water.fill-bonus": "circled+crossed"}, "race"),
        ({"main-planning.planning-5": "crossed"}, "planning"),
        ({"mine-plant.g2-c11": "circled"}, "location"),
        ({"mine-plant.g1-c1": "circled", "mine-plant.g2-c1": "circled"}, "location"),
        (crossed("main-plant.energy-1"), "action"),
        ({"mission.a": 9}, "first-claim"),
        ({"mission.b": 11}, "mission"),
        ({"level-1.12": 17, "level-1.11": 16, "level-2.10": 17, "level-3.10": 17}, "number"),
    ],
)
def test_check_finds_what_no_order_explains(change: Mapping[str, Mark | None], told: str) -> None:
    changed = {**bens_sheet(), **change}
    marks = {field: mark for field, mark in changed.items() if mark is not None}
    found = GAME.check(marks, None, {"A": "A1", "B": "B1", "C": "C2"})
    assert says(found, told)


def test_given_robots_must_be_crossed() -> None:
    marks = crossed("secondary-robot.energy-1", "secondary-robot.energy-2")
    marks |= crossed(*(f"secondary-robot.bonus-{k}" for k in (1, 2, 3)), "main-plant.robot-1")
    marks |= {"level-1.3": 4, "level-2.5": 6}
    assert "robot" in {found.rule for found in GAME.check(marks, None)}


def test_a_number_never_offered_is_found() -> None:
    check_finds_what_was_never_offered(GAME, "level-1.3")
