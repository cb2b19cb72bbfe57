"""Test numbers, actions, reactions and refusals of colony, one table at a time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fairsheet.engine.games.colony._rules import Colony
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import act, after, choices, circled, ink_of, laid_out, number, offered
from tests.engine.games.colony.test_games import drawn

NORTH_WEST = ("r6-c1", "r6-c2", "r6-c3", "r5-c1", "r5-c2", "r5-c3", "r4-c1", "r4-c2")


@pytest.fixture(scope="module")
def colony() -> Colony:
    return Colony(load_sheet("colony"))


def draw(tunnel: str, seat: int = 1) -> Step:
    return act(seat, "robot", f"tunnel.{tunnel}", "drawn")


def write(place: str, value: int = 8, seat: int = 1) -> Step:
    return number(seat, f"building.{place}", value)


def buildings(*places: str, mark: Mark = "X") -> dict[str, Mark]:
    return {f"building.{place}": mark for place in places}


def places(game: Colony, state: State) -> set[tuple[Mark, str]]:
    steps = (step for step in game.legal_steps(state) if step.kind == "number")
    return {(step.ink[0].mark, step.ink[0].field) for step in steps}


def test_number_ascends_in_its_row_and_in_its_column(colony: Colony) -> None:
    sheet: dict[str, Mark] = {"building.r5-c2": 8, "building.r3-c6": 9, "building.r5-c4": "X"}
    state = laid_out(colony, sheet, offers=offered("robot", value=8))
    fitting = {field for _, field in places(colony, state)}
    for place in ("r5-c1", "r5-c3", "r5-c4", "r6-c2", "r1-c2"):
        assert f"building.{place}" not in fitting  # equal, or already filled
    for place in ("r6-c1", "r4-c5", "r3-c5", "r2-c6", "r1-c6"):
        assert f"building.{place}" in fitting
    assert "building.r4-c6" not in fitting and "building.r5-c6" not in fitting  # above the 9


def test_x_rocket_observatory_and_printed_x_limit_no_number(colony: Colony) -> None:
    sheet: dict[str, Mark] = {"building.r4-c2": 4, "building.r4-c5": "X"}
    state = laid_out(colony, sheet, offers=offered("robot", value=5))
    assert (5, "building.r4-c4") in places(colony, state)  # behind the printed X
    assert (5, "building.r4-c6") in places(colony, state)
    assert {(5, "building.r1-c3"), (5, "building.r6-c3")} <= places(colony, state)


def test_prefilled_places_are_no_slots(colony: Colony) -> None:
    assert len(colony.slots) == 32
    assert not {"building.r4-c3", "building.r3-c4", "node.rocket", "node.observatory"} & set(colony.slots)
    state = laid_out(colony, {}, offers=offered("robot"))
    with pytest.raises(IllegalStep, match="not a slot"):
        colony.play(state, write("r4-c3"))


def test_plants_grow_from_the_top_in_the_quarter_of_the_number(colony: Colony) -> None:
    state = laid_out(colony, {"greenhouse.se-1": "circled"}, offers=offered("plant"))
    state = after(colony, state, write("r2-c5"))
    assert choices(colony, state) == {"greenhouse.se-2"}
    with pytest.raises(IllegalStep, match="not the next greenhouse"):
        colony.play(state, act(1, "plant", "greenhouse.se-3", "circled"))
    with pytest.raises(IllegalStep, match="not in the quarter"):
        colony.play(state, act(1, "plant", "greenhouse.sw-1", "circled"))
    with pytest.raises(IllegalStep, match="plant does not allow"):
        colony.play(state, act(1, "plant", "antenna.r1-c2", "circled"))


def test_quarter_with_all_plants_has_nothing_to_plant(colony: Colony) -> None:
    full: dict[str, Mark] = {f"greenhouse.nw-{k}": "circled" for k in range(1, 5)}
    state = after(colony, laid_out(colony, full, offers=offered("plant")), write("r5-c1"))
    assert colony.turn(state) == 2


def test_tunnels_continue_from_the_rocket(colony: Colony) -> None:
    state = laid_out(colony, {}, offers=offered("robot", "robot"))
    state = after(colony, state, write("r6-c5"))
    assert choices(colony, state) == {
        "tunnel.r2-c1-east",
        "tunnel.r2-c1-north",
        "tunnel.r1-c2-east",
        "tunnel.r1-c2-north",
    }
    with pytest.raises(IllegalStep, match="does not begin"):
        colony.play(state, draw("r2-c2-east"))
    state = after(colony, state, draw("r2-c1-east"), write("r5-c1"))
    assert {"tunnel.r2-c2-east", "tunnel.r2-c2-north", "tunnel.r1-c2-north"} <= choices(colony, state)


def test_tunnels_continue_through_printed_x_and_observatory(colony: Colony) -> None:
    way = drawn("r2-c1-north", "r3-c1-north", "r4-c1-east", "r4-c2-east")
    state = after(colony, laid_out(colony, way, offers=offered("robot")), write("r6-c4"))
    assert {"tunnel.r4-c3-east", "tunnel.r4-c3-north", "tunnel.r3-c3-north"} <= choices(colony, state)
    reached = colony.board.network.reached(drawn("r1-c2-east", "r1-c3-east"))
    assert "node.observatory" not in reached and "building.r1-c4" in reached


def test_antenna_is_circled_after_its_last_requirement(colony: Colony) -> None:
    first_filled = laid_out(colony, buildings("r3-c2"), offers=offered("robot", "robot"))
    state = after(colony, first_filled, write("r6-c4"), draw("r2-c1-east"))
    assert "antenna.r3-c2" not in colony.marks(state, 1)
    state = after(colony, state, write("r5-c1"), draw("r2-c2-north"))
    assert ink_of(colony, state, turn=2)[-1] == ("antenna.r3-c2", "circled", "bonus")

    joined = laid_out(colony, drawn("r2-c1-east", "r2-c2-north"), offers=offered("energy"))
    state = after(colony, joined, write("r3-c2"))
    assert ink_of(colony, state) == [("building.r3-c2", 8, "number"), ("antenna.r3-c2", "circled", "bonus")]


def test_x_circles_an_antenna_before_its_planning_box(colony: Colony) -> None:
    state = laid_out(colony, {}, offers=offered("planning"))
    state = after(colony, state, write("r6-c4"), act(1, "planning", "building.r2-c1", "X"))
    assert ink_of(colony, state)[1:] == [
        ("building.r2-c1", "X", "action"),
        ("antenna.r2-c1", "circled", "bonus"),
        ("planning.1", "crossed", "action"),
    ]


def test_observatory_circles_all_three_antennas_at_once(colony: Colony) -> None:
    way = drawn("r1-c2-east", "r1-c3-east", "r1-c4-east", "r1-c5-east", "r1-c6-north", "r2-c6-north")
    way |= drawn("r3-c6-north", "r4-c6-north")
    state = laid_out(colony, way, offers=offered("robot"))
    state = after(colony, state, write("r6-c1"), draw("r5-c6-north"))
    assert [field for field, mark, by in ink_of(colony, state) if by == "bonus"] == [
        "antenna.observatory-1",
        "antenna.observatory-2",
        "antenna.observatory-3",
    ]


def test_loop_of_tunnels_may_be_drawn(colony: Colony) -> None:
    way = drawn("r1-c2-north")
    state = laid_out(colony, way, offers=offered("robot"))
    state = after(colony, state, write("r6-c1"), draw("r2-c1-east"))
    assert ink_of(colony, state)[-1] == ("tunnel.r2-c1-east", "drawn", "action")


def test_energy_crosses_the_lowest_box_of_one_factor(colony: Colony) -> None:
    sheet: dict[str, Mark] = {f"water-factor.{k}": "crossed" for k in range(1, 5)}
    sheet["plant-factor.1"] = "crossed"
    state = after(colony, laid_out(colony, sheet, offers=offered("energy")), write("r6-c4"))
    assert choices(colony, state) == {"plant-factor.2", "antenna-factor.1"}
    with pytest.raises(IllegalStep, match="not the lowest box"):
        colony.play(state, act(1, "energy", "plant-factor.3", "crossed"))
    with pytest.raises(IllegalStep, match="marked already"):
        colony.play(state, act(1, "energy", "plant-factor.1", "crossed"))


def test_players_completing_a_quarter_in_one_turn_get_high_bonus(colony: Colony) -> None:
    ready = buildings(*NORTH_WEST[1:])
    state = laid_out(colony, ready, ready, ready, offers=offered("energy", "energy"))
    state = after(colony, state, write("r6-c1"), Step(1, PASS))
    state = after(colony, state, write("r6-c1", seat=2), Step(2, PASS))
    state = after(colony, state, write("r1-c2", seat=3), Step(3, PASS))
    high = "quarter-bonus.nw-high"
    assert [colony.marks(state, seat)[high] for seat in (1, 2, 3)] == ["circled", "circled", "crossed"]
    assert ink_of(colony, state, seat=3)[-1] == (high, "crossed", "race")
    for seat in (1, 2):
        state = after(colony, state, write("r2-c3", seat=seat), Step(seat, PASS))
    state = after(colony, state, write("r6-c1", seat=3), Step(3, PASS))
    assert ink_of(colony, state, seat=3, turn=2)[1] == ("quarter-bonus.nw-low", "circled", "bonus")


def test_number_and_x_can_complete_two_quarters_in_one_turn(colony: Colony) -> None:
    south_west = ("r3-c1", "r3-c2", "r3-c3", "r2-c1", "r2-c2", "r2-c3", "r1-c2", "r1-c3")
    sheet = buildings(*NORTH_WEST[1:], *south_west[1:])
    sheet |= {"antenna.r2-c1": "circled", "antenna.r1-c2": "circled"}
    state = laid_out(colony, sheet, {}, offers=offered("planning"))
    state = after(colony, state, write("r6-c1"), act(1, "planning", "building.r3-c1", "X"))
    assert [field for field, _, by in ink_of(colony, state) if by == "bonus"] == [
        "quarter-bonus.nw-high",
        "quarter-bonus.sw-high",
    ]


def test_player_with_an_error_can_lose_a_race(colony: Colony) -> None:
    blocked: dict[str, Mark] = {slot: "X" for slot in colony.slots if slot != "building.r6-c1"}
    blocked["building.r6-c2"] = 3  # 8 fits nowhere
    state = laid_out(colony, buildings(*NORTH_WEST[1:]), blocked, offers=offered("energy"))
    state = after(colony, state, write("r6-c1"), Step(1, PASS))
    state = after(colony, state, act(2, "error", "error.1", "crossed", "error"))
    assert colony.marks(state, 2)["quarter-bonus.nw-high"] == "crossed"


def line(kind: str, *numbers: int, without: Sequence[str] = ()) -> dict[str, Mark]:
    """Return rows or columns filled with X; printed places need no ink."""
    zones = load_sheet("colony").zone
    return {slot: "X" for n in numbers for slot in zones[f"{kind}-{n}"].slots if slot not in without}


@pytest.mark.parametrize(
    ("card", "met", "missed"),
    [
        ("A1", line("column", 1, 3, 6), line("column", 1, 3, 6, without=["building.r5-c6"])),
        ("A2", line("row", 2, 3, 4), line("row", 2, 3)),
        (
            "B1",
            circled("antenna.observatory-1", "antenna.observatory-2", "antenna.observatory-3"),
            circled("antenna.r6-c4", "antenna.r5-c5", "antenna.r4-c4"),
        ),
        (
            "B2",
            circled("antenna.r6-c2", "antenna.r5-c3", "antenna.r4-c1")
            | circled("antenna.r3-c2", "antenna.r2-c1", "antenna.r1-c2"),
            circled("antenna.r6-c2", "antenna.r5-c3", "antenna.r4-c1", "antenna.r4-c4", "antenna.r6-c4")
            | circled("antenna.r5-c5", "antenna.observatory-1", "antenna.observatory-2"),
        ),
        (
            "C1",
            circled(*(f"greenhouse.{q}-{k}" for q in ("nw", "se") for k in (1, 2, 3, 4))),
            circled(*(f"greenhouse.{q}-{k}" for q in ("nw", "ne", "se") for k in (1, 2, 3))),
        ),
        (
            "C2",
            circled("tank.r6-c1", "tank.r5-c3", "tank.r2-c5", "tank.r1-c4"),
            circled("tank.r6-c1", "tank.r5-c3", "tank.r2-c5", "tank.r2-c3", "tank.r5-c5"),
        ),
    ],
)
def test_missions_are_met_exactly_at_their_limits(
    colony: Colony, card: str, met: dict[str, Mark], missed: dict[str, Mark]
) -> None:
    assert colony.claims[card].is_met(met)
    assert not colony.claims[card].is_met(missed)
    for field in missed.keys() & met.keys():
        assert missed[field] == met[field]
