"""Test numbers, actions, reactions and refusals of dome, one table at a time."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from fairsheet.engine.games.dome._rules import Dome
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import act, after, drawn, laid_out, number, offered

PARTS = range(1, 9)


@pytest.fixture(scope="module")
def dome() -> Dome:
    return Dome(load_sheet("dome"))


def build(seat: int, *links: str) -> Step:
    return Step(seat, "robot", tuple(Ink(f"dome.{link}", "drawn", "action") for link in links))


def slots(game: Dome, state: State) -> set[str]:
    """Return the slots that accept a number."""
    return {step.ink[0].field for step in game.legal_steps(state) if step.kind == "number"}


def fields(game: Dome, state: State, kind: str) -> set[tuple[str, ...]]:
    """Return the fields that each step of a kind inks."""
    steps = [step for step in game.legal_steps(state) if step.kind == kind]
    return {tuple(ink.field for ink in step.ink) for step in steps}


def column(tower: int, *floors: int, mark: Mark = "X") -> dict[str, Mark]:
    return {f"tower-{tower}.{floor}": mark for floor in floors}


def parts(*numbers: int) -> dict[str, Mark]:
    return drawn(*(f"dome.{part}-{side}" for part in numbers for side in ("left", "right")))


CLOSED = {**column(2, *range(1, 11)), **column(3, *range(1, 11)), **column(4, *range(1, 10))}


# --- numbers ---------------------------------------------------------------------------------------------


def test_tower_begins_on_its_start_floors(dome: Dome) -> None:
    state = laid_out(dome, {}, offers=offered("robot"))
    assert slots(dome, state) == {
        f"tower-{n}.{f}" for n, floors in ((1, (6, 7)), (2, (4, 5)), (3, (3, 4)), (4, (5, 6))) for f in floors
    }


@pytest.mark.parametrize(
    ("floors", "value", "expected"),
    [
        ({6: 9}, 10, {7}),
        ({6: 9}, 8, {5}),
        ({6: 9}, 9, set()),
        ({6: 9, 7: "X"}, 12, {8}),
        ({6: "X"}, 8, {5, 7}),
        ({4: 3, 5: "X", 6: 9}, 6, set()),
        ({1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}, 3, set()),
        ({1: "X", 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}, 7, {7}),
    ],
)
def test_towers_grow_without_gaps_and_ascend(
    dome: Dome, floors: Mapping[int, Mark], value: int, expected: set[int]
) -> None:
    marks = {**CLOSED, **{f"tower-1.{floor}": mark for floor, mark in floors.items()}}
    state = laid_out(dome, marks, offers=offered("energy", value=value))
    assert slots(dome, state) == {f"tower-1.{floor}" for floor in expected}


# --- actions ---------------------------------------------------------------------------------------------


def test_plant_and_water_are_circled_on_the_level_of_the_number(dome: Dome) -> None:
    state = laid_out(dome, {"plant.5-left": "circled"}, offers=offered("plant", "plant", "water", "water"))
    state = after(dome, state, number(1, "tower-1.7", 8))
    assert fields(dome, state, "plant") == {("plant.5-right",)}
    state = after(dome, state, act(1, "plant", "plant.5-right", "circled"), number(1, "tower-2.5", 8))
    assert dome.turn(state) == 3  # both plants of level 5 are circled, so the action is over
    state = after(dome, state, number(1, "tower-4.5", 8), act(1, "water", "water.4", "circled"))
    assert dome.turn(state) == 4


def test_either_plant_of_a_level_may_be_circled(dome: Dome) -> None:
    state = after(dome, laid_out(dome, {}, offers=offered("plant")), number(1, "tower-3.4", 8))
    assert fields(dome, state, "plant") == {("plant.5-left",)}
    state = dome.play(state, act(1, "plant", "plant.5-right", "circled"))
    assert "plant.5-right" in dome.marks(state, 1)


def test_plant_needs_a_corridor(dome: Dome) -> None:
    marks = {f"tower-3.{floor}": floor for floor in range(3, 8)}
    state = after(dome, laid_out(dome, marks, offers=offered("plant")), number(1, "tower-3.8", 8))
    assert dome.turn(state) == 2


@pytest.mark.parametrize(
    ("marks", "value", "expected"),
    [
        ({}, 7, {("dome.1-left", "dome.1-right")}),
        ({}, 8, {("dome.8-left", "dome.8-right")}),
        (parts(1), 8, {("dome.2-left", "dome.2-right"), ("dome.8-left", "dome.8-right")}),
        (parts(1), 7, set()),
        (drawn("cut.1"), 7, {("dome.1-left",)}),
        (drawn("cut.8"), 8, {("dome.8-right",)}),
        ({**drawn("cut.1"), **drawn("dome.1-left")}, 7, {("dome.1-right",)}),
        (drawn("cut.4"), 8, {("dome.8-left", "dome.8-right")}),
        (parts(1, 2, 3, 5, 6, 7, 8), 8, {("dome.4-left", "dome.4-right")}),
        ({**parts(1, 2, 3, 5, 6, 7, 8), **drawn("cut.4")}, 8, {("dome.4-left",), ("dome.4-right",)}),
        (parts(*PARTS), 8, set()),
    ],
)
def test_robots_build_from_both_feet_with_the_numbers_parity(
    dome: Dome, marks: dict[str, Mark], value: int, expected: set[tuple[str, ...]]
) -> None:
    state = laid_out(dome, marks, offers=offered("robot", value=value))
    state = after(dome, state, number(1, "tower-1.7", value))
    assert fields(dome, state, "robot") == expected


def test_uncut_part_is_drawn_in_one_step(dome: Dome) -> None:
    state = after(dome, laid_out(dome, {}, offers=offered("robot", value=7)), number(1, "tower-1.7", 7))
    for step in (build(1, "1-left"), build(1, "1-right"), build(1, "2-left", "2-right")):
        with pytest.raises(IllegalStep, match="from a foot"):
            dome.play(state, step)
    assert dome.play(state, build(1, "1-right", "1-left")) != state


def test_x_extends_a_tower_before_a_part_is_cut(dome: Dome) -> None:
    state = laid_out(dome, parts(1, 8) | drawn("cut.3"), offers=offered("planning"))
    state = after(dome, state, number(1, "tower-1.7", 8))
    places = {field for (field,) in fields(dome, state, "planning")}
    assert {"tower-1.6", "tower-1.8", "tower-2.4"} <= places
    assert not places & {"tower-1.7", "tower-1.9", "tower-2.3"}
    state = after(dome, state, act(1, "planning", "tower-1.8", "X"))
    assert fields(dome, state, "cut") == {(f"cut.{part}",) for part in (2, 4, 5, 6, 7)}
    assert {step.kind for step in dome.legal_steps(state)} == {"cut"}
    for step in (Step(1, PASS), act(1, "cut", "cut.3", "drawn"), act(1, "cut", "cut.1", "drawn")):
        with pytest.raises(IllegalStep):
            dome.play(state, step)
    state = after(dome, state, act(1, "cut", "cut.5", "drawn"))
    assert dome.turn(state) == 2


def test_x_decides_its_end_after_the_cut(dome: Dome) -> None:
    marks: dict[str, Mark] = {"tower-1.7": 3, "tower-1.8": 5, "bonus.1-top-high": "crossed"}
    state = after(dome, laid_out(dome, marks, offers=offered("planning")), number(1, "tower-2.4", 8))
    state = after(dome, state, act(1, "planning", "tower-1.9", "X"), act(1, "cut", "cut.2", "drawn"))
    assert dome.history(state, 1)[0].ink == (
        Ink("tower-2.4", 8, "number"),
        Ink("tower-1.9", "X", "action"),
        Ink("cut.2", "drawn", "action"),
        Ink("bonus.1-top-low", "circled", "bonus"),
    )


@pytest.mark.parametrize("gone", [parts(*PARTS), drawn(*(f"cut.{part}" for part in PARTS))])
def test_x_is_free_if_nothing_can_be_cut(dome: Dome, gone: dict[str, Mark]) -> None:
    marks: dict[str, Mark] = {**gone, "tower-1.7": 3, "tower-1.8": 5}
    state = laid_out(dome, marks, offers=offered("planning"), missions={"C": "C2"})
    state = after(dome, state, number(1, "tower-2.4", 8), act(1, "planning", "tower-1.9", "X"))
    assert dome.marks(state, 1)["bonus.1-top-high"] == "circled"
    assert dome.turn(state) == 2


def test_x_gives_neither_plant_nor_water(dome: Dome) -> None:
    state = laid_out(dome, {}, offers=offered("planning"))
    state = after(dome, state, number(1, "tower-1.7", 8), act(1, "planning", "tower-1.6", "X"))
    assert {step.kind for step in dome.legal_steps(state)} == {"cut"}


def test_energy_crosses_the_top_row_of_any_table(dome: Dome) -> None:
    crossed: dict[str, Mark] = {f"dome-upgrade.{k}": "crossed" for k in range(1, 5)}
    marks: dict[str, Mark] = {**crossed, "harvest-upgrade.1": "crossed"}
    state = after(dome, laid_out(dome, marks, offers=offered("energy")), number(1, "tower-1.7", 8))
    rows = {("missions-upgrade.1",), ("harvest-upgrade.2",), ("astronauts-upgrade.1",)}
    assert fields(dome, state, "energy") == rows
    with pytest.raises(IllegalStep, match="topmost"):
        dome.play(state, act(1, "energy", "harvest-upgrade.3", "crossed"))


# --- the race and missions -------------------------------------------------------------------------------


def passing(game: Dome, state: State, seat: int, slot: str, value: int = 8) -> State:
    """Write a number and decline its action."""
    return after(game, state, number(seat, slot, value), Step(seat, PASS))


def test_race_for_an_end_of_a_tower_follows_the_rules(dome: Dome) -> None:
    near = {"tower-1.7": 3, "tower-1.8": 5}
    state = laid_out(dome, near, near, near, offers=offered("energy", "energy"))
    state = passing(dome, state, 1, "tower-1.9")
    assert "bonus.1-top-high" not in dome.marks(state, 3)  # the others cross it after all have written
    state = passing(dome, state, 2, "tower-1.9")
    state = passing(dome, state, 3, "tower-2.4")
    high = [dome.marks(state, seat)["bonus.1-top-high"] for seat in (1, 2, 3)]
    assert high == ["circled", "circled", "crossed"]
    for seat, slot in ((1, "tower-2.4"), (2, "tower-2.4"), (3, "tower-1.9")):
        state = passing(dome, state, seat, slot)
    assert dome.marks(state, 3)["bonus.1-top-low"] == "circled"
    assert "bonus.1-top-low" not in dome.marks(state, 1)
    assert [ink.by for ink in dome.history(state, 3)[0].ink] == ["number", "race"]


def test_missions_give_the_star_in_their_first_turn_then_the_seal(dome: Dome) -> None:
    four = column(1, 4, 5, 6, 7) | drawn("cut.1", "cut.2", "cut.3", "cut.4")
    state = laid_out(dome, four, four, four, offers=offered("energy", "energy"), missions={"C": "C2"})
    for seat in (1, 2, 3):
        state = passing(dome, state, seat, "tower-2.4")
    claims = [act(seat, "claim", "mission.c-first", "circled", "mission") for seat in (1, 2, 3)]
    with pytest.raises(IllegalStep, match="c-first now"):
        dome.play(state, act(1, "claim", "mission.c-later", "circled", "mission"))
    state = after(dome, state, claims[0], claims[1], Step(3, PASS))
    for seat in (1, 2, 3):
        state = passing(dome, state, seat, "tower-3.4")
    with pytest.raises(IllegalStep, match="c-later now"):
        dome.play(state, claims[2])
    state = after(dome, state, act(3, "claim", "mission.c-later", "circled", "mission"))
    assert "mission.c-first" not in dome.marks(state, 3)
    assert not dome.is_over(dome.marks(state, 3))


def stars(*fields: str) -> dict[str, Mark]:
    return dict.fromkeys((f"mission.{field}" for field in fields), "circled")


def symbols(*levels: tuple[int, int]) -> dict[str, Mark]:
    """Return the given number of circled symbols on each level, water first."""
    marks: dict[str, Mark] = {}
    for level, count in levels:
        for field in (f"water.{level}", f"plant.{level}-right", f"plant.{level}-left")[:count]:
            marks[field] = "circled"
    return marks


@pytest.mark.parametrize(
    ("card", "met", "missed"),
    [
        ("A1", column(4, *range(1, 10)), column(4, *range(2, 10)) | column(3, *range(2, 11))),
        ("A2", column(2, 10) | column(4, 9), column(2, 10) | column(2, 1) | column(3, 9)),
        ("B1", symbols((1, 2), (4, 3), (8, 2)), symbols((1, 3), (4, 3), (8, 1), (2, 1))),
        ("B2", symbols((2, 3), (7, 3)), symbols((2, 3), (7, 2), (6, 2), (1, 2))),
        (
            "C1",
            parts(*PARTS) | drawn("cut.3"),
            {f: m for f, m in parts(*PARTS).items() if f != "dome.3-left"} | drawn("cut.3"),
        ),
        ("C2", column(1, 6, 7, 8, 9), column(1, 6, 7, 8) | {"tower-1.5": 4}),
    ],
)
def test_missions_are_met_exactly_at_their_limits(
    dome: Dome, card: str, met: dict[str, Mark], missed: dict[str, Mark]
) -> None:
    assert dome.claims[card].is_met(met)
    assert not dome.claims[card].is_met(missed)
