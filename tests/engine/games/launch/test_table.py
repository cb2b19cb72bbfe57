"""Test what launch does between players: sabotage, missions, the end, the ranking."""

from __future__ import annotations

from typing import Any

import pytest

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.play.game import IllegalStep, Outside
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import (
    MISSIONS,
    HandDeal,
    claim,
    decline,
    error,
    laid_out,
    number,
    rocket_rows,
    slots_of,
)

WATER = [[Offer(7, "water"), Offer(7, "astronaut"), Offer(3, "plant")]]
SABOTEUR: dict[str, Mark] = {"floor-7.1": 2}
ENERGY_FULL = slots_of(3, 10)


def errors_of(game: Launch, state: State, seat: int) -> int:
    return sum(field in game.marks(state, seat) for field in game.board.errors)


# --- sabotage ---


def test_sabotage_costs_all_others_an_error_and_the_symbol(game: Launch) -> None:
    state = laid_out(game, SABOTEUR, {}, {}, offers=WATER)
    for step in (number(1, "floor-7.2", 7), number(2, "floor-7.1", 7), number(3, "floor-1.1", 7)):
        state = game.play(state, step)
    assert [errors_of(game, state, seat) for seat in (1, 2, 3)] == [0, 1, 1]
    assert all("sabotage.7-1-1" in game.marks(state, seat) for seat in (1, 2, 3))
    assert game.history(state, 2)[0].ink == (
        Ink("floor-7.1", 7, "number"),
        Ink("error.1", "circled", "incident"),
        Ink("sabotage.7-1-1", "crossed", "incident"),
    )


def test_player_setting_off_the_same_symbol_suffers_nothing(game: Launch) -> None:
    state = laid_out(game, SABOTEUR, SABOTEUR, {}, offers=WATER)
    for step in (number(1, "floor-7.2", 7), number(2, "floor-7.2", 7), number(3, "floor-1.1", 7)):
        state = game.play(state, step)
    assert [errors_of(game, state, seat) for seat in (1, 2, 3)] == [0, 0, 1]


def test_players_sabotage_each_other_with_different_symbols(game: Launch) -> None:
    state = laid_out(game, SABOTEUR, slots_of(8, 2), offers=WATER)
    state = game.play(game.play(state, number(1, "floor-7.2", 7)), number(2, "floor-8.3", 7, offer=2))
    assert [errors_of(game, state, seat) for seat in (1, 2)] == [1, 1]
    assert all(f"sabotage.{at}-1" in game.marks(state, seat) for seat in (1, 2) for at in ("7-1", "8-1"))


def test_two_symbols_of_a_section_cost_two_errors(game: Launch) -> None:
    state = laid_out(game, slots_of(5, 4), {}, offers=[[Offer(9, "robot")] * 3])
    state = game.play(game.play(state, number(1, "floor-5.5", 9)), number(2, "floor-1.1", 9))
    assert errors_of(game, state, 2) == 2


def test_suffered_symbol_can_never_be_set_off(game: Launch) -> None:
    state = laid_out(game, {**SABOTEUR, "sabotage.7-1-1": "crossed"}, {}, offers=WATER)
    state = game.play(game.play(state, number(1, "floor-7.2", 7)), number(2, "floor-1.1", 7))
    assert errors_of(game, state, 2) == 0
    assert "rockets.7-1" in game.marks(state, 1)


@pytest.mark.parametrize(("circled", "after"), [(6, 7), (7, 8), (8, 8)])
def test_sheet_without_uncircled_errors_only_loses_the_symbol(game: Launch, circled: int, after: int) -> None:
    victim: dict[str, Mark] = {f"error.{k}": "circled" for k in range(1, circled + 1)}
    state = laid_out(game, SABOTEUR, victim, offers=WATER)
    state = game.play(game.play(state, number(1, "floor-7.2", 7)), number(2, "floor-1.1", 7))
    assert errors_of(game, state, 2) == after
    assert "sabotage.7-1-1" in game.marks(state, 2)
    assert (game.to_move(state) is None) == (after == 8)


# --- missions ---

NEARLY: dict[str, tuple[dict[str, Mark], str, Offer]] = {
    "A1": ({**slots_of(7, 5), **slots_of(8, 3), **slots_of(9, 2)}, "floor-9.3", Offer(9, "astronaut")),
    "A2": ({**slots_of(4, 6), **slots_of(5, 5), **slots_of(6, 4)}, "floor-6.5", Offer(9, "robot")),
    "B1": (slots_of(3, 9), "floor-3.10", Offer(12, "energy")),
    "B2": ({**slots_of(1, 8), **slots_of(2, 7)}, "floor-2.8", Offer(12, "plant")),
}


