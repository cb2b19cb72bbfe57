"""Test numbers, actions, reactions and refusals of escape, one table at a time."""

from __future__ import annotations

import pytest

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.escape._rules import Escape
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.by_hand import act, circled, laid_out, number, offered

GAME = Escape(load_sheet("escape"))
ALL_DRAWN: dict[str, Mark] = dict.fromkeys(GAME.board.airlocks, "drawn")


def draw(seat: int, airlock: str, by: Cause = "bonus") -> Step:
    return act(seat, "airlock" if by in ("bonus", "error") else "robot", f"airlock.{airlock}", "drawn", by)


def double(seat: int, ship: int) -> Step:
    return act(seat, "double", f"double.{ship}", "circled", "bonus")


def with_wild(seat: int, kind: str, field: str, mark: Mark) -> Step:
    return Step(seat, kind, (Ink("wild.1", "crossed", "wild"), Ink(field, mark, "wild")))


def after(state: State, *steps: Step) -> State:
    for step in steps:
        assert step in GAME.legal_steps(state), step
        state = GAME.play(state, step)
    return state


def places(state: State) -> set[tuple[str, Mark]]:
    """Return slot and number of every number that may be written without a wild."""
    steps = [step for step in GAME.legal_steps(state) if step.kind == "number" and len(step.ink) == 1]
    return {(step.ink[0].field, step.ink[0].mark) for step in steps}


def fields(state: State, kind: str) -> set[str]:
    return {step.ink[-1].field for step in GAME.legal_steps(state) if step.kind == kind}


def slots(ship: int, *places: int) -> set[str]:
    return {f"ship-{ship}.{place}" for place in places}


def drawn(*airlocks: str) -> dict[str, Mark]:
    return {f"airlock.{airlock}": "drawn" for airlock in airlocks}


def filled(*ships: str) -> dict[str, Mark]:
    """Return sections, or whole ships, filled with X."""
    zones = GAME.board.sections | GAME.board.ships
    return {slot: "X" for ship in ships for slot in zones[ship]}


# --- where numbers go -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ({}, slots(1, 1, 2, 3, 4, 6, 7, 8, 9)),
        (drawn("1a-1g"), slots(1, *range(1, 10))),
        (drawn("1a-2b"), slots(1, 1, 2, 3, 4, 6, 7, 8, 9) | slots(2, 4, 5, 6)),
        (drawn("2b-3b"), slots(1, 1, 2, 3, 4, 6, 7, 8, 9)),
        (drawn("1a-2b", "2b-3b", "3b-4b") | filled("module.1-a"), None),
        ({"ship-1.2": 8}, set()),
        ({"ship-1.2": 9}, slots(1, 1)),
        ({"ship-1.4": 7, "ship-1.8": 9}, slots(1, 6, 7)),
        ({"ship-1.4": 7, "ship-1.6": "X", "ship-1.8": 9}, slots(1, 7)),
    ],
)
def test_numbers_ascend_on_ships_in_open_sections(marks: Marks, expected: set[str] | None) -> None:
    state = laid_out(GAME, marks, offers=offered("plant"))
    beyond = slots(1, 6, 7, 8, 9) | slots(2, 4, 5, 6) | slots(3, 5, 6, 7) | slots(4, 4, 5, 6)
    assert places(state) == {(slot, 8) for slot in (beyond if expected is None else expected)}


def test_sections_open_through_empty_ones_and_greenhouses() -> None:
    state = laid_out(GAME, drawn("1b-2c", "2g-2c", "2b-2g"), offers=offered("plant"))
    assert {slot for slot, _ in places(state)} >= slots(2, 4, 5, 6, 7, 8, 9, 10)


# --- reactions ------------------------------------------------------------------------------------------------


