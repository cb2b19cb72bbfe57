"""Test steps that several scenarios share: numbers changed by astronauts, errors, missions claimed in turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import cast

import pytest

from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.editor import SheetEditor
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine import by_hand
from tests.engine.by_hand import act, after, choices, circled, crossed, ink_of, number, offered

laid_out = partial(by_hand.laid_out, turn=1)  # with virus, all players have set up
# By scenario, a slot in which a number forces nothing else.
SLOTS = {
    "journey": "trajectory.1",
    "colony": "building.r6-c1",
    "mine": "level-3.7",
    "dome": "tower-1.7",
    "virus": "floor-2.8",
}


def rules(scenario: str) -> NumberGame[SheetEditor]:
    return cast(NumberGame[SheetEditor], rules_of(load_sheet(scenario)))


def error(place: int) -> Step:
    return act(1, "error", f"error.{place}", "crossed", "error")


@pytest.mark.parametrize("scenario", SLOTS)
def test_astronaut_changes_number_by_up_to_two_and_is_crossed(scenario: str) -> None:
    game, slot = rules(scenario), SLOTS[scenario]
    first, *others = game.board.astronauts
    for value, values in ((1, {0, 1, 2, 3}), (15, {13, 14, 15, 16, 17})):
        state = laid_out(game, {}, offers=offered("astronaut", value=value))
        assert {step.ink[0].mark for step in game.legal_steps(state)} == values
        changed = after(game, state, number(1, slot, value + 2))
        assert ink_of(game, changed) == [(slot, value + 2, "number"), (first, "crossed", "action")]
        with pytest.raises(IllegalStep):
            game.play(state, number(1, slot, value + 3))
    kept = after(game, state, number(1, slot, 15))
    assert {step.kind for step in game.legal_steps(kept)} == {"astronaut", PASS}
    assert ink_of(game, after(game, kept, Step(1, PASS))) == [(slot, 15, "number")]
    last = game.play(kept, act(1, "astronaut", others[-1], "crossed"))  # any astronaut is allowed
    assert game.marks(last, 1) == {slot: 15, others[-1]: "crossed"}


@pytest.mark.parametrize(("scenario", "slot"), [*SLOTS.items(), ("escape", "ship-1.2")])
def test_number_can_be_changed_without_an_astronaut_left(scenario: str, slot: str) -> None:
    game = rules(scenario)
    state = laid_out(game, crossed(*game.board.astronauts), offers=offered("astronaut", value=15))
    assert ink_of(game, after(game, state, number(1, slot, 17))) == [(slot, 17, "number")]


# By scenario, a slot, a sheet with only that slot empty, and a number near 8 that fits although 8 does not.
NARROW: Mapping[str, tuple[str, dict[str, Mark], int]] = {
    "journey": ("trajectory.35", {"trajectory.34": 9, "trajectory.36": 11, "wild.planning-1": "circled"}, 10),
    "colony": ("building.r6-c1", {"building.r6-c2": 7}, 6),
    "mine": ("level-1.11", {"level-1.10": 9, "level-1.12": 11}, 10),
    "dome": ("tower-1.7", {"tower-1.6": 9, "tower-1.8": 11}, 10),
    "virus": ("floor-5.9", {"floor-5.8": 9, "floor-5.10": 11, "wild.planning-1": "circled"}, 10),
    "escape": ("ship-1.7", {"ship-1.6": 9, "ship-1.8": 11, "wild.1": "circled"}, 10),
}


@pytest.mark.parametrize("scenario", NARROW)
def test_fitting_changed_number_forbids_an_error_but_a_wild_does_not(scenario: str) -> None:
    game, (slot, beside, fits) = rules(scenario), NARROW[scenario]
    sheet = {**{other: "X" for other in game.slots if other != slot}, **beside}
    changed = laid_out(game, sheet, offers=offered("astronaut"))
    steps = [step for step in game.legal_steps(changed) if len(step.ink) == 1]
    assert {(step.kind, step.ink[0].field, step.ink[0].mark) for step in steps} >= {("number", slot, fits)}
    assert {step.kind for step in game.legal_steps(changed)} == {"number"}
    with pytest.raises(IllegalStep, match="only be crossed when no number"):
        game.play(changed, error(1))
    plain = laid_out(game, sheet, offers=offered("robot"))
    has_wild = "circled" in beside.values()
    assert {step.kind for step in game.legal_steps(plain)} == {"error"} | ({"number"} if has_wild else set())
    with pytest.raises(IllegalStep, match="not the next"):
        game.play(plain, error(2))


TANKS = circled("tank.r6-c1", "tank.r5-c3", "tank.r2-c5", "tank.r1-c4")
SIX_TANKS = {**circled(*(f"tank.{k}" for k in range(1, 7))), "cut.20": "drawn"}
GREENHOUSE = {"ship-6.5": "X", **circled("plant.6-lower-right")}


@pytest.mark.parametrize(
    ("scenario", "sheet", "slots", "card", "first", "later"),
    [
        ("journey", SIX_TANKS, ("trajectory.9", "trajectory.31"), "C1", 9, 5),
        ("colony", TANKS, ("building.r6-c4", "building.r5-c1"), "C2", 9, 5),
        ("escape", GREENHOUSE, ("ship-1.2", "ship-1.6"), "A2", 7, 3),
    ],
)
def test_missions_are_written_with_the_value_of_their_turn(
    scenario: str, sheet: dict[str, Mark], slots: tuple[str, str], card: str, first: int, later: int
) -> None:
    game, box = rules(scenario), f"mission.{card[0].lower()}"
    offers = [*offered("water"), *offered("water", value=9)]
    missions = {"A": "A1", "B": "B1", "C": "C1", card[0]: card}
    state = laid_out(game, sheet, sheet, offers=offers, missions=missions)
    claims = [act(seat, "claim", box, value, "mission") for seat, value in ((1, first), (2, later))]
    for slot, value in zip(slots, (8, 9), strict=True):
        for seat in (1, 2):
            state = after(game, state, number(seat, slot, value))
        if slot == slots[0]:
            state = after(game, state, claims[0])
            with pytest.raises(IllegalStep, match=f"worth {first}"):
                game.play(state, claims[1])
            state = after(game, state, Step(2, PASS))
    state = after(game, state, claims[1])
    assert [game.marks(state, seat)[box] for seat in (1, 2)] == [first, later]


# By scenario: a slot with a tank, the tank, and a slot without one.
WITH_TANK = {
    "journey": ("trajectory.2", "tank.1", "trajectory.1"),
    "colony": ("building.r5-c3", "tank.r5-c3", "building.r5-c1"),
    "virus": ("floor-2.10", "tank.2-right", "floor-2.8"),
    "escape": ("ship-1.3", "tank.1-a", "ship-1.2"),
}


@pytest.mark.parametrize("scenario", WITH_TANK)
def test_water_circles_only_the_tank_of_the_number(scenario: str) -> None:
    game, (slot, tank, without) = rules(scenario), WITH_TANK[scenario]
    state = laid_out(game, {}, offers=offered("water"))
    assert game.turn(after(game, state, number(1, without, 8))) == 2  # water has no target there
    state = after(game, state, number(1, slot, 8))
    assert choices(game, state) == {tank}
    for other in set(game.board.tank_of.values()) - {tank}:
        with pytest.raises(IllegalStep):
            game.play(state, act(1, "water", other, "circled"))
    assert (tank, "circled", "action") in ink_of(game, after(game, state, act(1, "water", tank, "circled")))


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("scenario", WITH_TANK)
def test_x_crosses_a_remaining_planning_symbol_and_waters_nothing(scenario: str, left: bool) -> None:
    game, (slot, _, without) = rules(scenario), WITH_TANK[scenario]
    symbols = [field.id for field in game.sheet.fields_of_symbol("planning")]
    used = crossed(*symbols[:-1], *([] if left else symbols[-1:]))
    state = laid_out(game, used, offers=offered("planning"))
    state = after(game, state, number(1, without, 8))
    assert ink_of(game, after(game, state, Step(1, PASS))) == [(without, 8, "number")]
    state = after(game, state, act(1, "planning", slot, "X"))
    made = [(field, mark) for field, mark, _ in ink_of(game, state)[:3]]
    assert made == [(without, 8), (slot, "X"), *([(symbols[-1], "crossed")] if left else [])]


# By scenario: the wild of a pair of astronauts, a slot, and the cause of the mark that a wild takes.
WILDS: Mapping[str, tuple[str, str, Cause]] = {
    "journey": ("wild.astronaut-1", "trajectory.9", "wild"),
    "virus": ("wild.astronaut-1", "floor-2.8", "action"),
    "escape": ("wild.1", "ship-1.2", "wild"),
}


@pytest.mark.parametrize("scenario", WILDS)
def test_wild_takes_any_action_or_none_and_can_change_the_number(scenario: str) -> None:
    game, (wild, slot, cause) = rules(scenario), WILDS[scenario]
    spent = Ink(wild, "crossed", "wild")
    state = laid_out(game, circled(wild), offers=offered("robot"))
    written = after(game, state, number(1, slot, 8))
    steps = [step for step in game.legal_steps(written) if step.ink[:1] == (spent,)]
    assert {step.kind for step in steps} >= {"unused", "robot", "energy", "plant", "planning", "astronaut"}
    assert {step.ink[1].by for step in steps if step.ink[1:]} == {cause}
    unused = after(game, written, Step(1, "unused", (spent,)))
    assert game.marks(unused, 1) == {wild: "circled+crossed", slot: 8}
    with pytest.raises(IllegalStep, match="or a wild"):
        game.play(after(game, laid_out(game, {}, offers=offered("robot")), number(1, slot, 8)), steps[-1])
    changed = game.play(state, Step(1, "number", (spent, Ink(slot, 6, "number")), 1))
    if scenario == "escape":  # escape crosses the astronaut in a step of its own
        changed = after(game, changed, act(1, "astronaut", "astronaut.1", "crossed", "wild"))
    assert [by for _, _, by in ink_of(game, changed)] == ["wild", "number", cause]


@pytest.mark.parametrize("scenario", WILDS)
def test_pair_of_astronauts_earns_a_wild(scenario: str) -> None:
    game, (wild, slot, _) = rules(scenario), WILDS[scenario]
    first, second, *_ = game.board.astronauts
    state = after(game, laid_out(game, crossed(first), offers=offered("astronaut")), number(1, slot, 8))
    state = game.play(state, act(1, "astronaut", second, "crossed"))
    assert ink_of(game, state)[1:] == [(second, "crossed", "action"), (wild, "circled", "bonus")]
