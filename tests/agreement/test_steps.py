"""Steps that are not among the legal ones are refused, or are those of equals of which one is offered for all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from engine.game import Game, IllegalStep, Step
from sheets.library import sheet_names
from tests.agreement.boards import Kind, kinds_of
from tests.agreement.judging import SmallTable, by_seat, table_of

GAMES = 25  # whose steps are tried in each other's states
STATES = 40  # in which they are tried
STEPS = 60  # of other states, of each state; and as many made from the legal ones


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in sheet_names() for kind in kinds_of(name)]
)
def test_steps_that_are_not_offered_are_refused_or_as_good_as_those_offered(name: str, kind: Kind) -> None:
    table = table_of(name, kind)
    chance = random.Random(name)
    decisions = [each for _ in range(GAMES) for each in random_game(table, chance)]
    pool = list({step: None for _, legal in decisions for step in legal})
    refused = 0
    for state, legal in chance.sample(decisions, min(STATES, len(decisions))):
        seat = table.game.to_move(state)
        others = [step for step in pool if step.seat == seat and step not in legal]
        made = [step for step in altered(legal, chance) if step not in legal]
        for step in [*chance.sample(others, min(STEPS, len(others))), *made]:
            try:
                after = table.game.play(state, step)
            except IllegalStep:
                refused += 1
                continue
            sheets = end_of_turn(table.game, after, table.deal.players)
            assert table.played(sheets) == "reached", (step, sheets)
    assert refused


def altered(legal: Sequence[Step], chance: random.Random) -> Iterator[Step]:
    """Steps made from legal ones: with less ink, with that of two, or with that of another kind."""
    for _ in range(STEPS // 3):
        one, other = chance.choice(legal), chance.choice(legal)
        yield msgspec.structs.replace(one, ink=one.ink[1:])
        yield msgspec.structs.replace(one, ink=(*one.ink, *other.ink))
        yield msgspec.structs.replace(one, ink=other.ink)


def random_game(table: SmallTable, chance: random.Random) -> Iterator[tuple[Any, list[Step]]]:
    """The states of a game that is played at random, and the steps that are legal in them."""
    state = table.game.start(table.deal)
    while table.game.to_move(state) is not None and table.game.turn(state) <= table.turns:
        legal = list(table.game.legal_steps(state))
        yield state, legal
        state = table.game.play(state, chance.choice(legal))


def end_of_turn(game: Game, state: Any, players: int) -> dict[int, Any]:
    """The sheets at the end of the turn, in which nothing more is done than must be."""
    turn = game.turn(state)
    while game.to_move(state) is not None and game.turn(state) == turn:
        state = game.play(state, game.legal_steps(state)[-1])
    return dict(by_seat([dict(game.marks(state, seat)) for seat in range(1, players + 1)]))