def test_robot_in_a_slot_forces_an_airlock_before_the_action() -> None:
    state = after(laid_out(GAME, {}, offers=offered("energy")), number(1, "ship-1.1", 8))
    from_docks = {"1a-1g", "1g-1b", "1a-2a", "1a-2b", "1b-2c"}
    assert fields(state, "airlock") == {f"airlock.{each}" for each in from_docks}
    with pytest.raises(IllegalStep):
        GAME.play(state, Step(1, PASS))
    with pytest.raises(IllegalStep, match="first"):
        GAME.play(state, act(1, "energy", "reactor.1-upper", "circled"))
    state = after(state, draw(1, "1a-2a"), act(1, "energy", "reactor.1-upper", "circled"))
    assert [ink.by for ink in GAME.history(state, 1)[0].ink] == ["number", "bonus", "action"]


def test_airlock_is_lost_if_all_are_drawn() -> None:
    state = after(laid_out(GAME, ALL_DRAWN, offers=offered("robot")), number(1, "ship-1.1", 8))
    assert GAME.turn(state) == 2
    last = dict(ALL_DRAWN)
    del last["airlock.6b-6g"]
    state = after(laid_out(GAME, last, offers=offered("robot")), number(1, "ship-1.1", 8), draw(1, "6b-6g"))
    assert GAME.turn(state) == 2  # nothing is left for the action


def test_airlock_may_join_two_open_sections() -> None:
    state = after(laid_out(GAME, drawn("1a-1g"), offers=offered("robot")), number(1, "ship-1.2", 8))
    state = after(state, draw(1, "1g-1b", "action"))
    assert GAME.history(state, 1)[0].ink[-1] == Ink("airlock.1g-1b", "drawn", "action")


def test_first_players_to_fill_a_greenhouse_may_circle_its_double() -> None:
    ready = drawn("1a-1g")
    state = laid_out(GAME, ready, ready, ready, ready, offers=offered("plant", "water"))
    state = after(state, number(1, "ship-1.5", 8), double(1, 1), Step(1, PASS))
    state = after(state, number(2, "ship-1.5", 8), double(2, 1), Step(2, PASS))
    state = after(state, number(3, "ship-1.5", 8), Step(3, PASS), Step(3, PASS))
    state = after(state, number(4, "ship-1.2", 8), Step(4, PASS))
    doubles = [GAME.marks(state, seat).get("double.1") for seat in (1, 2, 3, 4)]
    assert doubles == ["circled", "circled", None, "crossed"]
    assert Ink("double.1", "crossed", "race") in GAME.history(state, 4)[0].ink


def test_declined_double_stays_blank_and_lost_one_is_not_circled() -> None:
    open_to_all = drawn("1a-1g")
    turns = [[Offer(8, "water")] * 3, [Offer(9, "water")] * 3, [Offer(10, "water")] * 3]
    state = laid_out(GAME, open_to_all, open_to_all, offers=turns)
    state = after(state, number(1, "ship-1.5", 8), Step(1, PASS), number(2, "ship-1.2", 8))
    state = after(state, number(1, "ship-1.6", 9), number(2, "ship-1.5", 9))
    assert GAME.turn(state) == 3  # nothing was pending
    assert [GAME.marks(state, seat).get("double.1") for seat in (1, 2)] == [None, "crossed"]


def test_x_has_the_same_effects_as_a_number() -> None:
    state = laid_out(GAME, drawn("1a-1g"), {}, offers=offered("planning"))
    state = after(state, number(1, "ship-1.2", 8), act(1, "planning", "ship-1.5", "X"), double(1, 1))
    state = after(state, number(2, "ship-1.2", 8), act(2, "planning", "ship-1.8", "X"), draw(2, "1a-1g"))
    assert GAME.marks(state, 1)["planning.1"] == "crossed"
    assert GAME.marks(state, 2)["double.1"] == "crossed"


# --- actions --------------------------------------------------------------------------------------------------


def test_x_may_enter_a_section_opened_by_the_numbers_robot() -> None:
    state = laid_out(GAME, {}, offers=offered("planning"))
    state = after(state, number(1, "ship-1.8", 8), draw(1, "1b-2c"))
    assert fields(state, "planning") == slots(1, 1, 2, 3, 4, 6, 7, 9) | slots(2, 8, 9, 10)
    after(state, act(1, "planning", "ship-2.10", "X"), draw(1, "2g-2c"))


