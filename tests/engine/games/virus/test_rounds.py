"""Test viruses, spreads and errors of one turn: their propagations, by round and player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.virus._rules import Virus
from fairsheet.engine.play.game import Outside
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.solver.budget import WORK_LIMIT, Budget
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.by_hand import MISSIONS, act, after, choices, circled, crossed, decline, number, offered
from tests.engine.games.virus.test_steps import (
    FACTS,
    GREY,
    active,
    almost_full,
    claim,
    cut_off,
    error,
    laid_out,
    quarter,
    track,
)

SHEET = load_sheet("virus")
GAME = Virus(SHEET)
PLAYED_BY_TWO = Table(None, 2, missions=MISSIONS)  # unknown missions would take four times as long
A_AND_B: dict[str, Mark] = {  # A1 and B1 are met; the grey virus cannot spread, so only red and purple strike
    "target.1-left": "circled", "floor-1.5": "struck", **cut_off("1-left", "4-left", "5-right"),
    **{f"floor-1.{k}": k for k in (1, 2, 3, 4, *range(6, 11))},
    **circled("evacuated.1-left", "evacuated.1-middle"),
}  # fmt: skip
NEXT_TO_RED = ("2-middle", "3-left", "3-middle")  # quarters with open walkways to 1-middle, where red is


def strikes(state: State) -> tuple[State, Counter[str]]:
    """Return the state after all pending strikes, and their number by seat and quarter."""
    made: Counter[str] = Counter()
    while choices(GAME, state, "strike"):
        step = GAME.legal_steps(state)[0]
        made[f"{step.seat} {FACTS.quarter_of[step.ink[0].field].id.removeprefix('quarter.')}"] += 1
        state = GAME.play(state, step)
    return state, made


def by_seat(made: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, count in made.items():
        found[name[0]] += count
    return found


def times(seat: int, **quarters: int) -> dict[str, int]:
    names = {"middle_2": "2-middle", "left_3": "3-left", "middle_3": "3-middle"}
    return {f"{seat} {names[name]}": count for name, count in quarters.items()}


# --- claims of one turn ---------------------------------------------------------------------------------------


def ready_to_claim(*sheets: Marks, outside: Sequence[Outside] = ()) -> State:
    """Return a state in which all players wrote a number without effects and may claim."""
    state = laid_out(GAME, *sheets, offers=offered("water"), outside=outside)
    for seat in range(1, len(sheets) + 1):
        state = after(GAME, state, number(seat, "floor-5.6", 8))  # that slot has no tank
    return state


def test_two_viruses_of_one_round_join_both_propagations() -> None:
    state = after(GAME, ready_to_claim(A_AND_B), claim(1, "a", 8), claim(1, "b", 11))
    state, made = strikes(state)
    assert made == times(1, middle_2=2, left_3=2, middle_3=2 + 2)
    assert GAME.turn(state) == 2


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        # purple comes too late for one propagation
        (("a", 8), ("b", 11), times(1, middle_2=2, left_3=2, middle_3=2 + 1)),
        (("b", 11), ("a", 8), times(1, middle_2=1, left_3=1, middle_3=1 + 2)),  # red comes too late
    ],
)
def test_virus_of_a_later_round_misses_earlier_propagations(
    first: tuple[str, int], then: tuple[str, int], expected: dict[str, int]
) -> None:
    state = after(GAME, ready_to_claim(A_AND_B), claim(1, *first), decline(1))
    state, before = strikes(state)
    assert GAME.turn(state) == 1 and state.claiming  # phase 6 again
    state, made = strikes(after(GAME, state, claim(1, *then)))
    assert before + made == Counter(expected)
    assert GAME.turn(state) == 2


def test_claim_declined_in_the_last_round_waits_for_the_next_turn() -> None:
    state = after(GAME, ready_to_claim(A_AND_B), claim(1, "a", 8), decline(1))
    state, _ = strikes(state)
    state = after(GAME, state, decline(1))
    assert GAME.turn(state) == 2 and state.claimed == {"A1": 1}


def test_claims_of_two_players_in_one_round_infect_all_twice() -> None:
    state = ready_to_claim(A_AND_B, A_AND_B, GREY)
    state = after(GAME, state, claim(1, "a", 8), decline(1), claim(2, "b", 11), decline(2))
    state, made = strikes(state)
    for seat in (1, 2):
        assert {k: v for k, v in made.items() if k[0] == str(seat)} == times(
            seat, middle_2=2, left_3=2, middle_3=4
        )
    assert made["3 1-left"] == made["3 1-middle"] == made["3 3-middle"] == 2
    assert state.claiming  # both may now claim each other's mission
    assert claim(1, "b", 11) in GAME.legal_steps(state)
    state = after(GAME, state, claim(1, "b", 11), claim(2, "a", 8))  # still the first turn, no more viruses
    assert GAME.turn(state) == 2


def test_mission_claimed_twice_in_one_round_infects_once() -> None:
    state = ready_to_claim(A_AND_B, A_AND_B)
    state = after(GAME, state, claim(1, "a", 8), decline(1), claim(2, "a", 8), decline(2))
    state, made = strikes(state)
    assert by_seat(made) == {"1": 3, "2": 3}
    for seat in (1, 2):
        assert Ink("activation.red", "crossed", "mission") in GAME.history(state, seat)[-1].ink


def test_mission_met_by_a_strike_can_be_claimed_in_the_same_turn() -> None:
    """Purple completes its own quarter, the second one for A1, and spreads to all neighbours in the next round."""
    nearly = {**cut_off("1-left", "4-left", "5-right"), **quarter("3-middle", 4), **quarter("1-left"), **GREY}
    state, made = strikes(after(GAME, ready_to_claim(nearly), claim(1, "b", 11)))
    assert made == times(1, middle_3=1) and GAME.marks(state, 1)["evacuated.3-middle"] == "circled"
    state, made = strikes(after(GAME, state, claim(1, "a", 8)))
    neighbours = dict.fromkeys(("1 2-middle", "1 3-left", "1 3-right", "1 4-middle", "1 5-middle"), 1)
    assert made == {**neighbours, "1 1-middle": 2}  # red strikes its own quarter too
    assert GAME.turn(state) == 2


def test_game_ends_only_after_the_last_round() -> None:
    """The third claim ends the game, but its virus still strikes, and others still claim."""
    won: dict[str, Mark] = {**A_AND_B, **active("yellow"), "mission.c": 4, "mission.b": 4, **active("purple")}
    other: dict[str, Mark] = {**A_AND_B, **active("yellow"), **active("purple")}
    state = ready_to_claim(won, other)
    state = after(GAME, state, claim(1, "a", 8))
    while not choices(GAME, state, "strike"):
        state = after(GAME, state, decline(2))
    state, made = strikes(state)
    assert made["1 2-middle"] == 1 and made["2 2-middle"] == 1
    state = after(GAME, state, claim(2, "a", 8))
    while GAME.to_move(state) is not None:
        state = GAME.play(state, decline(GAME.to_move(state) or 0))
    assert GAME.turn(state) == 1


# --- viruses, spreads and errors of one turn ------------------------------------------------------------------


def planting(state: State, seat: int, slot: str, plant: str) -> State:
    return after(GAME, state, number(seat, slot, 8), act(seat, "plant", plant, "circled"))


def test_virus_set_off_twice_in_one_turn_strikes_once() -> None:
    host = {**GREY, **track("plant", 4)}
    state = laid_out(GAME, host, host, offers=offered("plant"))
    for seat in (1, 2):
        state = planting(state, seat, "floor-2.8", "plant.2-right-1")
    state, made = strikes(state)
    assert made == {"1 1-left": 1, "1 2-middle": 1, "2 1-left": 1, "2 2-middle": 1}
    for seat in (1, 2):
        assert Ink("activation.green", "crossed", "bonus") in GAME.history(state, seat)[-1].ink


def test_spreads_set_off_by_different_players_hit_the_others() -> None:
    """Seat 1 sets off the first spread of the plants, seat 2 that of the water, seat 3 none."""
    base = {**GREY, **active("green", "blue")}
    offers = [[Offer(8, "plant"), Offer(9, "water"), Offer(8, "robot")]]
    state = laid_out(GAME, {**base, **track("plant", 7)}, {**base, **track("water", 4)}, base, offers=offers)
    state = planting(state, 1, "floor-2.8", "plant.2-right-1")
    state = after(GAME, state, number(2, "floor-2.10", 9, 2), act(2, "water", "tank.2-right", "circled"))
    state = after(GAME, state, number(3, "floor-5.6", 8, 3), decline(3))
    state, made = strikes(state)
    assert by_seat(made) == {"1": 3, "2": 3, "3": 6}  # grey, green and blue strike in each
    for seat in (1, 2, 3):
        marks = GAME.marks(state, seat)
        assert marks["spread.plant-1"] == marks["spread.water-1"] == "crossed"


def test_symbol_set_off_earlier_by_others_has_no_further_effect() -> None:
    known = {**GREY, **track("plant", 4), **active("green")}
    state = laid_out(GAME, known, GREY | active("green"), offers=offered("plant"))
    state = planting(state, 1, "floor-2.8", "plant.2-right-1")
    state = after(GAME, state, number(2, "floor-2.8", 8), decline(2))
    assert GAME.turn(state) == 2
    spent = {**GREY, **track("plant", 7), **active("green"), **crossed("spread.plant-1")}
    state = laid_out(GAME, spent, GREY | active("green") | crossed("spread.plant-1"), offers=offered("plant"))
    state = planting(state, 1, "floor-2.8", "plant.2-right-1")
    state = after(GAME, state, number(2, "floor-2.8", 8), decline(2))
    assert GAME.turn(state) == 2


def test_new_virus_joins_all_propagations_of_virus_spread_and_error() -> None:
    """8 fits nowhere: the following 1 and 2 would not ascend."""
    left = ("floor-1.1", "floor-1.2", "floor-1.3", "floor-4.6", "floor-4.7", "floor-4.8")
    stuck = almost_full(*left) | {"floor-1.4": 1, "floor-4.9": 2, **crossed("error.1")}
    outside = [Outside(1, ("activation.blue", "spread.plant-1"))]
    state = laid_out(GAME, stuck, offers=offered("robot"), outside=outside)
    _, made = strikes(after(GAME, state, error(1, 2)))
    assert made == {"1 1-left": 3, "1 4-middle": 3}


def test_virus_is_active_even_in_a_quarter_cut_off_before() -> None:
    closed = {**GREY, **cut_off("2-middle"), **track("plant", 4)}
    state = planting(laid_out(GAME, closed, offers=offered("plant")), 1, "floor-2.8", "plant.2-right-1")
    state, made = strikes(state)
    assert made == {"1 1-left": 1, "1 2-middle": 1}
    assert GAME.marks(state, 1)["target.2-middle"] == "circled"


# --- verdicts -------------------------------------------------------------------------------------------------

FINAL: dict[str, Mark] = {**A_AND_B, **active("red", "purple")}
A, B = {"mission.a": 8}, {"mission.b": 11}


def verdict(counts: tuple[int, int, int], claimed: Marks, seconds: float = 60) -> str:
    """Return the verdict on one of two sheets, with these counts of struck slots in the quarters next to red.

    Both missions are met in turn 9, the last turn, at the earliest.
    """
    slots = [
        s
        for n, count in zip(NEXT_TO_RED, counts, strict=True)
        for s in FACTS.quarters[f"quarter.{n}"].slots[:count]
    ]
    record = Record.on(SHEET, PLAYED_BY_TWO, 1, {**FINAL, **dict.fromkeys(slots, "struck"), **claimed})
    return ruleset_of(SHEET).verify([record], Budget(WORK_LIMIT, seconds)).sheets[0].verdict


@pytest.mark.parametrize("counts", [(2, 2, 4), (2, 2, 3), (1, 1, 3)])
def test_two_claims_are_legal_in_one_round_or_in_either_order(counts: tuple[int, int, int]) -> None:
    assert verdict(counts, A | B) == "legal"


# purple never strikes; red strikes only once, and purple too often
@pytest.mark.parametrize("counts", [(2, 2, 2), (1, 1, 4)])
def test_other_strikes_are_illegal(counts: tuple[int, int, int]) -> None:
    assert verdict(counts, A | B) == "illegal"


@pytest.mark.parametrize(
    ("counts", "claimed"), [((2, 2, 4), A), ((2, 2, 4), {}), ((1, 1, 3), A), ((2, 2, 3), B)]
)
def test_missing_players_claims_are_found(counts: tuple[int, int, int], claimed: Marks) -> None:
    assert verdict(counts, claimed) == "legal"


SPREAD_ON: dict[str, Mark] = {  # purple struck its last slot, the second quarter for A1, then a neighbour
    "target.1-left": "circled", "floor-1.5": "struck", **cut_off("1-left", "4-left", "5-right"),
    **{f"floor-1.{k}": k for k in (1, 2, 3, 4)}, **{f"floor-3.{k}": k for k in (6, 7, 8, 9)},
    **circled("evacuated.1-left", "evacuated.3-middle"), **active("red", "purple"),
    **dict.fromkeys(("floor-3.10", "floor-2.1", "floor-3.1", "floor-3.11", "floor-4.6", "floor-5.1"), "struck"),
    "floor-1.6": "struck",
}  # fmt: skip


@pytest.mark.parametrize(
    ("ink", "expected"),
    [
        ({"floor-1.7": "struck", **A, **B}, "legal"),  # red at home, purple in a neighbour
        ({"floor-1.7": "struck", **A}, "legal"),
        ({**A, **B}, "illegal"),
    ],
)
def test_mission_may_be_met_by_a_strike_of_the_same_turn(ink: Marks, expected: str) -> None:
    record = Record.on(SHEET, PLAYED_BY_TWO, 1, {**SPREAD_ON, **ink})
    assert ruleset_of(SHEET).verify([record], Budget(WORK_LIMIT, 60)).sheets[0].verdict == expected


def test_second_claim_by_a_missing_player_is_not_called_illegal() -> None:
    """The rules put claims of absent players into the first round, so no history shows it."""
    assert verdict((2, 2, 3), A, seconds=1) != "illegal"
