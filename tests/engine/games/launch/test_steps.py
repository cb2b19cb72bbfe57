"""Test numbers, effects and refusals of launch, one sheet at a time."""

from __future__ import annotations

from collections import Counter

import pytest

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.play.game import IllegalStep
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.by_hand import (
    build_x,
    crossed,
    decline,
    error,
    laid_out,
    number,
    prepare,
    rocket_rows,
    slots_of,
)

SEVEN = [Offer(7, "water"), Offer(3, "plant"), Offer(9, "planning")]


def slots_offered(game: Launch, marks: Marks, offer: Offer) -> set[str]:
    state = laid_out(game, marks, {}, offers=[[offer] * 3])
    return {
        step.ink[0].field for step in game.legal_steps(state) if step.kind == "number" and step.offer == 1
    }


@pytest.mark.parametrize(
    ("action", "floors"),
    [
        ("robot", {5, 6, 1}),
        ("energy", {3, 1}),
        ("plant", {2, 1}),
        ("water", {7, 1}),
        ("astronaut", {8, 9, 1}),
        ("planning", {4, 1}),
    ],
)
def test_action_determines_the_floors_of_a_number(game: Launch, action: str, floors: set[int]) -> None:
    slots = slots_offered(game, {}, Offer(5, action))
    assert slots == {slot for floor in floors for slot in game.board.floors[f"floor-{floor}"]}


@pytest.mark.parametrize(
    ("floor", "value", "slots"),
    [
        ({"floor-3.4": 7}, 6, {1, 2, 3}),
        ({"floor-3.4": 7}, 8, {5, 6, 7, 8, 9, 10}),
        ({"floor-3.4": 7}, 7, set()),
        ({"floor-3.2": 4, "floor-3.6": 9}, 5, {3, 4, 5}),
        ({"floor-3.2": 4, "floor-3.3": "X", "floor-3.6": 9}, 5, {4, 5}),
        ({"floor-3.1": "X", "floor-3.2": 4}, 3, set()),
        ({"floor-3.1": 1, "floor-3.2": 2}, 1, set()),
        ({"floor-3.5": 3, "floor-3.6": 4}, 12, {7, 8, 9, 10}),
        ({"floor-3.10": 15}, 15, set()),
    ],
)
def test_numbers_ascend_across_walls_and_ignore_x(
    game: Launch, floor: dict[str, Mark], value: int, slots: set[int]
) -> None:
    offered = slots_offered(game, floor, Offer(value, "energy"))
    assert {slot for slot in offered if slot.startswith("floor-3")} == {f"floor-3.{slot}" for slot in slots}


def test_section_gives_its_rockets_at_once_with_their_cause(game: Launch) -> None:
    state = laid_out(game, {"floor-7.1": 2}, {}, offers=[SEVEN])
    state = game.play(state, number(1, "floor-7.2", 7))
    assert game.history(state, 1) == (
        Turn(
            1,
            1,
            (
                Ink("floor-7.2", 7, "number"),
                Ink("rockets.7-1", "crossed", "bonus"),
                Ink("row-rocket.1-1", "crossed", "bonus"),
                Ink("row-rocket.1-2", "crossed", "bonus"),
                Ink("sabotage.7-1-1", "crossed", "bonus"),
            ),
        ),
    )
    assert game.to_move(state) == 2


def test_idle_rockets_fly_only_with_a_previously_filled_arrow(game: Launch) -> None:
    for arrow in ({}, {"arrow.7-2": "filled"}):
        before: dict[str, Mark] = {"floor-7.3": 3, "floor-7.4": 5, **arrow}
        state = laid_out(game, before, {}, offers=[SEVEN])
        marks = game.marks(game.play(state, number(1, "floor-7.5", 7)), 1)
        rockets = sum(rocket in marks for rocket in game.board.row_rockets)
        assert (rockets, "idle-rockets.7-2" in marks) == ((6, True) if arrow else (3, False))


def test_rockets_fill_rows_then_errors_then_extras_then_are_lost(game: Launch) -> None:
    rows = rocket_rows(game, 10)
    few = {field: mark for field, mark in rows.items() if field not in ("row-rocket.10-2", "row-value.10")}
    before: dict[str, Mark] = {"floor-4.1": 1, **{f"floor-4.{slot}": "X" for slot in range(2, 6)}}
    offers = [[Offer(9, "planning")] * 3]
    for errors, extras, expected in (
        (0, 0, (0, 3)),
        (1, 0, (1, 2)),
        (2, 4, (2, 5)),
        (5, 0, (3, 0)),
        (0, 7, (0, 8)),
        (0, 8, (0, 8)),
    ):
        marks = {**before, **few, **{f"error.{k}": "circled" for k in range(1, errors + 1)}}
        marks.update(crossed(*(f"extra-rocket.{k}" for k in range(1, extras + 1))))
        state = laid_out(game, marks, {}, offers=offers)
        after = game.marks(game.play(state, number(1, "floor-4.6", 9)), 1)
        assert after["row-value.10"] == "crossed"
        closed = sum(after.get(field) == "circled+crossed" for field in game.board.errors)
        assert (closed, sum(extra in after for extra in game.board.extras)) == expected