def test_plants_and_reactors_are_circled_on_the_ship_of_the_number() -> None:
    marks = drawn("1a-2b", "2b-3b")
    state = after(laid_out(GAME, marks, offers=offered("plant")), number(1, "ship-3.6", 8))
    assert fields(state, "plant") == {"plant.3-upper-right"}
    GAME.play(state, act(1, "plant", "plant.3-lower-right", "circled"))  # an equal plant
    for wrong in ("plant.1-upper-left", "plant.3-upper-left"):
        with pytest.raises(IllegalStep):
            GAME.play(state, act(1, "plant", wrong, "circled"))
    used_up = marks | circled("reactor.3-upper", "reactor.3-middle", "reactor.3-lower")
    state = after(laid_out(GAME, used_up, offers=offered("energy")), number(1, "ship-3.6", 8))
    assert GAME.turn(state) == 2


def test_astronaut_changes_the_number_and_its_cross_is_optional() -> None:
    state = laid_out(GAME, {}, offers=offered("astronaut", value=1))
    assert {mark for _, mark in places(state)} == {0, 1, 2, 3}
    changed = after(state, number(1, "ship-1.2", 0))
    assert "astronaut.1" in GAME.marks(after(changed, act(1, "astronaut", "astronaut.1", "crossed")), 1)
    assert "astronaut.1" not in GAME.marks(after(changed, Step(1, PASS)), 1)
    kept = after(state, number(1, "ship-1.2", 1), act(1, "astronaut", "astronaut.1", "crossed"))
    assert GAME.turn(kept) == 2
    other = GAME.play(changed, act(1, "astronaut", "astronaut.4", "crossed"))  # an equal astronaut
    assert "astronaut.4" in GAME.marks(other, 1) and "astronaut.1" not in GAME.marks(other, 1)


def test_changed_number_in_a_slot_with_a_robot_draws_first() -> None:
    state = after(laid_out(GAME, {}, offers=offered("astronaut")), number(1, "ship-1.1", 6))
    state = after(state, draw(1, "1a-2a"), act(1, "astronaut", "astronaut.1", "crossed"))
    assert [ink.by for ink in GAME.history(state, 1)[0].ink] == ["number", "bonus", "action"]


def test_pair_of_astronauts_earns_a_wild_for_the_next_turn() -> None:
    state = laid_out(GAME, {"astronaut.1": "crossed"}, offers=offered("astronaut", "robot"))
    state = after(state, number(1, "ship-1.2", 7), act(1, "astronaut", "astronaut.2", "crossed"))
    assert GAME.marks(state, 1)["wild.1"] == "circled"
    state = after(state, number(1, "ship-1.7", 8), with_wild(1, "water", "tank.1-b", "circled"))
    assert GAME.marks(state, 1)["wild.1"] == "circled+crossed"
    assert [ink.by for ink in GAME.history(state, 1)[1].ink] == ["number", "wild", "wild"]


# --- errors ---------------------------------------------------------------------------------------------------


def test_errors_are_crossed_from_the_top_and_two_allow_an_airlock() -> None:
    blocked = filled("module.1-a", "module.1-b")
    state = laid_out(GAME, blocked, blocked, offers=offered("robot", "robot", "robot"))
    assert [step.kind for step in GAME.legal_steps(state)] == ["error"]
    with pytest.raises(IllegalStep, match="not the next"):
        GAME.play(state, act(1, "error", "error.2", "crossed", "error"))
    state = after(state, act(1, "error", "error.1", "crossed", "error"), draw(1, "1g-1b", "error"))
    state = after(state, act(2, "error", "error.1", "crossed", "error"), Step(2, PASS))
    assert places(state) == {("ship-1.5", 8)}
    state = after(state, number(1, "ship-1.5", 8), double(1, 1), Step(1, PASS))
    state = after(state, act(2, "error", "error.2", "crossed", "error"), Step(2, PASS))
    state = after(state, act(1, "error", "error.2", "crossed", "error"), Step(1, PASS))
    state = after(state, act(2, "error", "error.3", "crossed", "error"))
    assert GAME.to_move(state) is None
    assert GAME.marks(state, 2)["double.1"] == "crossed"


