"""Test signs, bonuses, actions, flags, missions and refusals of battle, one table at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.battle._rules import Battle
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink, Turn
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import after, crossed, laid_out
from tests.engine.games.battle.test_games import boxes

# signs of sheet 1; sheet 2 has them reversed
SHIPS: dict[str, Mark] = {"sign.near": "circle", "sign.far": "cross"}
OTHER: dict[str, Mark] = {"sign.near": "cross", "sign.far": "circle"}
SIZES = {1: 3, 2: 5, 3: 5, 4: 7, 5: 5, 6: 5, 7: 3}


@pytest.fixture(scope="module")
def battle() -> Battle:
    return Battle(load_sheet("battle"))


def offered(*offers: tuple[int, str]) -> list[list[Offer]]:
    """Return turns in which all three offers are the same."""
    return [[Offer(number, action)] * 3 for number, action in offers]


def table(
    game: Battle,
    offers: Sequence[Sequence[Offer]],
    first: Mapping[str, Mark] = {},
    second: Mapping[str, Mark] = {},
    turn: int = 1,
    missions: Mapping[str, str] | None = None,
    mark_order: Sequence[tuple[str, Mark]] = (),
) -> State:
    """Return two players at the start of a turn, with signs and this ink on the two sheets."""
    state = laid_out(
        game,
        {**SHIPS, **first},
        {**OTHER, **second},
        offers=[*offered(*[(8, "robot")] * (turn - 1)), *offers],
        missions=missions or {"A": "A1", "B": "B1", "C": "C1"},
        mark_orders={1: mark_order},
    )
    past = tuple(Turn(number, None, ()) for number in range(turn))
    return replace(state, turn=turn, players=tuple(replace(each, turns=past) for each in state.players))


def on_planet(planet: int, *signs: Mark) -> dict[str, Mark]:
    return {f"planet-{planet}.{place}": sign for place, sign in enumerate(signs, start=1)}


def ink(field: str, mark: Mark, by: Cause, sheet: int = 1) -> Ink:
    return Ink(field, mark, by, sheet)


def sign(seat: int, field: str, mark: Mark, sheet: int = 1, *used: str, offer: int = 1) -> Step:
    crosses = (ink(each, "crossed", "wild", sheet) for each in used)
    return Step(seat, "number", (*crosses, ink(field, mark, "number", sheet)), offer)


def targets(game: Battle, state: State) -> set[str]:
    """Return the last field of every legal step; PASS means declining."""
    return {step.ink[-1].field if step.ink else PASS for step in game.legal_steps(state)}


def new_ink(game: Battle, before: State, now: State, seat: int = 1) -> list[tuple[str, Mark, str]]:
    """Return what a player has written since: fields, marks and causes."""
    old = [each for turn in game.history(before, seat) for each in turn.ink]
    made = [each for turn in game.history(now, seat) for each in turn.ink]
    return [(each.field, each.mark, each.by) for each in made[len(old) :]]


# --- set-up -------------------------------------------------------------------------------------------------


def test_neighbours_draw_different_signs_on_both_sheets(battle: Battle) -> None:
    state = laid_out(battle, {}, {}, {})
    first = Step(1, "setup", (ink("sign.near", "cross", "setup", 1), ink("sign.far", "cross", "setup", 3)))
    state = after(battle, state, first)
    same = Step(2, "setup", (ink("sign.near", "cross", "setup", 2), ink("sign.far", "cross", "setup", 1)))
    with pytest.raises(IllegalStep, match="no neighbour has"):
        battle.play(state, same)
    state = battle.play(state, battle.legal_steps(state)[0])
    (left,) = battle.legal_steps(state)
    state = battle.play(state, left)
    assert (battle.turn(state), battle.to_move(state)) == (1, 1)
    assert dict(battle.marks(state, 3)) == {"sign.far": "cross", "sign.near": "triangle"}
    assert battle.history(state, 1) == (Turn(0, None, first.ink),)


def test_odd_turns_use_the_left_sheet_and_even_turns_the_right(battle: Battle) -> None:
    state = laid_out(battle, {}, {}, {}, offers=offered((1, "robot"), (8, "robot")))
    movers, wrote = [], []
    while battle.turn(state) < 3:
        step = battle.legal_steps(state)[-1]
        if battle.turn(state) and step.kind == "number":
            movers.append(step.seat)
            wrote.append(step.ink[-1].sheet)
        state = battle.play(state, step)
    assert movers == [1, 2, 3, 2, 3, 1]
    assert wrote == [1, 2, 3, 1, 2, 3]


# --- numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "planets"),
    [(1, {1}), (3, {1, 2}), (4, {2}), (7, {3, 4}), (8, {4}), (11, {5, 6}), (13, {6, 7}), (15, {7})],
)
def test_numbers_lead_to_planets(battle: Battle, number: int, planets: set[int]) -> None:
    state = table(battle, offered((number, "robot")))
    assert targets(battle, state) == {f"planet-{planet}.1" for planet in planets}


def test_astronaut_offer_changes_the_number_by_up_to_two(battle: Battle) -> None:
    state = table(battle, offered((8, "astronaut")))
    assert targets(battle, state) == {"planet-3.1", "planet-4.1", "planet-5.1"}


def test_signs_go_into_the_first_free_space(battle: Battle) -> None:
    state = table(battle, offered((8, "robot")), on_planet(4, "cross", "circle"))
    assert targets(battle, state) == {"planet-4.3"}
    with pytest.raises(IllegalStep, match=r"planet-4\.4 is not the first free space"):
        battle.play(state, sign(1, "planet-4.4", "circle"))
    with pytest.raises(IllegalStep, match="draws a circle there"):
        battle.play(state, sign(1, "planet-4.3", "cross"))


def test_stored_astronauts_change_the_number_as_needed(battle: Battle) -> None:
    stored: dict[str, Mark] = {"near-astronaut.2": "circled", "near-astronaut.5": "circled"}
    state = table(battle, offered((8, "robot")), stored)
    by_count = {(step.ink[-1].field, len(step.ink) - 1) for step in battle.legal_steps(state)}
    expected = {("planet-4.1", 0), ("planet-3.1", 1), ("planet-5.1", 1), ("planet-2.1", 2), ("planet-6.1", 2)}
    assert by_count == expected
    state = battle.play(state, sign(1, "planet-3.1", "circle", 1, "near-astronaut.5"))
    assert battle.marks(state, 1)["near-astronaut.5"] == "circled+crossed"
    again = table(battle, offered((8, "robot")), stored)
    with pytest.raises(IllegalStep, match=r"leads to planet\.4 with 0 astronauts, not 1"):
        battle.play(again, sign(1, "planet-4.1", "circle", 1, "near-astronaut.2"))
    with pytest.raises(IllegalStep, match="circled in an earlier turn"):
        battle.play(again, sign(1, "planet-3.1", "circle", 1, "near-astronaut.1"))


def test_error_needs_a_turn_without_any_possible_sign(battle: Battle) -> None:
    full = on_planet(4, *["cross"] * 7)
    state = table(battle, offered((8, "robot")), full)
    assert targets(battle, state) == {"near-error.1"}
    with pytest.raises(IllegalStep, match="not the next system error"):
        battle.play(state, Step(1, "error", (ink("near-error.2", "crossed", "error"),)))
    state = after(battle, state, Step(1, "error", (ink("near-error.1", "crossed", "error"),)))
    assert battle.to_move(state) == 2  # no action after an error
    stored: dict[str, Mark] = {**full, "near-astronaut.1": "circled"}
    state = table(battle, offered((8, "robot")), stored)
    assert targets(battle, state) == {"planet-3.1", "planet-5.1"}
    with pytest.raises(IllegalStep, match=r"one could be drawn in planet-3\.1"):
        battle.play(state, Step(1, "error", (ink("near-error.1", "crossed", "error"),)))


# --- actions --------------------------------------------------------------------------------------------------


def test_plants_are_crossed_on_the_planet_just_signed(battle: Battle) -> None:
    state = after(battle, table(battle, offered((10, "plant"))), sign(1, "planet-5.1", "circle"))
    chosen = {tuple(each.field for each in step.ink) for step in battle.legal_steps(state)}
    assert chosen == {("planet-plant.5-1", "near-plant.1"), ("planet-plant.5-2", "near-plant.1"), ()}
    none_left = table(battle, offered((4, "plant")), crossed("planet-plant.2-1"))
    assert battle.to_move(after(battle, none_left, sign(1, "planet-2.1", "circle"))) == 2


def test_full_ladder_does_not_block_the_action(battle: Battle) -> None:
    state = table(battle, offered((4, "water")), boxes("near-water", 9))
    state = after(battle, state, sign(1, "planet-2.1", "circle"))
    assert targets(battle, state) == {"planet-water.2-1", PASS}
    state = table(battle, offered((4, "planning")), boxes("near-planning", 7))
    state = after(battle, state, sign(1, "planet-2.1", "circle"))
    assert "moon.2-1" in targets(battle, state)


def test_planning_signs_a_moon_of_any_planet_without_a_flag(battle: Battle) -> None:
    flagged: dict[str, Mark] = {**on_planet(1, *["cross"] * 3), "flag.1-far": "cross", "moon.2-1": "cross"}
    state = table(battle, offered((4, "planning")), flagged)
    before = after(battle, state, sign(1, "planet-2.1", "circle"))
    moons = {step.ink[0].field for step in battle.legal_steps(before) if step.ink}
    assert moons == {f"moon.{n}-{k}" for n in range(2, 8) for k in (1, 2)} - {"moon.2-1"}
    step = Step(
        1, "planning", (ink("moon.6-2", "circle", "action"), ink("near-planning.1", "crossed", "action"))
    )
    assert battle.marks(after(battle, before, step), 1)["near-planning.1"] == "crossed"


def test_energy_crosses_the_next_box_of_a_column(battle: Battle) -> None:
    state = table(battle, offered((4, "energy")), {**boxes("near-green", 4), **boxes("near-blue", 2)})
    state = after(battle, state, sign(1, "planet-2.1", "circle"))
    assert targets(battle, state) == {"near-blue.3", "near-grey.1", PASS}
    with pytest.raises(IllegalStep, match=r"energy does not allow crossed in near-green\.4"):
        battle.play(state, Step(1, "energy", (ink("near-green.4", "crossed", "action"),)))
    with pytest.raises(IllegalStep, match="only energy can be used now, or declined"):
        battle.play(state, Step(1, "robot", (ink("asteroid.1", "circle", "action"),)))


def test_astronaut_action_circles_one_even_without_a_change(battle: Battle) -> None:
    for field in ("planet-4.1", "planet-5.1"):
        state = after(battle, table(battle, offered((8, "astronaut"))), sign(1, field, "circle"))
        if field == "planet-4.1":
            state = after(battle, state, Step(1, PASS))  # decline the plant of the space
        assert targets(battle, state) == {"near-astronaut.1", PASS}
        other = Step(1, "astronaut", (ink("near-astronaut.4", "circled", "action"),))
        assert battle.marks(battle.play(state, other), 1)["near-astronaut.4"] == "circled"


def test_asteroids_from_the_own_end_must_use_their_symbols(battle: Battle) -> None:
    near: dict[str, Mark] = {f"asteroid.{k}": "circle" for k in range(1, 6)}
    state = after(battle, table(battle, offered((4, "robot")), near), sign(1, "planet-2.1", "circle"))
    assert targets(battle, state) == {"asteroid.6", PASS}
    state = after(battle, state, Step(1, "robot", (ink("asteroid.6", "circle", "action"),)))
    assert battle.marks(state, 1)["asteroid-bonus.6-2"] == "crossed"
    assert targets(battle, state) == {"near-green.1", "near-blue.1", "near-grey.1"}  # declining is impossible
    with pytest.raises(IllegalStep, match=r"only energy can be used now$"):
        battle.play(state, Step(1, PASS))
    state = after(battle, state, Step(1, "energy", (ink("near-blue.1", "crossed", "bonus"),)))
    state = after(battle, state, Step(1, "energy", (ink("near-blue.2", "crossed", "bonus"),)))
    assert battle.to_move(state) == 2


def test_far_side_takes_asteroids_from_the_other_end(battle: Battle) -> None:
    state = table(battle, offered((4, "robot")), {"asteroid.13": "cross"}, turn=2)
    state = after(battle, state, sign(2, "planet-2.1", "cross"))
    state = after(battle, state, Step(2, "robot", (ink("asteroid.12", "cross", "action"),)))
    assert [battle.marks(state, 1).get(f) for f in ("asteroid-bonus.12-1", "far-plant.1")] == ["crossed"] * 2


def test_asteroids_can_run_out(battle: Battle) -> None:
    taken: dict[str, Mark] = {f"asteroid.{k}": "cross" for k in range(1, 14)}
    state = after(battle, table(battle, offered((4, "robot")), taken), sign(1, "planet-2.1", "circle"))
    assert battle.to_move(state) == 2


# --- bonuses and flags ----------------------------------------------------------------------------------------


def test_bonus_of_a_space_may_be_used_or_declined(battle: Battle) -> None:
    start = table(battle, offered((8, "energy")))
    state = after(battle, start, sign(1, "planet-4.1", "circle"))
    assert targets(battle, state) == {"near-plant.1", PASS}
    assert targets(battle, after(battle, state, Step(1, PASS))) == {
        "near-green.1",
        "near-blue.1",
        "near-grey.1",
        PASS,
    }
    used = after(battle, state, Step(1, "plant", (ink("near-plant.1", "crossed", "bonus"),)))
    assert new_ink(battle, start, used) == [
        ("planet-4.1", "circle", "number"),
        ("near-plant.1", "crossed", "bonus"),
    ]


@pytest.mark.parametrize(
    ("signs", "moons", "flags"),
    [
        (("circle", "cross"), {}, {"near"}),
        (("cross", "cross"), {}, {"far"}),
        (("cross", "cross"), {"moon.1-1": "circle"}, {"near", "far"}),
        (("cross", "cross"), {"moon.1-1": "circle", "moon.1-2": "circle"}, {"near"}),
    ],
)
def test_full_planet_goes_to_the_player_with_most_signs(
    battle: Battle, signs: tuple[Mark, ...], moons: Mapping[str, Mark], flags: set[str]
) -> None:
    start = table(battle, offered((2, "plant")), {**on_planet(1, *signs), **moons})
    state = after(battle, start, sign(1, "planet-1.3", "circle"), Step(1, PASS))
    marks = battle.marks(state, 1)
    own = {"near": "circle", "far": "cross"}
    assert {f"flag.1-{side}": own[side] for side in flags}.items() <= marks.items()
    assert sum(field.startswith("flag.1") for field in marks) == len(flags)
    assert marks["ring.1"] == "circled"
    assert new_ink(battle, start, state)[-1] == ("ring.1", "circled", "bonus")
    assert targets(battle, state) == {"near-plant.1", PASS}


def test_bonus_of_the_last_space_precedes_the_flag(battle: Battle) -> None:
    """Its robot leads to asteroid 7, whose planning may still sign the moon of this planet."""
    ink_before: dict[str, Mark] = {
        **on_planet(2, "cross", "cross", "circle", "circle"),
        **{f"asteroid.{k}": "circle" for k in range(1, 7)},
        "moon.2-1": "cross",
    }
    state = after(battle, table(battle, offered((4, "water")), ink_before), sign(1, "planet-2.5", "circle"))
    state = after(battle, state, Step(1, "robot", (ink("asteroid.7", "circle", "bonus"),)))
    state = after(battle, state, Step(1, "planning", (ink("moon.2-2", "circle", "bonus"),)))
    assert "flag.2-near" not in battle.marks(state, 1)
    state = after(battle, state, Step(1, "planning", (ink("moon.3-1", "circle", "bonus"),)))
    marks = battle.marks(state, 1)
    assert marks["flag.2-near"] == "circle" and "flag.2-far" not in marks
    assert "near-planning.1" not in marks
    assert targets(battle, state) == {"near-water.1", PASS}  # of the planet just flagged


def test_planning_cannot_sign_a_planet_flagged_in_the_same_turn(battle: Battle) -> None:
    start = table(battle, offered((2, "planning")), on_planet(1, "cross", "circle"))
    state = after(battle, start, sign(1, "planet-1.3", "circle"), Step(1, PASS))
    assert "moon.1-1" not in {each.field for step in battle.legal_steps(state) for each in step.ink}


# --- missions -------------------------------------------------------------------------------------------------

FLAGS: dict[str, Mark] = {f"flag.{n}-near": "circle" for n in (1, 2, 3, 4)}
# ink of the near side that meets the mission, and the mark without which it does not
NEARLY: dict[str, tuple[dict[str, Mark], str]] = {
    "A1": (FLAGS, "flag.4-near"),
    "A2": (dict.fromkeys(("flag.5-near", "flag.6-near", "flag.2-near"), "circle"), "flag.6-near"),
    "B1": ({f"asteroid.{k}": "circle" for k in range(1, 8)}, "asteroid.7"),
    "B2": ({**boxes("near-green", 2), **boxes("near-blue", 2), **boxes("near-grey", 2)}, "near-grey.2"),
    "C1": ({**boxes("near-plant", 6), **boxes("near-water", 4)}, "near-water.4"),
    "C2": ({f"moon.{n}-1": "circle" for n in (1, 3, 5, 7)}, "moon.7-1"),
}


def mirrored(marks: Mapping[str, Mark]) -> dict[str, Mark]:
    """Return the same ink for the far side of sheet 2, which also belongs to seat 1."""
    return {
        (
            f"asteroid.{14 - int(field[9:])}"
            if field.startswith("asteroid")
            else field.replace("near", "far")
        ): mark
        for field, mark in marks.items()
    }


@pytest.mark.parametrize("card", sorted(NEARLY))
def test_each_mission_is_met_exactly_at_its_limit_on_either_sheet(battle: Battle, card: str) -> None:
    met, last = NEARLY[card]
    missing = {field: mark for field, mark in met.items() if field != last}
    field = f"mission.{card[0].lower()}"
    value = battle.sheet.mission[card].first
    assert value is not None
    claim = ink(field, value, "mission")

    def claims(first: Mapping[str, Mark], second: Mapping[str, Mark]) -> list[tuple[int, Mark]]:
        state = table(battle, [], first, second, missions={card[0]: card})
        state = replace(state, claiming=True)
        steps = [step for step in battle.legal_steps(state) if step.kind == "claim"]
        return [(step.seat, step.ink[0].mark) for step in steps if step.ink[0] == claim]

    assert claims(met, {}) == [(1, value)]
    assert claims({}, mirrored(met)) == [(1, value)]
    assert claims(missing, {}) == claims({}, mirrored(missing)) == []
    assert claims(missing, mirrored({last: met[last]})) == []  # both sheets together do not count
    if not last.startswith("flag") and met[last] == "circle":
        assert claims({**missing, last: "cross"}, {}) == []  # the neighbour's sign


def test_missions_are_written_on_the_left_sheet_first_and_later(battle: Battle) -> None:
    def won(side: str, by: Mark) -> dict[str, Mark]:
        full = [on_planet(n, *[by] * SIZES[n]) for n in (1, 2, 3, 5)]
        flags: dict[str, Mark] = {f"flag.{n}-{side}": by for n in (1, 2, 3, 5)}
        return {field: mark for each in (*full, flags) for field, mark in each.items()}

    second = won("far", "circle")
    state = table(battle, offered((8, "robot"), (8, "robot"), (8, "robot")), {}, second, turn=2)
    while not state.claiming:
        state = battle.play(state, next(s for s in battle.legal_steps(state) if s.kind in ("number", PASS)))
    claim = Step(1, "claim", (ink("mission.a", 12, "mission"),))
    state = after(battle, state, claim)
    assert battle.marks(state, 1)["mission.a"] == 12
    assert battle.history(state, 1)[-1].ink[-1] == ink("mission.a", 12, "mission")
    players = tuple(
        replace(p, marks={**p.marks, **won("near", "cross")}) if p.seat == 2 else p for p in state.players
    )
    state = replace(state, players=players)
    while not state.claiming:
        state = battle.play(state, next(s for s in battle.legal_steps(state) if s.kind in ("number", PASS)))
    assert battle.legal_steps(state)[0] == Step(2, "claim", (ink("mission.a", 5, "mission", 2),))
    with pytest.raises(IllegalStep, match="worth 5 now, not 12"):
        battle.play(state, Step(2, "claim", (ink("mission.a", 12, "mission", 2),)))


# --- the end --------------------------------------------------------------------------------------------------


def last_turn(battle: Battle, mark_order: Sequence[tuple[str, Mark]] = ()) -> State:
    """Return the state after seat 1 crossed its second error and seat 2 its first."""
    first = {**on_planet(4, *["cross"] * 7), **crossed("near-error.1"), **on_planet(1, "circle")}
    second = on_planet(4, *["circle"] * 7)
    start = table(battle, offered((8, "robot")), first, second, mark_order=mark_order)
    second_error = Step(1, "error", (ink("near-error.2", "crossed", "error"),))
    return after(battle, start, second_error, Step(2, "error", (ink("near-error.1", "crossed", "error", 2),)))


def test_planets_get_flags_by_the_same_majority_at_the_end(battle: Battle) -> None:
    state = last_turn(battle)
    assert battle.to_move(state) is None and battle.turn(state) == 1
    marks = battle.marks(state, 1)
    assert ("flag.1-near" in marks, "flag.1-far" in marks) == (True, False)
    assert {marks["flag.2-near"], marks["flag.2-far"]} == {"circle", "cross"}  # shared, without signs
    assert not any(field.startswith("ring") for field in marks)
    assert battle.history(state, 1)[-1].ink[-1].by == "incident"


def test_planets_at_the_end_may_be_circled(battle: Battle) -> None:
    state = last_turn(battle, mark_order=[("ring.2", "circled")])
    assert [field for field in battle.marks(state, 1) if field.startswith("ring")] == ["ring.2"]


def test_ring_may_be_forgotten(battle: Battle) -> None:
    start = table(
        battle, offered((2, "energy")), on_planet(1, "cross", "circle"), mark_order=[("ring.2", "circled")]
    )
    state = after(battle, start, sign(1, "planet-1.3", "circle"), Step(1, PASS))
    assert battle.marks(state, 1)["flag.1-near"] == "circle" and "ring.1" not in battle.marks(state, 1)


def test_history_contains_every_turn_number_once(battle: Battle) -> None:
    state = last_turn(battle)
    assert all(b.turn - a.turn == 1 for a, b in pairwise(battle.history(state, 2)))


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Step(2, "number", (), 1), "seat 1's turn"),
        (sign(1, "planet-4.1", "circle", offer=4), "no offer 4"),
        (sign(1, "moon.4-1", "circle"), "no space of a planet"),
        (sign(1, "planet-1.1", "circle"), "with 2 astronauts, not 0|leads to"),
        (sign(1, "planet-4.1", "circle", 2), "draws a circle there"),
        (Step(1, "robot", (ink("asteroid.1", "circle", "action"),)), "a turn starts with a sign"),
    ],
)
def test_illegal_steps_are_refused_with_the_reason(battle: Battle, step: Step, reason: str) -> None:
    with pytest.raises(IllegalStep, match=reason):
        battle.play(table(battle, offered((8, "robot"))), step)


# --- rare cases: astronauts of both kinds, rewards without effect --------------------------------------------


@pytest.mark.parametrize(("number", "planets"), [(1, {1, 2}), (2, {1, 2}), (14, {6, 7}), (15, {6, 7})])
def test_astronaut_offer_beyond_the_cards_reaches_outer_planets(
    battle: Battle, number: int, planets: set[int]
) -> None:
    state = table(battle, offered((number, "astronaut")))
    assert targets(battle, state) == {f"planet-{planet}.1" for planet in planets}


def test_stored_astronauts_add_to_the_offered_one(battle: Battle) -> None:
    stored: dict[str, Mark] = {"near-astronaut.1": "circled"}
    state = table(battle, offered((8, "astronaut")), stored)
    by_count = {(step.ink[-1].field, len(step.ink) - 1) for step in battle.legal_steps(state)}
    expected = {(f"planet-{n}.1", 0) for n in (3, 4, 5)} | {("planet-2.1", 1), ("planet-6.1", 1)}
    assert by_count == expected
    state = after(battle, state, sign(1, "planet-6.1", "circle", 1, "near-astronaut.1"))
    assert targets(battle, state) == {"near-astronaut.2", PASS}  # the offer still circles one, a new one


def test_stored_astronauts_belong_to_the_writing_side(battle: Battle) -> None:
    stored: dict[str, Mark] = {"near-astronaut.1": "circled"}
    state = table(battle, offered((8, "robot")), stored, turn=2)
    assert battle.to_move(state) == 2
    assert targets(battle, state) == {"planet-4.1"}


def test_rewards_without_a_target_are_lost(battle: Battle) -> None:
    taken: dict[str, Mark] = {f"asteroid.{k}": "circle" for k in range(1, 6)}
    full = {**boxes("near-green", 4), **boxes("near-blue", 4), **boxes("near-grey", 4)}
    state = after(
        battle, table(battle, offered((4, "robot")), {**taken, **full}), sign(1, "planet-2.1", "circle")
    )
    state = after(battle, state, Step(1, "robot", (ink("asteroid.6", "circle", "action"),)))
    assert battle.marks(state, 1)["asteroid-bonus.6-2"] == "crossed" and battle.to_move(state) == 2
    moons: dict[str, Mark] = {f"moon.{n}-{k}": "cross" for n in SIZES for k in (1, 2)}
    taken["asteroid.6"] = "circle"
    state = table(
        battle, offered((4, "robot")), {**taken, **{k: m for k, m in moons.items() if k != "moon.5-2"}}
    )
    state = after(battle, state, sign(1, "planet-2.1", "circle"))
    state = after(battle, state, Step(1, "robot", (ink("asteroid.7", "circle", "action"),)))
    state = after(battle, state, Step(1, "planning", (ink("moon.5-2", "circle", "bonus"),)))
    assert battle.to_move(state) == 2  # no moon is left for the second reward


def test_water_of_asteroid_or_space_crosses_a_box_without_symbol(battle: Battle) -> None:
    before: dict[str, Mark] = {**on_planet(6, *["cross"] * 4), "asteroid.1": "circle", "asteroid.2": "circle"}
    start = table(battle, offered((12, "robot")), {**before, "planet-water.6-1": "crossed"})
    state = after(battle, start, sign(1, "planet-6.5", "circle"))
    state = after(battle, state, Step(1, "water", (ink("near-water.1", "crossed", "bonus"),)))
    state = after(battle, state, Step(1, "robot", (ink("asteroid.3", "circle", "action"),)))
    assert battle.marks(state, 1)["near-water.2"] == "crossed"
    full = table(battle, offered((12, "energy")), {**before, **boxes("near-water", 9)})
    state = after(battle, full, sign(1, "planet-6.5", "circle"))
    # nothing to decline
    assert targets(battle, state) == {"near-green.1", "near-blue.1", "near-grey.1", PASS}
