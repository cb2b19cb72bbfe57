"""Test invariants of every game of bots: of each sheet, of the table, of one seat alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.tables import check_alone, check_played, check_values_of_missions, game_of_bots, inked

FEWEST = {"dome": 2, "virus": 2, "battle": 2}  # minimum number of players in games of bots


def rules(scenario: str) -> Game:
    return rules_of(load_sheet(scenario))


@pytest.mark.parametrize("scenario", scenario_names())
@settings(max_examples=2)
@given(
    seed=st.text("abcdef", min_size=1, max_size=6),
    players=st.integers(1, 6),
    policy=st.sampled_from(["greedy", "random", "reluctant", "casual"]),
)
def test_bots_games_keep_the_invariants(scenario: str, seed: str, players: int, policy: str) -> None:
    game = rules(scenario)
    for played in simulate(game.sheet, seed, max(players, FEWEST.get(scenario, 1)), 1, policy):
        check_played(game, played)
        sheets = {each.seat: without_sums(game.sheet, each.marks) for each in played.records}
        for seat, marks in sheets.items():
            turns = sum(turn.turn > 0 for turn in played.histories[seat])
            check_sheet(game, marks, turns)
        check_claims(game, played, sheets)


def check_sheet(game: Game, marks: Marks, turns: int) -> None:
    """Check that numbers ascend, every turn has one or an error, and crosses in order have no gap.
    An X needs planning, and a number beyond the cards needs an astronaut.
    """
    sheet = game.sheet
    slots = [field.id for field in sheet.fields if field.kind == "slot"]
    numbers = {slot: mark for slot in slots if isinstance(mark := marks.get(slot), int)}
    crosses = sum(marks.get(slot) == "X" for slot in slots)
    for zone in sheet.zones if sheet.name != "journey" else ():  # cuts separate its only zone
        assert all(a < b for a, b in pairwise(numbers[slot] for slot in zone.slots if slot in numbers))
    for ladder in sheet.ladders:
        in_order = [field in marks for field in ladder.fields]
        assert in_order == sorted(in_order, reverse=True), ladder.id
    if slots:  # battle has signs instead
        planning, crew = (
            [field.id in marks for field in sheet.fields_of_symbol(symbol)]
            for symbol in ("planning", "astronaut")
        )
        # others make some of these marks
        assert len(numbers) + inked(marks, "error.") == turns or sheet.name == "launch"
        assert not planning or sum(planning) == min(len(planning), crosses)
        beyond = sum(number in (0, 16, 17) for number in numbers.values())
        assert beyond <= sum(crew) or all(crew) or sheet.name == "escape"  # escape needs no cross for them


def check_claims(game: Game, played: Played, sheets: Mapping[int, Marks]) -> None:
    """Check that claimed missions are met, for their values, after the same number of turns."""
    scenario = game.sheet.name
    if scenario != "battle":  # in battle, turns go from sheet to sheet
        assert len({len(history) for history in played.histories.values()}) == 1
    if scenario not in ("launch", "dome"):  # missions of these have no values
        check_values_of_missions(game, played)
    # missions of the others can be spoilt, or are met on another sheet
    if scenario not in ("launch", "journey", "battle"):
        claims = cast(TableGame, game).claims
        for letter, card in deal(game.sheet, played.seed, len(sheets)).missions.items():
            claimed = [marks for marks in sheets.values() if inked(marks, f"mission.{letter.lower()}")]
            assert all(claims[card].is_met(marks) for marks in claimed)


def is_high(ink: Ink) -> bool:
    return ink.field.endswith(("-high", "fill-bonus")) and ink.mark == "circled"


FELT: dict[str, Callable[[Ink], bool]] = {  # ink that affects other players, in addition to missions
    "journey": is_high,
    "colony": is_high,
    "mine": is_high,
    "dome": is_high,
    "virus": lambda ink: ink.by == "bonus" and ink.field.startswith(("activation", "spread")),
    "escape": lambda ink: ink.by == "bonus" and ink.field.startswith("double."),
}


@pytest.mark.parametrize("scenario", FELT)
def test_one_seat_replays_with_the_actions_of_the_others(scenario: str) -> None:
    check_alone(rules(scenario), game_of_bots(scenario, "absent", "greedy", 3), FELT[scenario])


@pytest.mark.parametrize(
    ("scenario", "slot"),
    [
        ("journey", "trajectory.9"),
        ("colony", "building.r5-c1"),
        ("mine", "level-1.3"),
        ("dome", "tower-1.6"),
        ("virus", "floor-3.8"),
        ("escape", "ship-1.2"),
    ],
)
def test_never_offered_number_is_found_unless_astronauts_explain_it(scenario: str, slot: str) -> None:
    set_up: dict[str, Mark] = {"target.1-left": "circled", "floor-1.5": "struck"}
    game, marks = rules(scenario), set_up if scenario == "virus" else {}
    dealt = deal(game.sheet, "changed", 2)
    offers = dealt.offers(1)
    near = {o.number + shift for o in offers if o.action == "astronaut" for shift in range(-2, 3)}
    possible = {offer.number for offer in offers} | near
    for number in range(18):
        found = {each.rule for each in game.contradictions({**marks, slot: number}, dealt)}
        beyond = {"number"} if number in (0, 16, 17) and scenario != "escape" else set()
        assert found == (set() if number in possible else {"offer"}) | beyond