# --- missions and the end -------------------------------------------------------------------------------------


def reactors(*ships: int) -> dict[str, Mark]:
    return circled(*(field for ship in ships for field in GAME.board.reactors[f"ship-{ship}"]))


def tanks(*ships: int) -> dict[str, Mark]:
    slots_of_ships = [slot for ship in ships for slot in GAME.board.ships[f"ship-{ship}"]]
    return circled(*(GAME.board.tank_of[slot] for slot in slots_of_ships if slot in GAME.board.tank_of))


def grown(*ships: int) -> dict[str, Mark]:
    """Return filled greenhouses with all their plants circled."""
    plants = circled(*(field for ship in ships for field in GAME.board.plants[f"ship-{ship}"]))
    return filled(*(f"greenhouse.{ship}" for ship in ships)) | plants


def without(marks: Marks, field: str) -> dict[str, Mark]:
    return {other: mark for other, mark in marks.items() if other != field}


SEVEN = ("1-a", "1-b", "2-a", "2-c", "3-a", "4-a", "5-b")


@pytest.mark.parametrize(
    ("card", "met", "last"),
    [
        ("A1", grown(1, 4, 6), "plant.4-lower-right"),
        ("A1", grown(2, 3, 5), "ship-3.1"),
        ("A2", grown(6), "plant.6-lower-right"),
        ("A2", grown(6), "ship-6.5"),
        ("B1", filled(*(f"module.{each}" for each in SEVEN)), "ship-2.9"),
        ("B2", filled("ship-1", "ship-4", "ship-6"), "ship-6.5"),
        ("C1", reactors(1, 4, 6), "reactor.6-middle"),
        ("C2", tanks(2, 3, 6), "tank.2-c"),
    ],
)
def test_missions_are_met_exactly_at_their_limits(card: str, met: dict[str, Mark], last: str) -> None:
    assert last in met
    assert GAME.claims[card].is_met(met)
    assert not GAME.claims[card].is_met(without(met, last))


def test_greenhouses_are_no_modules_for_the_mission_of_modules() -> None:
    six = filled(*(f"module.{each}" for each in SEVEN[:-1]))
    assert not GAME.claims["B1"].is_met(six | filled(*(f"greenhouse.{ship}" for ship in range(1, 7))))


def test_wild_earned_by_a_wild_waits_for_the_next_turn() -> None:
    sheet: dict[str, Mark] = {**dict.fromkeys(("astronaut.1", "astronaut.2", "astronaut.3"), "crossed")}
    state = laid_out(GAME, {**sheet, "wild.1": "circled"}, offers=offered("plant", "plant"))
    state = after(state, number(1, "ship-1.2", 8), with_wild(1, "astronaut", "astronaut.4", "crossed"))
    assert GAME.marks(state, 1)["wild.2"] == "circled" and GAME.turn(state) == 2


def test_third_error_or_lack_of_airlocks_gives_no_airlock() -> None:
    full: dict[str, Mark] = {slot: "X" for slot in GAME.slots if slot != "ship-1.4"}
    stuck = {**full, "ship-1.3": 9}
    state = laid_out(GAME, {**stuck, **ALL_DRAWN}, {}, offers=offered("water"))
    state = after(state, act(1, "error", "error.1", "crossed", "error"))
    assert GAME.to_move(state) == 2
    two: dict[str, Mark] = {**stuck, "error.1": "crossed", "error.2": "crossed"}
    state = laid_out(GAME, two, {}, offers=offered("water"))
    state = after(state, act(1, "error", "error.3", "crossed", "error"))
    assert GAME.to_move(state) == 2
