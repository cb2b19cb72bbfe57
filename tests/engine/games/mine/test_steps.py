"""Test numbers, actions, factories, extraction, races and refusals of mine, one table at a time."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.mine._board import Board
from fairsheet.engine.games.mine._rules import Mine
from fairsheet.engine.play.game import PASS, IllegalStep, Step
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.by_hand import act, after, choices, circled, crossed, ink_of, laid_out, number, offered

FULL: dict[str, Mark] = {f"level-{level}.{column}": "X" for level in (1, 2, 3) for column in range(1, 13)}


@pytest.fixture(scope="module")
def mine() -> Mine:
    return Mine(load_sheet("mine"))


def given(seat: int, robot: str) -> Step:
    return act(seat, "robot", robot, "crossed", "bonus")


def symbols(kind: str, count: int) -> dict[str, Mark]:
    return circled(*(f"main-{kind}.{kind}-{k}" for k in range(1, count + 1)))


def test_symbols_of_main_factories_count_by_their_own_factors() -> None:
    assert {main.kind: main.factors for main in Board(load_sheet("mine")).mains.values()} == {
        "plant": (2, 4), "water": (3, 5), "pearl": (2, 3), "ruby": (2, 3), "astronaut": (0, 3), "planning": (3, 0),
    }  # fmt: skip


# --- numbers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "value", "columns"),
    [
        ({"level-1.3": 7, "level-1.6": 12}, 10, {4, 5}),
        ({"level-1.3": 8, "level-1.6": 12}, 8, set()),
        ({"level-1.3": 7, "level-1.5": "X", "level-1.6": 12}, 10, {4}),
        ({"level-1.3": "X"}, 10, {1, 2, *range(4, 13)}),
        ({"level-1.1": 11}, 10, set()),
    ],
)
def test_numbers_ascend_only_in_their_level(mine: Mine, marks: Marks, value: int, columns: set[int]) -> None:
    state = laid_out(mine, marks, offers=offered("robot", value=value))
    found = {slot for slot in choices(mine, state) if slot.startswith("level-1.")}
    assert found == {f"level-1.{column}" for column in columns}
    assert {slot for slot in choices(mine, state) if slot.startswith("level-2.")} == {
        f"level-2.{column}" for column in range(1, 13)
    }


def test_number_or_x_in_a_cave_circles_its_mineral(mine: Mine) -> None:
    state = laid_out(mine, {}, offers=offered("planning"))
    state = after(mine, state, number(1, "level-2.1", 8), act(1, "planning", "level-3.5", "X"))
    assert ink_of(mine, state, 1) == [
        ("level-2.1", 8, "number"),
        ("mine-ruby.l2-c1", "circled", "bonus"),
        ("level-3.5", "X", "action"),
        ("mine-pearl.l3-c5", "circled", "bonus"),
        ("main-planning.planning-1", "crossed", "action"),
    ]


# --- plants and waters ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "slot", "expected"),
    [
        ("plant", "level-1.1", {"mine-plant.g1-c1"}),
        ("plant", "level-2.1", {"mine-plant.g1-c1", "mine-plant.g2-c1"}),
        ("plant", "level-3.1", {"mine-plant.g2-c1"}),
        ("water", "level-2.8", {"mine-water.g1-c8", "mine-water.g2-c8"}),
        ("water", "level-3.5", {"mine-water.g2-c5"}),
        ("plant", "level-2.2", {"mine-plant.g2-c2"}),
    ],
)
def test_plants_and_waters_are_above_or_below(mine: Mine, action: str, slot: str, expected: set[str]) -> None:
    state = after(mine, laid_out(mine, {}, offers=offered(action)), number(1, slot, 8))
    assert choices(mine, state) == expected
    for field in expected:
        assert mine.marks(mine.play(state, act(1, action, field, "circled")), 1)[field] == "circled"
    with pytest.raises(IllegalStep):
        mine.play(state, act(1, action, f"mine-{action}.g1-c9", "circled"))


@pytest.mark.parametrize(
    ("action", "slot", "marks"),
    [
        ("water", "level-1.5", {}),  # the shaft leads straight to the gallery below
        ("water", "level-1.1", {}),
        ("plant", "level-1.1", {"mine-plant.g1-c1": "circled"}),
    ],
)
def test_action_without_a_target_is_skipped(
    mine: Mine, action: str, slot: str, marks: dict[str, Mark]
) -> None:
    state = after(mine, laid_out(mine, marks, offers=offered(action)), number(1, slot, 8))
    assert mine.turn(state) == 2


def test_x_takes_no_plant(mine: Mine) -> None:
    state = laid_out(mine, {}, offers=offered("planning"))
    state = after(mine, state, number(1, "level-3.7", 8), act(1, "planning", "level-1.1", "X"))
    assert mine.turn(state) == 2


# --- astronauts and planning ------------------------------------------------------------------------------


def test_x_is_written_even_without_a_planning_symbol(mine: Mine) -> None:
    none_left = crossed(*(f"main-planning.planning-{k}" for k in range(1, 7)))
    state = laid_out(mine, none_left, offers=offered("planning"))
    state = after(mine, state, number(1, "level-3.7", 8), act(1, "planning", "level-3.8", "X"))
    assert [field for field, _, _ in ink_of(mine, state, 1)] == ["level-3.7", "level-3.8"]


# --- factories --------------------------------------------------------------------------------------------


def test_energy_action_crosses_an_energy_in_any_factory(mine: Mine) -> None:
    state = after(mine, laid_out(mine, {}, offers=offered("energy")), number(1, "level-3.7", 8))
    assert len(choices(mine, state)) == 11
    mine.play(state, act(1, "energy", "main-ruby.energy-2", "crossed"))  # an equal energy
    with pytest.raises(IllegalStep):
        mine.play(state, act(1, "energy", "main-ruby.robot-1", "crossed"))


def test_complete_main_factory_crosses_its_base_factor(mine: Mine) -> None:
    nearly = crossed("main-planning.energy-1")
    state = after(mine, laid_out(mine, nearly, offers=offered("robot")), number(1, "level-3.7", 8))
    state = after(mine, state, act(1, "robot", "main-planning.robot-1", "crossed"))
    assert ink_of(mine, state, 1)[1:] == [
        ("main-planning.robot-1", "crossed", "action"),
        ("main-planning.base-factor", "crossed", "bonus"),
    ]


def test_complete_secondary_factory_gives_goods_and_fill_bonus(mine: Mine) -> None:
    nearly = {**crossed("secondary-water.energy-1", "secondary-water.robot-1"), **symbols("water", 5)}
    state = after(mine, laid_out(mine, nearly, offers=offered("robot")), number(1, "level-3.7", 8))
    state = after(mine, state, act(1, "robot", "secondary-water.robot-2", "crossed"))
    assert ink_of(mine, state, 1)[2:] == [
        ("secondary-water.bonus-1", "crossed", "bonus"),
        ("secondary-water.bonus-2", "crossed", "bonus"),
        ("main-water.water-6", "circled", "bonus"),
        ("main-water.fill-bonus", "circled", "bonus"),
        ("main-water.water-7", "circled", "bonus"),
    ]


def test_given_robots_must_be_crossed_and_can_complete_factories(mine: Mine) -> None:
    nearly = crossed("secondary-robot.energy-1", "secondary-plant.energy-1")
    state = after(mine, laid_out(mine, nearly, offers=offered("energy")), number(1, "level-3.7", 8))
    state = after(mine, state, act(1, "energy", "secondary-robot.energy-2", "crossed"))
    with pytest.raises(IllegalStep, match="must be crossed"):
        mine.play(state, Step(1, PASS))
    with pytest.raises(IllegalStep):
        mine.play(state, act(1, "robot", "main-ruby.robot-1", "crossed"))  # given robots are no action
    state = after(mine, state, given(1, "secondary-plant.robot-1"), given(1, "main-ruby.robot-1"))
    assert mine.turn(state) == 1
    state = after(mine, state, given(1, "main-ruby.robot-2"))
    assert [field for field, _, _ in ink_of(mine, state, 1)[5:]] == [
        "secondary-plant.robot-1",
        "secondary-plant.bonus-1",
        "secondary-plant.bonus-2",
        "main-plant.plant-1",
        "main-plant.plant-2",
        "main-ruby.robot-1",
        "main-ruby.robot-2",
    ]


def test_given_robots_are_limited_to_robots_left(mine: Mine) -> None:
    few = crossed("secondary-robot.energy-1", *mine.board.robots[:-1])
    state = after(mine, laid_out(mine, few, offers=offered("energy")), number(1, "level-3.7", 8))
    state = after(mine, state, act(1, "energy", "secondary-robot.energy-2", "crossed"))
    state = after(mine, state, given(1, mine.board.robots[-1]))
    assert mine.turn(state) == 2
    assert all(f"secondary-robot.bonus-{k}" in mine.marks(state, 1) for k in (1, 2, 3))


# --- extraction and races ---------------------------------------------------------------------------------


def test_two_columns_are_extracted_in_one_turn_and_the_rest_is_lost(mine: Mine) -> None:
    marks: dict[str, Mark] = {
        **{"level-1.7": 3, "level-2.7": 3, "level-1.1": 1, "level-2.1": 1},
        **circled("mine-ruby.l1-c7", "mine-ruby.l2-c7", "mine-pearl.l1-c1", "mine-ruby.l2-c1"),
    }
    state = laid_out(mine, marks, offers=offered("planning", "plant"))
    state = after(mine, state, number(1, "level-3.7", 8), act(1, "planning", "level-3.1", "X"))
    assert [entry for entry in ink_of(mine, state, 1) if entry[2] == "incident"] == [
        ("mine-pearl.l1-c1", "crossed", "incident"),
        ("main-pearl.pearl-1", "circled", "incident"),
        ("mine-ruby.l2-c1", "crossed", "incident"),
        ("main-ruby.ruby-1", "circled", "incident"),
        ("mine-pearl.l3-c1", "crossed", "incident"),
        ("main-pearl.pearl-2", "circled", "incident"),
        ("tower.1", "circled", "incident"),
        ("mine-ruby.l1-c7", "crossed", "incident"),
        ("main-ruby.ruby-2", "circled", "incident"),
        ("mine-ruby.l2-c7", "crossed", "incident"),
        ("main-ruby.ruby-3", "circled", "incident"),
        ("tower.7", "circled", "incident"),
    ]
    assert "mine-water.g2-c7" not in mine.marks(state, 1)


def test_plant_taken_in_the_turn_that_fills_its_column_is_extracted(mine: Mine) -> None:
    state = laid_out(mine, {"level-1.2": 3, "level-2.2": 3}, offers=offered("plant"))
    state = after(mine, state, number(1, "level-3.2", 8), act(1, "plant", "mine-plant.g2-c2", "circled"))
    marks = mine.marks(state, 1)
    assert marks["mine-plant.g2-c2"] == "circled+crossed" and marks["main-plant.plant-1"] == "circled"


def test_players_reaching_a_fill_bonus_in_one_turn_all_keep_it(mine: Mine) -> None:
    by_factory = {**crossed("secondary-water.energy-1", "secondary-water.robot-1"), **symbols("water", 4)}
    by_column: dict[str, Mark] = {
        **{"level-1.8": 3, "level-2.8": 3, "mine-water.g2-c8": "circled"},
        **symbols("water", 5),
    }
    state = laid_out(mine, by_factory, by_column, by_column, offers=offered("robot", "robot"))
    state = after(mine, state, number(1, "level-3.7", 8))
    state = after(mine, state, act(1, "robot", "secondary-water.robot-2", "crossed"))
    state = after(mine, state, number(2, "level-3.8", 8), Step(2, PASS))
    state = after(mine, state, number(3, "level-3.7", 8), Step(3, PASS))
    stars = [mine.marks(state, seat)["main-water.fill-bonus"] for seat in (1, 2, 3)]
    assert stars == ["circled", "circled", "crossed"]
    assert ink_of(mine, state, 3)[-1] == ("main-water.fill-bonus", "crossed", "race")


def test_lost_fill_bonus_gives_nothing(mine: Mine) -> None:
    late: dict[str, Mark] = {
        **crossed("secondary-pearl.energy-1", "secondary-pearl.robot-1", "main-pearl.fill-bonus"),
        **symbols("pearl", 9),
    }
    state = after(mine, laid_out(mine, late, offers=offered("robot")), number(1, "level-3.7", 8))
    state = after(mine, state, act(1, "robot", "secondary-pearl.robot-2", "crossed"))
    assert mine.marks(state, 1)["main-pearl.pearl-11"] == "circled"
    assert mine.marks(state, 1)["main-pearl.fill-bonus"] == "crossed"


# --- errors, missions, the end ----------------------------------------------------------------------------


def test_errors_are_crossed_from_the_top_and_three_end_the_game(mine: Mine) -> None:
    blocked: dict[str, Mark] = {f"level-{level}.1": 15 for level in (1, 2, 3)}
    state = laid_out(mine, blocked, offers=offered("robot", "robot", "robot"))
    with pytest.raises(IllegalStep, match="not the next"):
        mine.play(state, act(1, "error", "error.2", "crossed", "error"))
    for k in (1, 2, 3):
        assert mine.to_move(state) == 1
        state = after(mine, state, act(1, "error", f"error.{k}", "crossed", "error"))
    assert mine.to_move(state) is None


def test_filling_all_caves_ends_the_game_with_the_turn(mine: Mine) -> None:
    last = {slot: mark for slot, mark in FULL.items() if slot != "level-1.11"}
    state = laid_out(mine, last, {}, offers=offered("robot"))
    state = after(mine, state, number(1, "level-1.11", 8), Step(1, PASS))
    assert mine.to_move(state) == 2
    state = after(mine, state, number(2, "level-1.3", 8), Step(2, PASS))
    while mine.to_move(state) is not None:
        state = mine.play(state, Step(mine.to_move(state) or 0, PASS))
    assert mine.turn(state) == 1


def test_missions_are_claimed_after_extraction_for_their_turns_value(mine: Mine) -> None:
    towers = circled(*(f"tower.{c}" for c in (1, 3, 5, 9)))
    nearly: dict[str, Mark] = {**towers, "level-1.7": 3, "level-2.7": 3}
    state = laid_out(mine, nearly, {**towers, "tower.6": "circled"}, nearly, offers=offered("robot", "robot"))
    state = after(mine, state, number(1, "level-3.7", 8), Step(1, PASS))
    state = after(mine, state, number(2, "level-3.7", 8), Step(2, PASS))
    state = after(mine, state, number(3, "level-1.8", 8), Step(3, PASS))
    state = after(mine, state, act(1, "claim", "mission.a", 8, "mission"))
    with pytest.raises(IllegalStep, match="worth 8"):
        mine.play(state, act(2, "claim", "mission.a", 4, "mission"))
    state = after(mine, state, Step(2, PASS))
    for seat in (1, 2):
        state = after(mine, state, number(seat, "level-1.12", 8), Step(seat, PASS))
    state = after(mine, state, number(3, "level-3.7", 8), Step(3, PASS))
    state = after(mine, state, act(2, "claim", "mission.a", 4, "mission"))
    state = after(mine, state, act(3, "claim", "mission.a", 4, "mission"))
    assert [mine.marks(state, seat)["mission.a"] for seat in (1, 2, 3)] == [8, 4, 4]


SECONDARY = [f"secondary-{kind}.bonus-1" for kind in ("plant", "water", "pearl", "ruby", "robot")]
UPGRADED = [f"main-{kind}.base-factor" for kind in ("plant", "astronaut", "planning")]


@pytest.mark.parametrize(
    ("card", "met", "missed"),
    [
        (
            "A1",
            circled(*(f"tower.{c}" for c in (1, 3, 5, 7, 12))),
            circled(*(f"tower.{c}" for c in (1, 2, 3, 4))),
        ),
        (
            "A2",
            circled(*(f"tower.{c}" for c in (9, 10, 11, 12))),
            circled(*(f"tower.{c}" for c in (1, 2, 3, 5, 6, 7, 9, 10, 11))),
        ),
        ("B1", crossed(*SECONDARY), crossed(*SECONDARY[:4], *UPGRADED)),
        ("B2", crossed(*SECONDARY[:3], *UPGRADED), crossed(*SECONDARY[:2], *UPGRADED)),
        (
            "C1",
            {
                **circled(*(f"mine-plant.g1-c{c}" for c in (1, 3, 6, 9))),
                **dict.fromkeys((f"mine-plant.g2-c{c}" for c in (1, 2, 4, 9)), "circled+crossed"),
            },
            {**circled(*(f"mine-plant.g1-c{c}" for c in (1, 3, 6, 9, 10, 12))), **symbols("plant", 8)}
            | circled("mine-plant.g2-c1"),
        ),
        (
            "C2",
            circled(*(f"mine-water.g1-c{c}" for c in (2, 4, 8, 11)), "mine-water.g2-c5"),
            {**circled(*(f"mine-water.g1-c{c}" for c in (2, 4, 8, 11))), **symbols("water", 7)},
        ),
    ],
)
def test_missions_are_met_exactly_at_their_limits(
    mine: Mine, card: str, met: dict[str, Mark], missed: dict[str, Mark]
) -> None:
    assert mine.claims[card].is_met(met)
    assert not mine.claims[card].is_met(missed)