@pytest.mark.parametrize("card", NEARLY)
def test_missions_of_floors_need_full_floors(game: Launch, card: str) -> None:
    marks, last, offer = NEARLY[card]
    missions = {**MISSIONS, card[0]: card}
    claims = game.claims
    assert not claims[card].is_met(marks)
    assert claims[card].is_met({**marks, last: "X"})
    for slot in marks:
        assert not claims[card].is_met({**{s: m for s, m in marks.items() if s != slot}, last: "X"})

    state = laid_out(game, marks, {}, offers=[[offer] * 3], missions=missions)
    state = game.play(state, number(1, last, offer.number))
    while game.to_move(state) == 1:
        state = game.play(state, decline(1))
    state = game.play(state, number(2, "floor-1.1", offer.number))
    field = f"mission.{card[0].lower()}"
    assert [step.kind for step in game.legal_steps(state)] == ["claim", "pass"]
    before = sum(rocket in game.marks(state, 1) for rocket in game.board.row_rockets)
    marks_after = game.marks(game.play(state, claim(1, card[0].lower())), 1)
    assert marks_after[field] == "crossed"
    gained = sum(rocket in marks_after for rocket in game.board.row_rockets) - before
    assert gained == game.claims[card].first


@pytest.mark.parametrize(("xs", "met"), [(9, False), (10, True), (11, True)])
def test_mission_needs_ten_x(game: Launch, xs: int, met: bool) -> None:
    marks: dict[str, Mark] = dict.fromkeys(game.board.slots[:xs], "X")
    assert bool(game.claims["C1"].is_met({**marks, "floor-1.1": 3})) == met


@pytest.mark.parametrize(
    ("opened", "closed", "met"), [(4, 0, False), (5, 0, True), (4, 4, False), (5, 3, True), (7, 1, True)]
)
def test_mission_needs_five_open_errors(game: Launch, opened: int, closed: int, met: bool) -> None:
    marks: dict[str, Mark] = {f"error.{k}": "circled" for k in range(1, opened + 1)}
    marks.update({f"error.{k}": "circled+crossed" for k in range(opened + 1, opened + closed + 1)})
    assert bool(game.claims["C2"].is_met(marks)) == met


def test_claims_of_the_first_turn_score_more_than_later_ones(game: Launch) -> None:
    state = laid_out(game, ENERGY_FULL, ENERGY_FULL, ENERGY_FULL, offers=[[Offer(8, "robot")] * 3] * 3)
    for seat in (1, 2, 3):
        state = game.play(state, number(seat, "floor-5.1", 8))
    state = game.play(state, claim(1, "b"))
    state = game.play(state, claim(2, "b"))
    state = game.play(state, decline(3))
    rockets = [
        sum(rocket in game.marks(state, seat) for rocket in game.board.row_rockets) for seat in (1, 2, 3)
    ]
    assert rockets == [3, 3, 0]
    for seat in (1, 2, 3):
        state = game.play(state, number(seat, "floor-6.1", 8))
    assert game.to_move(state) == 3
    state = game.play(state, claim(3, "b"))
    assert sum(rocket in game.marks(state, 3) for rocket in game.board.row_rockets) == 2
    assert game.history(state, 3)[1].ink[1:] == (
        Ink("mission.b", "crossed", "mission"),
        Ink("row-rocket.1-1", "crossed", "mission"),
        Ink("row-rocket.1-2", "crossed", "mission"),
    )
    assert [turn.turn for turn in game.history(state, 3)] == [1, 2]


def test_player_circling_an_error_suffers_and_claims_like_others(game: Launch) -> None:
    stuck: dict[str, Mark] = {slot: "X" for slot in game.board.slots if slot != "floor-9.3"}
    state = laid_out(
        game, SABOTEUR, stuck, offers=[[Offer(7, "water")] * 3], missions={**MISSIONS, "A": "A2"}
    )
    state = game.play(game.play(state, number(1, "floor-7.2", 7)), error(2, "error.3"))
    assert errors_of(game, state, 2) == 2  # its own error and the one of the sabotage
    state = game.play(state, claim(2, "a"))
    assert game.marks(state, 2)["mission.a"] == "crossed"


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_card_is_turned_after_the_first_claim_in_any_turn(game: Launch, first: int) -> None:
    offers = [[Offer(7 + turn, "robot")] * 3 for turn in range(1, 6)]
    state = laid_out(game, ENERGY_FULL, ENERGY_FULL, offers=offers)
    slots = (*game.board.floors["floor-5"][:4], "floor-6.1")
    for turn in range(1, first + 2):
        for seat in (1, 2):
            state = game.play(state, number(seat, slots[turn - 1], 7 + turn))
        for seat in (1, 2):
            if game.to_move(state) == seat and game.turn(state) == turn:
                claims = turn == first + (seat - 1)
                state = game.play(state, claim(seat, "b") if claims else decline(seat))
    rockets = [sum(rocket in game.marks(state, seat) for rocket in game.board.row_rockets) for seat in (1, 2)]
    assert rockets == [3, 2]


