"""The conformance suite finds every fault that is planted into the tiny scenario, and none in sound ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import fairsheet
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.base.proof_table import NumberTableModel
from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import read_template
from fairsheet.testing import check_game, perft
from tests.tiny_scenario.beacons import CONSTRAINTS, DECLARED, GAME, Beacons, BeaconsInTime, board_of, rules

COUNTER = count()


class ChangesThePast(Beacons):
    def play(self, state: State, step: Step) -> State:
        after = super().play(state, step)
        if step.ink:
            state.players[state.mover].marks[step.ink[0].field] = step.ink[0].mark
        return after


class ListsTwice(Beacons):
    def legal_steps(self, state: State) -> list[Step]:
        return super().legal_steps(state) * 2


class ListsNothing(Beacons):
    def legal_steps(self, state: State) -> list[Step]:
        return [] if state.turn == 5 else super().legal_steps(state)


class ListsAnIllegalStep(Beacons):
    def legal_steps(self, state: State) -> list[Step]:
        steps = super().legal_steps(state)
        return [replace(step, offer=9) if step.offer == 3 else step for step in steps]


class ListsAnotherSeat(Beacons):
    def legal_steps(self, state: State) -> list[Step]:
        return [replace(step, seat=3) for step in super().legal_steps(state)]


class ListsByChance(Beacons):
    def legal_steps(self, state: State) -> list[Step]:
        steps = super().legal_steps(state)
        return steps[next(COUNTER) % len(steps) :] + steps if steps else steps


class AcceptsAnything(Beacons):
    def play_first(self, state: State, player: Player, step: Step) -> Player:
        editor = self.editor(player)
        for ink in step.ink:
            editor.make(ink)
        return editor.player(offer=step.offer)


class FailsOnUnknownFields(Beacons):
    def play_first(self, state: State, player: Player, step: Step) -> Player:
        self.sheet.field[step.ink[-1].field]
        return super().play_first(state, player, step)


class ForgetsInk(Beacons):
    def next_player(self, state: State, player: Player) -> Player:
        return super().next_player(state, replace(player, ink=player.ink[:1]))


class MakesAnUnknownMark(Beacons):
    def choices(self, player: Player, action: str, by: Any) -> Iterator[Ink]:
        return (replace(ink, mark="drawn") for ink in super().choices(player, action, by))


class CallsAllImpossible(Beacons):
    def contradictions(self, *_: Any) -> Iterator[Contradiction]:
        yield Contradiction(("error.1",), Message("never"), "turn")


class NeverEnds(Beacons):
    def has_ended(self, state: State) -> bool:
        return False


class ValuesNothing(Beacons):
    def heuristic_values(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        return [0.0]


class NothingInTime(BeaconsInTime):
    """A proof in which nothing is possible."""

    def prepare(self) -> None:
        super().prepare()
        self.model.clause()


TOO_STRICT = partial(NumberTableModel, board_of, rules, NothingInTime)
FAULTS = [
    ChangesThePast, ListsTwice, ListsNothing, ListsAnIllegalStep, ListsAnotherSeat, ListsByChance, AcceptsAnything,
    FailsOnUnknownFields, ForgetsInk, MakesAnUnknownMark, CallsAllImpossible, NeverEnds, ValuesNothing,
]  # fmt: skip


def sheet() -> fairsheet.Sheet:
    return read_template(Path(__file__).with_name("beacons.sheet")).sheet


def test_a_sound_scenario_passes() -> None:
    check_game(GAME, sheet())
    assert "beacons" not in SCENARIOS


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: type[Beacons]) -> None:
    with pytest.raises(AssertionError):
        check_game(Scenario(fault, CONSTRAINTS, fault, CONSTRAINTS, DECLARED), sheet())


def test_a_proof_that_is_too_strict_is_found() -> None:
    with pytest.raises(AssertionError, match="the proof calls a played sheet"):
        check_game(Scenario(Beacons, TOO_STRICT, Beacons, TOO_STRICT, DECLARED), sheet())


@pytest.mark.parametrize("name", ["launch", "virus"])
def test_scenarios_of_the_program_pass(name: str) -> None:
    check_game(SCENARIOS[name](), seeds=["otter"])


def test_ways_are_counted() -> None:
    game = GAME.game_of(sheet())
    start = game.start(deal(sheet(), "otter", 2))
    first = len(game.legal_steps(start))
    assert (perft(game, start, 0), perft(game, start, 1)) == (1, first)
    assert perft(game, start, 2) > first
    with pytest.raises(AssertionError, match="not in the registry"):
        check_game(GAME)
