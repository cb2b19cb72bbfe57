"""Test invariants of every game of launch, and counts of its steps."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.dealing.deal import Deal, Offer, deal
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.play.game import mark_order_of
from fairsheet.engine.play.replay import replay
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import laid_out, number
from tests.engine.tables import game_of_bots


@pytest.mark.parametrize("policy", POLICIES)
def test_no_turn_before_the_last_contains_the_end(game: Launch, policy: str) -> None:
    """No sheet ends the game at the end of any turn except the last."""
    dealt = deal(game.sheet, "ends", 4)
    histories = game_of_bots("launch", "ends", policy, 4).histories
    last = len(histories[1])
    state = replay(game, dealt, {seat: history[: last - 1] for seat, history in histories.items()})
    assert game.to_move(state) == 1
    assert game.turn(state) == last


def test_policies_play_as_their_names_say(game: Launch) -> None:
    totals = {policy: Counter[str]() for policy in POLICIES}
    for policy, count in totals.items():
        for game_number in range(4):
            for record in game_of_bots("launch", f"policy {game_number}", policy, 4).records:
                marks = record.marks
                total = marks["score.total"]
                assert isinstance(total, int)
                count["points"] += total
                chances = [
                    effect
                    for effect in game.board.builds
                    if game.board.is_complete(game.board.home_of[effect], marks)
                ]
                count["chances"] += len(chances)
                count["declined"] += sum(effect not in marks for effect in chances)
    points = {policy: count["points"] / 16 for policy, count in totals.items()}
    assert points["random"] + 20 < points["casual"] < points["greedy"] - 20
    assert totals["greedy"]["declined"] < 0.05 * totals["greedy"]["chances"]
    assert 0.3 < totals["reluctant"]["declined"] / totals["reluctant"]["chances"] < 0.7


# --- counting steps ---


def count_paths(game: Launch, state: State, depth: int) -> int:
    """Return the number of sequences of `depth` steps."""
    steps = game.legal_steps(state)
    if depth == 1:
        return len(steps)
    return sum(count_paths(game, game.play(state, step), depth - 1) for step in steps)


def slots_by_brute_force(
    game: Launch, marks: dict[str, Mark], dealt: Deal, turn: int
) -> Counter[tuple[str, int]]:
    """Return every slot and offer that accept a number, directly from the words of the rule."""
    found: Counter[tuple[str, int]] = Counter()
    for place, offer in enumerate(dealt.offers(turn), start=1):
        for zone in game.sheet.zones:
            if zone.attrs["action"] not in (offer.action, "wild"):
                continue
            for here, slot in enumerate(zone.slots):
                left = [n for s in zone.slots[:here] if isinstance(n := marks.get(s), int)]
                right = [n for s in zone.slots[here:] if isinstance(n := marks.get(s), int)]
                fits = all(n < offer.number for n in left) and all(n > offer.number for n in right)
                if slot not in marks and fits:
                    found[slot, place] += 1
    return found


@pytest.mark.parametrize(
    ("seed", "players", "counts"),
    [
        ("perft", 1, (42, 1916, 76696)),
        ("perft", 2, (42, 1764)),
    ],
)
def test_step_counts_stay_the_same(game: Launch, seed: str, players: int, counts: tuple[int, ...]) -> None:
    """Any change to the rules changes these golden counts of the step generator."""
    state = game.start(deal(game.sheet, seed, players))
    assert tuple(count_paths(game, state, depth) for depth in range(1, len(counts) + 1)) == counts


def test_chain_of_effects_has_the_expected_counts(game: Launch) -> None:
    """Completing 9-1 while 6-1 lacks one slot allows 3 arrows, 17 slots for the X, or neither.

    Then an arrow allows 17 slots or neither, and an X allows 3 arrows or none. The X in 6-1
    sets off another arrow and X: 3 arrows, 16 slots or neither.
    """
    marks: dict[str, Mark] = {
        slot: "X" for floor in (1, 2, 3, 4) for slot in game.board.floors[f"floor-{floor}"]
    }
    marks.update({"floor-9.1": "X", "floor-9.2": "X", "floor-6.1": "X"})
    state = laid_out(game, marks, {}, offers=[[Offer(8, "astronaut")] * 3])
    state = game.play(state, number(1, "floor-9.3", 8))
    assert count_paths(game, state, 1) == 3 + 17 + 1
    second = [game.play(state, step) for step in game.legal_steps(state) if step.kind != "pass"]
    assert Counter(count_paths(game, after, 1) for after in second) == {18: 3, 4: 16, 20: 1}
    assert sum(count_paths(game, after, 2) for after in second) == 5050


@given(st.integers(0, 11), st.sampled_from(["random", "greedy"]), st.integers(0, 30))
@settings(max_examples=20)
def test_exactly_the_legal_numbers_are_offered(game: Launch, number: int, policy: str, turns: int) -> None:
    seed, players = f"property {number}", 1 + number % 6
    dealt = deal(game.sheet, seed, players)
    histories = game_of_bots("launch", seed, policy, players).histories
    turns = min(turns, len(histories[1]) - 1)
    state = replay(game, dealt, {seat: history[:turns] for seat, history in histories.items()})
    expected = slots_by_brute_force(game, dict(game.marks(state, 1)), dealt, turns + 1)
    steps = game.legal_steps(state)
    offered = Counter((step.ink[0].field, step.offer or 0) for step in steps if step.kind == "number")
    assert offered == expected
    assert bool(offered) == (steps[0].kind == "number")


def test_final_ink_can_be_replayed_into_itself(game: Launch) -> None:
    """A sheet with unusual choices among equals can be played again from its final marks."""
    state = game.start(deal(game.sheet, "odd", 1))
    odd = {1: [("row-rocket.1-5", "crossed"), ("row-rocket.2-3", "crossed"), ("error.7", "circled")]}
    state = game.start(deal(game.sheet, "odd", 1), odd)
    steps = []
    while game.to_move(state) is not None and game.turn(state) < 20:
        step = game.legal_steps(state)[0]
        steps.append(step)
        state = game.play(state, step)
    marks = dict(game.marks(state, 1))
    again = game.start(deal(game.sheet, "odd", 1), {1: mark_order_of(marks)})
    for step in steps:
        again = game.play(again, step)
    assert game.marks(again, 1) == marks
    assert "row-rocket.1-5" in marks
    assert Ink("row-rocket.1-5", "crossed", "bonus") in [
        i for turn in game.history(again, 1) for i in turn.ink
    ]
