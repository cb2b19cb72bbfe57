"""Test set-up, numbers, actions, viruses and refusals of virus, one table at a time."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.games.virus._rules import Virus
from fairsheet.engine.play.game import IllegalStep, Outside, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine import by_hand
from tests.engine.by_hand import (
    MISSIONS,
    HandDeal,
    act,
    after,
    choices,
    circled,
    crossed,
    decline,
    number,
    offered,
)

laid_out = partial(by_hand.laid_out, turn=1)  # all players have set up
FACTS = Virus(load_sheet("virus")).board
GREY: dict[str, Mark] = {"target.1-left": "circled", "floor-1.5": "struck"}


@pytest.fixture(scope="module")
def virus() -> Virus:
    return Virus(load_sheet("virus"))


def strike(seat: int, slot: str) -> Step:
    return act(seat, "strike", slot, "struck", "incident")


def claim(seat: int, letter: str, value: int) -> Step:
    return act(seat, "claim", f"mission.{letter}", value, "mission")


def error(seat: int, place: int) -> Step:
    return act(seat, "error", f"error.{place}", "crossed", "error")


def without_claims(game: Virus, state: State) -> State:
    """Return the next turn, or the next strike, with all claims declined."""
    while state.claiming and not state.over:
        state = game.play(state, decline(game.to_move(state) or 0))
    return state


def quarter(name: str, count: int = 5, mark: Mark = "X") -> dict[str, Mark]:
    """Return the first slots of a quarter filled, and its ring if it is complete."""
    found = FACTS.quarters[f"quarter.{name}"]
    ring: dict[str, Mark] = {found.ring: "circled"} if count == len(found.slots) else {}
    return {**dict.fromkeys(found.slots[:count], mark), **ring}


def closed(*ways: str) -> dict[str, Mark]:
    return {f"walkway.{way}": "drawn" for way in ways}


def cut_off(*names: str) -> dict[str, Mark]:
    return {way: "drawn" for name in names for way in FACTS.ways_from[f"quarter.{name}"]}


def track(kind: str, count: int) -> dict[str, Mark]:
    """Return symbols of a track, with the rows that they fill and the same number of plants or tanks."""
    marks = crossed(*FACTS.tracks[kind].symbols[:count])
    for row in FACTS.tracks[kind].rows:
        if row.symbols[-1] in marks:
            marks |= crossed(row.value, row.bonus)
    return marks


def active(*colours: str) -> dict[str, Mark]:
    targets = {name: FACTS.target_of[f"activation.{name}"] for name in colours}
    return {**crossed(*(f"activation.{name}" for name in colours)), **circled(*targets.values())}


# --- setting up ------------------------------------------------------------------------------------------


def test_each_player_circles_a_target_and_strikes_its_quarter(virus: Virus) -> None:
    deal: Any = HandDeal(2, (), MISSIONS)
    state = virus.start(deal)
    assert virus.turn(state) == 0
    chosen = {(step.ink[0].field, step.ink[1].field) for step in virus.legal_steps(state)}
    assert len(chosen) == 20
    assert {target for target, _ in chosen} == {
        "target.1-left",
        "target.2-right",
        "target.4-left",
        "target.5-right",
    }
    for seat, target, slot in ((1, "target.4-left", "floor-4.3"), (2, "target.5-right", "floor-5.10")):
        ink = (Ink(target, "circled", "setup"), Ink(slot, "struck", "setup"))
        state = after(virus, state, Step(seat, "setup", ink))
    assert virus.turn(state) == 1
    assert dict(virus.marks(state, 2)) == {"target.5-right": "circled", "floor-5.10": "struck"}
    assert virus.history(state, 1)[0].turn == 0


@pytest.mark.parametrize(
    ("target", "slot"), [("target.3-middle", "floor-3.6"), ("target.4-left", "floor-4.6")]
)
def test_set_up_elsewhere_is_refused(virus: Virus, target: str, slot: str) -> None:
    deal: Any = HandDeal(2, (), MISSIONS)
    state = virus.start(deal)
    with pytest.raises(IllegalStep, match="circle one empty target"):
        virus.play(state, Step(1, "setup", (Ink(target, "circled", "setup"), Ink(slot, "struck", "setup"))))


# --- numbers and errors ----------------------------------------------------------------------------------


def test_numbers_on_a_floor_ascend_and_ignore_x_and_struck_slots(virus: Virus) -> None:
    marks: dict[str, Mark] = {"floor-1.2": 4, "floor-1.3": "X", "floor-1.5": "struck", "floor-1.8": 9}
    full = {slot: "X" for floor in ("2", "3", "4", "5") for slot in FACTS.floors[f"floor-{floor}"]}
    state = laid_out(virus, {**GREY, **full, **marks}, offers=offered("robot", value=7))
    assert choices(virus, state, "number") == {"floor-1.4", "floor-1.6", "floor-1.7"}
    with pytest.raises(IllegalStep, match="ascending order of floor-1"):
        virus.play(state, number(1, "floor-1.9", 7))


def test_error_needs_a_turn_in_which_no_number_fits(virus: Virus) -> None:
    state = laid_out(virus, GREY, offers=offered("robot"))
    with pytest.raises(IllegalStep, match="only be crossed when no number can be written"):
        virus.play(state, error(1, 1))


def almost_full(*left: str) -> dict[str, Mark]:
    """Return a sheet with X in all slots except these, a greatest number before them, and rings."""
    marks: dict[str, Mark] = dict.fromkeys(FACTS.slots, "X")
    for name in FACTS.quarters.values():
        if not set(left) & set(name.slots):
            marks[name.ring] = "circled"
    marks["target.1-left"], marks["floor-1.5"] = "circled", "struck"
    return {slot: mark for slot, mark in marks.items() if slot not in left}


def test_second_and_third_error_infect_their_own_sheet(virus: Virus) -> None:
    stuck = almost_full("floor-1.1", "floor-1.2", "floor-1.3") | {"floor-1.4": 1}
    for before, struck in (((), False), (("error.1",), True)):
        state = laid_out(virus, {**stuck, **crossed(*before)}, GREY, offers=offered("robot"))
        state = after(virus, state, error(1, len(before) + 1), number(2, "floor-2.5", 8), decline(2))
        assert bool(choices(virus, state, "strike")) == struck
    state = without_claims(virus, after(virus, state, strike(1, "floor-1.2")))
    assert virus.marks(state, 1)["floor-1.2"] == "struck" and virus.turn(state) == 2


# --- actions ---------------------------------------------------------------------------------------------


def written(virus: Virus, marks: Marks, action: str, slot: str = "floor-2.8", value: int = 8) -> State:
    state = laid_out(virus, {**GREY, **marks}, offers=offered(action, value=value))
    return after(virus, state, number(1, slot, value))


def test_robot_closes_any_open_walkway(virus: Virus) -> None:
    state = written(virus, closed("1-left-to-3-left"), "robot")
    assert len(choices(virus, state, "robot")) == 21
    state = after(virus, state, act(1, "robot", "walkway.3-right-to-5-right", "drawn"))
    assert virus.marks(state, 1)["walkway.3-right-to-5-right"] == "drawn"


def test_energy_and_plant_are_in_the_quarter_of_the_number(virus: Virus) -> None:
    assert choices(virus, written(virus, {}, "energy"), "energy") == {"energy.2-right-2"}
    state = written(virus, {}, "plant")
    assert choices(virus, state, "plant") == {"plant.2-right-1"}
    state = after(virus, state, act(1, "plant", "plant.2-right-1", "circled"))
    assert virus.marks(state, 1)["plant-track.1"] == "crossed"
    assert virus.turn(written(virus, circled("plant.2-right-1"), "plant")) == 2  # there is no plant to circle


def test_any_equal_energy_is_allowed(virus: Virus) -> None:
    state = virus.play(written(virus, {}, "energy"), act(1, "energy", "energy.2-right-3", "circled"))
    assert virus.marks(state, 1)["energy.2-right-3"] == "circled"
    with pytest.raises(IllegalStep, match="energy does not allow"):
        virus.play(written(virus, {}, "energy"), act(1, "energy", "energy.2-middle-2", "circled"))


def test_planning_writes_an_x_and_crosses_its_symbol(virus: Virus) -> None:
    state = written(virus, crossed("planning.1"), "planning")
    state = after(virus, state, act(1, "planning", "floor-5.4", "X"))
    marks = virus.marks(state, 1)
    assert (marks["planning.2"], marks["wild.planning-1"]) == ("crossed", "circled")


def test_full_row_of_plants_closes_a_walkway(virus: Virus) -> None:
    state = written(virus, {**track("plant", 1), **circled("plant.1-left-1")}, "plant")
    state = after(virus, state, act(1, "plant", "plant.2-right-1", "circled"))
    marks = virus.marks(state, 1)
    assert (marks["plant-score.1"], marks["plant-bonus.1"]) == ("crossed", "crossed")
    assert len(choices(virus, state, "robot")) == 22
    with pytest.raises(IllegalStep):
        virus.play(state, decline(1))
    state = after(virus, state, act(1, "robot", "walkway.1-left-to-4-left", "drawn", "bonus"))
    assert virus.turn(state) == 2


def test_full_row_of_drops_circles_an_energy_of_an_open_quarter(virus: Virus) -> None:
    marks = {**track("water", 1), **circled("tank.3-left"), **quarter("1-middle"), **quarter("2-right", 4)}
    state = written(virus, marks, "water", "floor-2.10")
    state = after(virus, state, act(1, "water", "tank.2-right", "circled"))
    left = {name for name in FACTS.quarters if name not in ("quarter.1-middle", "quarter.2-right")}
    assert choices(virus, state, "energy") == {f"energy.{name.removeprefix('quarter.')}-2" for name in left}
    state = virus.play(state, act(1, "energy", "energy.4-left-3", "circled", "bonus"))
    assert virus.marks(state, 1)["evacuated.2-right"] == "circled"


def test_energy_of_the_action_precedes_the_evacuation(virus: Virus) -> None:
    state = written(virus, quarter("2-right", 4), "energy", "floor-2.10")
    state = after(virus, state, act(1, "energy", "energy.2-right-2", "circled"))
    causes = [ink.field for ink in virus.history(state, 1)[0].ink]
    assert causes == ["floor-2.10", "energy.2-right-2", "evacuated.2-right"]


def test_row_with_an_impossible_action_is_still_crossed(virus: Virus) -> None:
    shut: dict[str, Mark] = dict.fromkeys(FACTS.walkways, "drawn")
    state = written(virus, {**shut, **track("plant", 1), **circled("plant.1-left-1")}, "plant")
    state = after(virus, state, act(1, "plant", "plant.2-right-1", "circled"))
    assert virus.marks(state, 1)["plant-bonus.1"] == "crossed"
    assert virus.turn(without_claims(virus, state)) == 2
    lit = circled(*(energy for each in FACTS.quarters.values() for energy in each.energies))
    state = written(virus, {**lit, **track("water", 1), **circled("tank.3-left")}, "water", "floor-2.10")
    state = after(virus, state, act(1, "water", "tank.2-right", "circled"))
    assert virus.marks(state, 1)["water-bonus.1"] == "crossed"
    assert virus.turn(without_claims(virus, state)) == 2


def test_x_evacuates_the_quarter_that_it_completes(virus: Virus) -> None:
    state = written(virus, quarter("4-left", 4), "planning")
    state = after(virus, state, act(1, "planning", "floor-4.5", "X"))
    assert Ink("evacuated.4-left", "circled", "incident") in virus.history(state, 1)[0].ink


# --- viruses ---------------------------------------------------------------------------------------------


def quiet(seat: int) -> Step:
    """Return a number without effects: its action is water, and its slot has no tank."""
    return number(seat, "floor-2.1", 8)


def test_fifth_plant_activates_green_for_all_players(virus: Virus) -> None:
    ada = {**GREY, **track("plant", 4)}
    state = laid_out(virus, ada, GREY, offers=offered("plant"))
    state = after(virus, state, number(1, "floor-2.8", 8), act(1, "plant", "plant.2-right-1", "circled"))
    state = after(virus, state, number(2, "floor-2.9", 8), decline(2))
    assert choices(virus, state, "strike") == {f"floor-1.{k}" for k in range(1, 5)}
    state = after(virus, state, strike(1, "floor-1.1"), strike(1, "floor-2.5"))
    state = after(virus, state, strike(2, "floor-1.2"), strike(2, "floor-2.1"))
    causes: list[tuple[int, Cause]] = [(1, "bonus"), (2, "race")]
    for seat, by in causes:
        ink = virus.history(state, seat)[-1].ink
        assert Ink("activation.green", "crossed", by) in ink and Ink("target.2-middle", "circled", by) in ink
    assert virus.turn(state) == 2


def spread_set_off(virus: Virus, *setters: int) -> set[int]:
    """Return the players who suffer if these of three players cross the eighth plant."""
    marks = {**GREY, **track("plant", 7), **active("green")}
    state = laid_out(virus, marks, marks, marks, offers=offered("plant"))
    for seat in (1, 2, 3):
        state = after(virus, state, number(seat, "floor-2.8", 8))
        step = act(seat, "plant", "plant.2-right-1", "circled") if seat in setters else decline(seat)
        state = after(virus, state, step)
    suffering = set()
    while virus.turn(state) == 1:
        suffering.add(virus.to_move(state) or 0)
        state = virus.play(state, virus.legal_steps(state)[0])
    assert all(virus.marks(state, seat)["spread.plant-1"] == "crossed" for seat in (1, 2, 3))
    return suffering


def test_spread_hits_all_players_except_those_who_set_it_off(virus: Virus) -> None:
    assert spread_set_off(virus, 1) == {2, 3}
    assert spread_set_off(virus, 1, 3) == {2}
    assert spread_set_off(virus, 1, 2, 3) == set()


def test_effects_of_absent_players_are_applied(virus: Virus) -> None:
    for field, strikes in (("spread.water-1", 1), ("activation.blue", 2), ("mission.a", 2)):
        state = laid_out(virus, GREY, offers=offered("water"), outside=[Outside(1, (field,))])
        state = after(virus, state, quiet(1))
        for _ in range(strikes):
            state = virus.play(state, virus.legal_steps(state)[0])
        assert virus.turn(state) == 2
        assert sum(ink.mark == "struck" for ink in virus.history(state, 1)[-1].ink) == strikes


WORKED: dict[str, Mark] = {
    "target.1-left": "circled", "floor-1.1": "struck", "floor-1.2": "struck", "floor-4.6": "struck",
    **{f"floor-1.{k}": k for k in range(3, 11)}, **circled("evacuated.1-left", "evacuated.1-middle"),
    **{f"floor-4.{k}": k for k in range(7, 10)}, **active("blue"),
    **closed("1-left-to-3-left", "1-middle-to-3-left", "1-middle-to-3-middle"),
}  # fmt: skip


def test_propagation_follows_the_worked_example(virus: Virus) -> None:
    state = after(virus, laid_out(virus, WORKED, offers=offered("water")), quiet(1), claim(1, "a", 8))
    assert choices(virus, state, "strike") == {f"floor-4.{k}" for k in range(1, 6)}
    state = after(virus, state, strike(1, "floor-4.1"))
    assert choices(virus, state, "strike") == {f"floor-2.{k}" for k in range(2, 6)}
    state = after(virus, state, strike(1, "floor-2.5"), strike(1, "floor-4.10"))
    marks = virus.marks(state, 1)
    assert marks["evacuated.4-middle"] == "circled" and virus.turn(state) == 2


def test_virus_strikes_at_home_while_there_is_room(virus: Virus) -> None:
    marks = {**GREY, **quarter("1-left", 3)}
    state = after(
        virus,
        laid_out(virus, marks, offers=offered("water"), outside=[Outside(1, ("spread.water-1",))]),
        quiet(1),
    )
    assert choices(virus, state, "strike") == {"floor-1.4"}
    state = after(virus, state, strike(1, "floor-1.4"))  # it completed the quarter itself: no spread
    assert virus.marks(state, 1)["evacuated.1-left"] == "circled" and virus.turn(state) == 2


def test_quarter_completed_before_its_turn_spreads_at_once(virus: Virus) -> None:
    marks = {**GREY, **quarter("1-left"), **closed("1-left-to-3-left", "1-left-to-4-left"), **active("red")}
    marks |= {**quarter("1-middle", 4), **closed("1-middle-to-3-left", "1-middle-to-3-middle")}
    state = laid_out(virus, marks, offers=offered("water"), outside=[Outside(1, ("spread.water-1",))])
    state = after(virus, state, number(1, "floor-4.1", 8), strike(1, "floor-1.10"))
    assert choices(virus, state, "strike") == {f"floor-2.{k}" for k in range(1, 6)}
    state = without_claims(virus, after(virus, state, strike(1, "floor-2.1")))
    assert virus.turn(state) == 2


def test_closed_walkways_and_complete_quarters_stop_a_virus(virus: Virus) -> None:
    marks = {**GREY, **quarter("1-left"), **quarter("3-left"), **quarter("4-left")}
    marks |= closed("1-left-to-1-middle")
    state = laid_out(virus, marks, offers=offered("water"), outside=[Outside(1, ("spread.water-1",))])
    assert virus.turn(without_claims(virus, after(virus, state, quiet(1)))) == 2


def test_strike_elsewhere_is_refused(virus: Virus) -> None:
    state = laid_out(virus, GREY, offers=offered("water"), outside=[Outside(1, ("spread.water-1",))])
    state = after(virus, state, quiet(1))
    for slot in ("floor-1.6", "floor-1.5"):
        with pytest.raises(IllegalStep, match=r"an empty slot of quarter\.1-left"):
            virus.play(state, strike(1, slot))


# --- missions and the end --------------------------------------------------------------------------------


def test_first_claim_infects_all_players_and_allows_more_claims(virus: Virus) -> None:
    bea = {**GREY, **quarter("4-left"), **quarter("1-left", 3)}
    state = laid_out(virus, WORKED, bea, offers=offered("water"))
    state = after(virus, state, quiet(1), quiet(2), claim(1, "a", 8))
    state = after(virus, state, strike(1, "floor-4.1"), strike(1, "floor-2.5"), strike(1, "floor-4.10"))
    state = after(virus, state, strike(2, "floor-1.4"), strike(2, "floor-1.6"))
    assert claim(2, "a", 8) in virus.legal_steps(state)  # still the turn of the first claim
    state = after(virus, state, claim(2, "a", 8))
    assert virus.turn(state) == 2
    assert Ink("activation.red", "crossed", "race") in virus.history(state, 2)[-1].ink


def test_later_claim_activates_nothing(virus: Virus) -> None:
    marks = {**GREY, **cut_off("1-left", "2-right", "4-left"), **active("purple"), "mission.b": 11}
    state = laid_out(virus, marks, {**marks, "mission.b": 11}, offers=offered("water"))
    state = replace(state, claimed={"B1": 0})
    players = [
        replace(p, marks={k: v for k, v in p.marks.items() if k != "mission.b"}) for p in state.players
    ]
    state = replace(state, players=tuple(players))
    state = after(virus, state, quiet(1), quiet(2), claim(1, "b", 4))
    assert virus.turn(after(virus, state, decline(2))) == 2


FLOOR_1 = [f"{kind}.{q}-{k}" for kind, k in (("energy", 2), ("energy", 3)) for q in ("1-left", "1-middle")]
FLOOR_5 = [f"{kind}.{q}-{k}" for kind, k in (("energy", 2), ("energy", 3)) for q in ("5-middle", "5-right")]
GREEN_1 = ["plant.1-left-1", "plant.1-middle-1", "tank.1-left", "tank.1-middle"]
GREEN_4 = ["plant.4-left-1", "plant.4-middle-1", "plant.4-middle-2", "tank.4-left", "tank.4-middle"]


@pytest.mark.parametrize(
    ("card", "met", "needed"),
    [
        ("A1", circled("evacuated.1-left", "evacuated.5-right"), "evacuated.1-left"),
        ("A2", circled("evacuated.1-left", "evacuated.1-middle"), "evacuated.1-middle"),
        ("A2", circled("evacuated.3-left", "evacuated.3-middle", "evacuated.3-right"), "evacuated.3-middle"),
        ("B1", cut_off("1-left", "4-left", "5-right"), "walkway.1-left-to-4-left"),
        ("B2", cut_off("2-middle", "4-middle"), "walkway.4-left-to-4-middle"),
        ("C1", circled(*FLOOR_1, *FLOOR_5), "energy.5-right-3"),
        ("C2", circled(*GREEN_1, *GREEN_4), "tank.4-left"),
    ],
)
def test_missions_are_met_at_their_limits(virus: Virus, card: str, met: dict[str, Mark], needed: str) -> None:
    claim_of = virus.claims[card]
    assert claim_of.is_met(met)
    assert not claim_of.is_met({field: mark for field, mark in met.items() if field != needed})


def test_rings_of_incomplete_quarters_are_optional_at_the_end(virus: Virus) -> None:
    stuck = almost_full("floor-1.1", "floor-1.2", "floor-1.3") | {
        "floor-1.4": 1,
        **crossed("error.1", "error.2"),
    }
    for mark_order in ((), (("evacuated.1-left", "circled"),)):
        state = laid_out(virus, stuck, offers=offered("robot"), mark_orders={1: mark_order})
        state = after(virus, state, error(1, 3), strike(1, "floor-1.2"))
        if virus.to_move(state) is not None:
            state = after(virus, state, decline(1))
        assert virus.to_move(state) is None
        assert ("evacuated.1-left" in virus.marks(state, 1)) == bool(mark_order)
