from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.dealing.redeal import redeal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game
from fairsheet.engine.play.state import State
from fairsheet.engine.simulation import careful
from fairsheet.engine.simulation.careful import careful_step, clearly_best, ends_of, totals_of
from fairsheet.engine.simulation.playouts import greedy_step, promising_steps
from fairsheet.engine.simulation.simulate import play
from fairsheet.sheets.library.templates import load_sheet


@pytest.mark.parametrize("seen", [False, True])
def test_coming_cards_are_hidden(
    dome: tuple[Game, State], monkeypatch: pytest.MonkeyPatch, seen: bool
) -> None:
    """A player with open cards would take other steps here, so that this test can fail."""
    game, begun = dome
    monkeypatch.setattr(careful, "CLEAR", (0, 1))  # the greatest gain decides, however unclear
    if seen:
        monkeypatch.setattr(careful, "redealt", lambda state, turn, number: state)
        monkeypatch.setattr(careful, "ROUNDS", (2,))
    futures = [replace(begun, deal=redeal(begun.deal, begun.turn, Random(number))) for number in range(3)]
    assert len({future.deal.offers(begun.turn + 2) for future in futures}) == 3
    assert (len({careful_step(game, future, future) for future in futures}) > 1) == seen


@pytest.mark.parametrize("seen", [False, True])
def test_ink_of_the_same_turn_is_hidden(
    dome: tuple[Game, State], monkeypatch: pytest.MonkeyPatch, seen: bool
) -> None:
    """A player who saw the other sheet would take other steps here, so that this test can fail."""
    game, begun = dome
    monkeypatch.setattr(careful, "CLEAR", (0, 1))
    monkeypatch.setattr(careful, "ROUNDS", (8,))
    found = set()
    for step in game.legal_steps(begun)[:4]:
        state = game.play(begun, step)
        while game.to_move(state) == 1:
            state = game.play(state, greedy_step(game, state))
        found.add(careful_step(game, state if seen else begun, state))
    assert (len(found) > 1) == seen


def test_a_plan_that_gains_clearly_replaces_a_bad_one(dome: tuple[Game, State]) -> None:
    game, begun = dome
    steps = game.legal_steps(begun)
    values = game.heuristic_values(begun, steps)
    worst = (steps[values.index(min(values))],)
    good, *_ = ((step,) for step in promising_steps(game, begun, 1))
    assert (
        clearly_best(totals_of(game, ends_of(game, begun), begun.turn, 1, {}), 1, worst, [good], (8, 16))
        == good
    )
    assert (
        clearly_best(totals_of(game, ends_of(game, begun), begun.turn, 1, {}), 1, good, [worst], (8, 16))
        == good
    )


def test_steps_that_gain_little_do_not_replace_the_greedy_one(dome: tuple[Game, State]) -> None:
    game, begun = dome
    greedy = (greedy_step(game, begun),)
    assert (
        clearly_best(totals_of(game, ends_of(game, begun), begun.turn, 1, {}), 1, greedy, [greedy], (2, 4))
        == greedy
    )


def test_bots_can_be_careful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(careful, "CANDIDATES", 2)
    monkeypatch.setattr(careful, "ROUNDS", (1,))
    game = rules_of(sheet := load_sheet("launch"))
    assert play(game, deal(sheet, "careful", 2), "careful").over