def test_rockets_of_one_mission_can_undo_another(game: Launch) -> None:
    """Five open errors meet C2, and the rockets of B1 close some of them: the order of claims matters."""
    marks = {**rocket_rows(game, 10), **ENERGY_FULL}
    marks.update({f"error.{k}": "circled" for k in range(1, 6)})
    missions = {**MISSIONS, "C": "C2"}
    state = laid_out(game, marks, {}, offers=[[Offer(8, "robot")] * 3], missions=missions)
    state = game.play(game.play(state, number(1, "floor-5.1", 8)), number(2, "floor-5.1", 8))
    first_b = game.play(state, claim(1, "b"))
    assert game.to_move(first_b) == 1 or game.turn(first_b) == 2
    with pytest.raises(IllegalStep):
        game.play(first_b, claim(1, "c"))
    both = game.play(game.play(state, claim(1, "c")), claim(1, "b"))
    assert {"mission.b", "mission.c"} <= set(game.marks(both, 1))


@pytest.mark.parametrize(
    ("letter", "reason"), [("a", "mission A1 is not met"), ("b", "no open mission"), ("d", "no open mission")]
)
def test_claims_are_refused_with_the_reason(game: Launch, letter: str, reason: str) -> None:
    xs: dict[str, Mark] = dict.fromkeys(game.board.slots[-12:], "X")
    state = laid_out(game, {**xs, "mission.b": "crossed"}, {}, offers=[[Offer(8, "robot")] * 3])
    state = game.play(game.play(state, number(1, "floor-5.1", 8)), number(2, "floor-5.1", 8))
    assert [step.ink[0].field for step in game.legal_steps(state) if step.ink] == ["mission.c"]
    with pytest.raises(IllegalStep, match=reason):
        game.play(state, claim(1, letter))
    with pytest.raises(IllegalStep, match="missions can be claimed now"):
        game.play(state, number(1, "floor-5.2", 8))


def test_absent_players_affect_the_others(game: Launch) -> None:
    outside = [Outside(1, ("sabotage.7-1-1",)), Outside(1, ("mission.b",))]
    deal: Any = HandDeal(3, (), MISSIONS)
    state = game.start(deal, seats=[2], outside=outside)
    assert game.to_move(state) == 2
    state = game.play(state, number(2, "floor-1.1", 8))
    assert game.turn(state) == 2
    assert game.marks(state, 2) == {"floor-1.1": 8, "error.1": "circled", "sabotage.7-1-1": "crossed"}
    assert state.claimed == {"B1": 1}


# --- the end ---


def test_game_ends_for_all_players_after_missions(game: Launch) -> None:
    """Seat 1 circles its eighth error, and seat 2 still writes and claims in the same turn."""
    stuck: dict[str, Mark] = {slot: "X" for slot in game.board.slots if slot != "floor-9.3"}
    stuck.update({f"error.{k}": "circled" for k in range(1, 8)})
    state = laid_out(game, stuck, ENERGY_FULL)
    state = game.play(state, error(1, "error.8"))
    assert game.to_move(state) == 2
    state = game.play(state, number(2, "floor-5.1", 8))
    while game.to_move(state) == 1:
        state = game.play(state, decline(1))
    assert game.to_move(state) == 2
    state = game.play(state, claim(2, "b"))
    assert game.to_move(state) is None
    assert game.turn(state) == 1
    assert game.legal_steps(state) == []
    assert game.history(state, 1) == (Turn(1, None, (Ink("error.8", "circled", "error"),)),)
    with pytest.raises(IllegalStep, match="over"):
        game.play(state, decline(2))


def test_sabotage_in_the_launching_turn_prevents_the_launch(game: Launch) -> None:
    nearly = {f: m for f, m in rocket_rows(game, 10).items() if f not in ("row-rocket.10-2", "row-value.10")}
    launcher: dict[str, Mark] = {**nearly, "floor-7.3": 3, "floor-7.4": 5}
    state = laid_out(game, launcher, SABOTEUR, offers=WATER)
    state = game.play(game.play(state, number(1, "floor-7.5", 7)), number(2, "floor-7.2", 7))
    assert game.board.open_errors(game.marks(state, 1)) == 1
    assert game.to_move(state) == 1
    assert game.turn(state) == 2


def test_rockets_of_a_mission_in_phase_6_still_launch(game: Launch) -> None:
    launcher: dict[str, Mark] = {**rocket_rows(game, 10), **ENERGY_FULL}
    state = laid_out(game, launcher, SABOTEUR, offers=WATER)
    state = game.play(game.play(state, number(1, "floor-1.1", 7)), number(2, "floor-7.2", 7))
    assert game.to_move(state) == 1
    state = game.play(state, claim(1, "b"))
    assert game.to_move(state) is None
    assert game.marks(state, 1)["error.1"] == "circled+crossed"
    ink = game.history(state, 1)[0].ink
    assert [each.mark for each in ink if each.field == "error.1"] == ["circled", "crossed"]
