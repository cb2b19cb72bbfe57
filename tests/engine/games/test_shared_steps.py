"""Steps that are the same in several scenarios: numbers changed by astronauts, errors, missions claimed in turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import pytest

from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.editor import SheetEditor
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import act, after, circled, crossed, ink_of, laid_out, number, offered

GREY: dict[str, Mark] = {"target.1-left": "circled", "floor-1.5": "struck"}
# By scenario: a slot in which a number forces nothing else.
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
def test_an_astronaut_changes_the_number_by_up_to_two_and_is_crossed(scenario: str) -> None:
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
    last = game.play(kept, act(1, "astronaut", others[-1], "crossed"))  # any one will do
    assert game.marks(last, 1) == {slot: 15, others[-1]: "crossed"}


@pytest.mark.parametrize("scenario", SLOTS)
def test_a_number_can_be_changed_with_no_astronaut_left(scenario: str) -> None:
    game, slot = rules(scenario), SLOTS[scenario]
    state = laid_out(game, crossed(*game.board.astronauts), offers=offered("astronaut", value=15))
    assert ink_of(game, after(game, state, number(1, slot, 17))) == [(slot, 17, "number")]


# By scenario: a sheet with one empty slot, in which some numbers near 8 fit, but not 8 itself; what fits.
NARROW: Mapping[str, tuple[str, dict[str, Mark], int]] = {
    "journey": ("trajectory.35", {"trajectory.34": 9, "trajectory.36": 11, "wild.planning-1": "circled"}, 10),
    "colony": ("building.r6-c1", {"building.r6-c2": 7}, 6),
    "mine": ("level-1.11", {"level-1.10": 9, "level-1.12": 11}, 10),
    "dome": ("tower-1.7", {"tower-1.6": 9, "tower-1.8": 11}, 10),
    "virus": ("floor-5.9", {"floor-5.8": 9, "floor-5.10": 11, "wild.planning-1": "circled"}, 10),
    "escape": ("ship-1.7", {"ship-1.6": 9, "ship-1.8": 11, "wild.1": "circled"}, 10),
}


@pytest.mark.parametrize("scenario", NARROW)
def test_no_error_while_a_changed_number_fits_but_one_while_only_a_wild_would_help(scenario: str) -> None:
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