def test_x_may_complete_sections_whose_effects_join_the_pool(game: Launch) -> None:
    """9-1 gives prepare and X, and the X completes 6-1, which gives both again."""
    before: dict[str, Mark] = {"floor-9.1": 1, "floor-9.2": 4, "floor-6.1": 5}
    state = laid_out(game, before, {}, offers=[[Offer(8, "astronaut")] * 3])
    state = game.play(state, number(1, "floor-9.3", 8))
    assert state.players[0].pending == ("prepare.9-1", "build-x.9-1")
    kinds = Counter(step.kind for step in game.legal_steps(state))
    assert kinds == {"prepare": 7, "build-x": 49, "pass": 1}
    state = game.play(state, build_x(1, "build-x.9-1", "floor-6.2"))
    assert state.players[0].pending == ("prepare.9-1", "prepare.6-1", "build-x.6-1")
    state = game.play(state, prepare(1, "prepare.6-1", "arrow.4-1"))
    state = game.play(state, build_x(1, "build-x.6-1", "floor-2.1"))
    assert game.to_move(state) == 1
    state = game.play(state, decline(1))
    assert game.to_move(state) == 2
    marks = game.marks(state, 1)
    assert "prepare.9-1" not in marks
    assert marks["floor-6.2"] == marks["floor-2.1"] == "X"
    assert marks["arrow.4-1"] == "filled"


def test_arrow_filled_in_a_chain_readies_later_completions(game: Launch) -> None:
    before: dict[str, Mark] = {"floor-9.1": 1, "floor-9.2": 4, **slots_of(8, 2)}
    state = laid_out(game, before, {}, offers=[[Offer(8, "astronaut")] * 3])
    state = game.play(state, number(1, "floor-9.3", 8))
    state = game.play(state, prepare(1, "prepare.9-1", "arrow.8-1"))
    marks = game.marks(game.play(state, build_x(1, "build-x.9-1", "floor-8.3")), 1)
    assert marks["idle-rockets.8-1"] == "crossed"
    assert sum(rocket in marks for rocket in game.board.row_rockets) == 3 + 2 + 2


def test_effects_without_a_target_are_not_asked_about(game: Launch) -> None:
    idle = {slot: "X" for section in game.board.section_of_arrow.values() for slot in section.slots}
    before: dict[str, Mark] = {**idle, "floor-2.3": 3}
    state = laid_out(game, before, {}, offers=[[Offer(8, "plant")] * 3])
    state = game.play(state, number(1, "floor-2.4", 8))
    assert game.to_move(state) == 2
    assert "prepare.2-2" not in game.marks(state, 1)

    all_but_one: dict[str, Mark] = {slot: "X" for slot in game.board.slots if slot != "floor-6.5"}
    state = game.play(
        laid_out(game, all_but_one, {}, offers=[[Offer(8, "robot")] * 3]), number(1, "floor-6.5", 8)
    )
    assert game.to_move(state) == 2
    assert "build-x.6-2" not in game.marks(state, 1)


def test_error_is_circled_only_if_nothing_can_be_written(game: Launch) -> None:
    wild_full = slots_of(1, 8)
    offers = [[Offer(7, "water"), Offer(7, "astronaut"), Offer(9, "planning")]]
    blocked: dict[str, Mark] = {**wild_full, "floor-7.1": 7, "floor-8.2": 7, "floor-9.2": 7, **slots_of(4, 6)}
    state = laid_out(game, blocked, {}, offers=offers)
    assert [step.kind for step in game.legal_steps(state)] == ["error"]
    after = game.play(state, error(1, "error.5"))
    assert game.history(after, 1) == (Turn(1, None, (Ink("error.5", "circled", "error"),)),)

    state = laid_out(
        game, {field: mark for field, mark in blocked.items() if field != "floor-7.1"}, {}, offers=offers
    )
    with pytest.raises(IllegalStep, match=r"7 could go into floor-7\.1"):
        game.play(state, error(1))


def test_equals_may_be_chosen_freely_and_follow_habit_if_forced(game: Launch) -> None:
    mark_orders = {1: [("row-rocket.1-4", "crossed"), ("error.6", "circled"), ("build-x.6-1", "crossed")]}
    before: dict[str, Mark] = {"floor-7.1": 2}
    state = laid_out(game, before, {}, offers=[SEVEN], mark_orders=mark_orders)
    marks = game.marks(game.play(state, number(1, "floor-7.2", 7)), 1)
    assert [field for field in marks if field.startswith("row-rocket")] == [
        "row-rocket.1-4",
        "row-rocket.1-1",
    ]

    blocked: dict[str, Mark] = {slot: "X" for slot in game.board.slots if slot != "floor-9.1"}
    state = laid_out(game, blocked, {}, offers=[SEVEN], mark_orders=mark_orders)
    assert game.legal_steps(state) == [error(1, "error.6")]
    assert game.marks(game.play(state, error(1, "error.3")), 1)["error.3"] == "circled"


def test_errors_may_be_crossed_in_another_order_than_circled(game: Launch) -> None:
    mark_orders = {
        1: [("error.2", "circled"), ("error.6", "circled"), ("error.6", "crossed"), ("error.2", "crossed")]
    }
    nearly = {**rocket_rows(game, 10), "floor-7.1": 2, "error.2": "circled", "error.6": "circled"}
    del nearly["row-rocket.10-2"], nearly["row-value.10"]
    before: dict[str, Mark] = nearly
    state = laid_out(game, before, {}, offers=[SEVEN], mark_orders=mark_orders)
    after = game.marks(game.play(state, number(1, "floor-7.2", 7)), 1)
    assert (after["error.2"], after["error.6"]) == ("circled", "circled+crossed")
