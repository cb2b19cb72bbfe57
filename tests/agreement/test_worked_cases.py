"""Constraints of single turns, tested on rare tables that random games do not reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import PASS
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.turn_offers import GuessedDeal
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.agreement.boards import BOARDS, small
from tests.agreement.contradictions import stated
from tests.agreement.cutting import cut
from tests.agreement.judging import SmallTable, is_solved
from tests.agreement.test_true_turns import is_possible_as_played

Stated = Callable[[ClaimTable[Any]], Lit]


def small_table(name: str, offers: str, players: int = 1, keep: Mapping[str, str] = {}) -> SmallTable:
    """Return a table with one offer a turn on the small board of a scenario, which keeps some other fields."""
    board = BOARDS[name]
    sheet = cut(load_sheet(name), {**board.keep, **keep}, board.needs) if keep else small(name)
    turns = [(Offer(int(number), action),) for number, action in map(str.split, offers.split(", "))]
    missions = {mission.letter: mission.id for mission in sheet.missions}
    return SmallTable(rules_of(sheet), GuessedDeal(sheet.name, "", players, missions, guessed=tuple(turns)))


def played_towards(table: SmallTable, wanted: Mapping[int, Collection[str]]) -> Any:
    """Return the state after all offers if players ink only the wanted marks, and claim nothing.

    Raises StopIteration if there is no such way.
    """
    game, state = table.game, table.game.start(table.deal)
    while game.to_move(state) is not None and game.turn(state) <= table.turns:
        wishes = wanted[game.to_move(state) or 0]
        steps = game.legal_steps(state)
        state = game.play(
            state,
            next(
                (step for step in steps if step.ink and all(ink.field in wishes for ink in step.ink)),
                next((step for step in steps if step.kind == PASS), steps[0]),
            ),
        )
    return state


def has_solution(table: SmallTable, marks: Marks, *stated: Stated) -> bool:
    """Return whether the model of a sheet has a solution in which these literals hold, too."""
    model, constraints = table.model({1: marks})
    for literal in stated:
        model.clause(literal(constraints))
    return is_solved(model)


def test_battle_a_reward_signs_a_moon_of_its_own_planet() -> None:
    """Check that the bonus of the space is used before the flag of the planet is drawn."""
    table = small_table(
        "battle", "8 water, 4 robot", players=2, keep={"planet-?.*": "planet-1.1 planet-2.5 planet-3.1"}
    )
    wanted = {"planet-2.5", "asteroid.7", "moon.2-1", "moon.3-1"}
    state = played_towards(table, {1: wanted, 2: wanted})
    assert {"moon.2-1", "flag.2-far"} <= table.game.marks(state, 1).keys()
    assert is_possible_as_played(table, state, table.seats)


def test_battle_stored_astronauts_may_prevent_an_error() -> None:
    table = small_table("battle", "1 astronaut, 4 robot, 8 water", players=2)
    marks: Marks = {
        "sign.near": "circle",
        "sign.far": "cross",
        "planet-1.1": "circle",
        "near-astronaut.1": "circled",
        "planet-2.1": "cross",
        "flag.2-far": "cross",
        "near-error.1": "crossed",
    }
    assert table.contradictions({1: marks}) == []
    assert table.proof({1: marks}) == "impossible"
    assert table.proof({1: {**marks, "planet-3.1": "cross"}}) == "impossible"


def test_journey_errors_give_no_energy_if_all_are_circled() -> None:
    table = small_table("journey", "5 energy, 7 energy, 8 energy, 5 water")
    numbers = {"trajectory.5", "trajectory.7", "trajectory.8"}
    state = played_towards(
        table, {1: {*numbers, "energy.2", "energy.3", "energy.4", "cut.6", "cut.7", "error.1"}}
    )
    assert {"energy.4", "error.1"} <= table.game.marks(state, 1).keys()
    assert is_possible_as_played(table, state, table.seats)


def test_dome_is_built_from_a_foot_inwards() -> None:
    middle, left = ("dome.2-left", "dome.2-right"), ("dome.1-left", "dome.1-right")
    for offers, is_possible in (("7 robot, 6 robot", True), ("6 robot, 7 robot", False)):
        table = small_table("dome", offers)
        state = played_towards(table, {1: {"tower-1.6", "tower-1.7"}})
        marks = {**table.game.marks(state, 1), **dict.fromkeys((*middle, *left), "drawn")}
        assert table.contradictions({1: marks}) == []
        assert has_solution(table, marks) == is_possible


def test_dome_rows_are_scheduled_in_their_order() -> None:
    table = small_table("dome", "6 energy, 7 energy", keep={"*-upgrade.*": "*.[12]"})
    rows = ["missions-upgrade.1", "missions-upgrade.2"]
    marks = table.game.marks(played_towards(table, {1: {"tower-1.6", "tower-1.7", *rows}}), 1)
    backwards = dict(reversed(list(marks.items())))
    model, constraints = table.model({1: backwards})
    solver = Solver(model)
    assert solver.solve(Budget(20)) == "solved" and solver.solution is not None
    when = constraints.schedule(solver.solution).when[1]
    assert [when[row] for row in rows] == [1, 2]


def test_launch_a_mission_crosses_a_sabotage_error_of_its_turn() -> None:
    """Check full rows: the mission asks for an open error, which its first rocket crosses."""
    table = small_table("launch", "5 water, 6 astronaut, 7 astronaut, 8 water, 9 astronaut", players=2)
    suffering = {"floor-7.1", "floor-7.2", "floor-1.1", "floor-1.2", "floor-8.1", "mission.c"}
    launching = {"floor-1.1", "floor-1.2", "floor-8.1", "floor-8.2", "floor-8.3"}
    state = played_towards(table, {1: suffering, 2: launching})
    marks = table.game.marks(state, 1)
    assert (marks["error.1"], marks["mission.c"]) == ("circled+crossed", "crossed")
    assert is_possible_as_played(table, state, table.seats)


def test_journey_only_circled_plants_know_their_place() -> None:
    table = small_table("journey", "5 plant")
    marks: Marks = {"trajectory.5": 5, "plant.1-1": "circled"}
    named = {
        rule.marks for rule in stated(table.game, table.deal, {1: marks}) if rule.code == RuleCode.LOCATION
    }
    assert named == {((1, "plant.1-1"),)}


def test_mine_robots_are_given_until_none_is_left() -> None:
    """Check that the only robot is the one given; if an action had crossed it, another one would have been
    given."""
    table = small_table("mine", "5 robot, 8 energy")
    wanted = {"level-1.1", "level-1.2", "secondary-robot.energy-1", "main-plant.robot-1"}
    marks = table.game.marks(played_towards(table, {1: wanted - {"main-plant.robot-1"}}), 1)
    assert {field for field in marks if "robot-1" in field} == {"main-plant.robot-1"}
    assert has_solution(table, marks)
    assert not has_solution(
        table, marks, lambda constraints: constraints.players[1].factories.robots["main-plant"][1]
    )


def test_nobody_plays_on_after_all_missions_are_claimed() -> None:
    """Check a third turn that meets all missions; they can still be claimed in the fourth, but not in the
    third."""
    table = small_table("dome", "4 water, 5 robot, 6 robot, 7 robot")
    state = played_towards(table, {1: {"tower-2.4", "tower-2.5", "water.4"}})
    marks = {**table.game.marks(state, 1), **dict.fromkeys(("mission.a-first", "mission.b-first"), "circled")}
    in_the_third = [claimed_by(3, letter) for letter in "AB"]
    assert has_solution(table, marks, *in_the_third)
    marks["mission.c-first"] = "circled"
    assert has_solution(table, marks)
    assert not has_solution(table, marks, *in_the_third, claimed_by(3, "C"))


def claimed_by(turn: int, letter: str) -> Stated:
    """Return whether the first player has claimed a mission by a turn."""
    return lambda constraints: constraints.claims[1][constraints.request.missions[letter]].by(turn)
