"""Test the offers of turns with unknown cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from fairsheet.engine.dealing.cards import DECK
from fairsheet.engine.dealing.deal import Offer, deal
from fairsheet.engine.dealing.piles import PiledDeal
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import load_sheet


@pytest.mark.parametrize(
    ("count", "answer"), [(0, "infeasible"), (1, "solved"), (3, "solved"), (4, "infeasible")]
)
def test_turn_with_unknown_cards_has_one_to_three_offers(count: int, answer: str) -> None:
    model = Model()
    offered = Offers(model, None, 1).of_turn(1).values()
    model.linear([(1, literal) for literal in offered], count, count)
    assert Solver(model).solve(Budget(10)) == answer


def of_one_deck(turns: Sequence[Sequence[Offer]]) -> str:
    """Return the solver's answer when asked for one deck that gives these offers."""
    model = Model()
    offers = Offers(model, None, len(turns))
    offers.of_one_deck()
    for turn, given in enumerate(turns, start=1):
        for offer, literal in offers.of_turn(turn).items():
            model.clause(literal if offer in given else -literal)
    return Solver(model).solve(Budget(10))


def test_deck_gives_a_dealt_seed_but_not_with_two_numbers_swapped() -> None:
    dealt = deal(load_sheet("launch"), "coral-otter-42", players=2)
    turns = [list(turn.offers) for turn in dealt.turns(45)]
    assert of_one_deck(turns) == "solved"
    for turn in (1, 21, 33):  # in every pass
        first, second, third = turns[turn - 1]
        exchanged = [Offer(second.number, first.action), Offer(first.number, second.action), third]
        assert of_one_deck([*turns[: turn - 1], exchanged, *turns[turn:]]) == "infeasible", turn


def test_words_count_the_cards_with_an_action_or_a_number() -> None:
    model = Model(relaxed={"any rule"})
    Offers(model, None, 1).of_one_deck()
    whys = [rule.why for rule, *_ in model.asked]
    once = "each of which comes up once in 20 turns"
    assert {f"plant is on 14 cards, {once}", f"7 is on 6 cards, {once}"} <= {*whys}
    named = [why.values["what"] for why in whys if "what" in why.values]
    assert {type(each) for each in named} == {int, Message}  # actions are translated


def test_each_pile_keeps_its_own_cards() -> None:
    chance = random.Random("piles")
    cards = chance.sample(DECK, len(DECK))
    passes = [cards[place : place + 21] for place in (0, 21, 42)]
    piles = [[*first, *chance.sample(first[:-1], 20)] for first in passes]

    def answer() -> str:
        found = PiledDeal("launch", "", 2, {}, piles=tuple(map(tuple, piles)))
        return of_one_deck([found.offers(turn) for turn in range(1, 41)])

    assert answer() == "solved"
    piles[0][30], piles[1][30] = piles[1][30], piles[0][30]  # in the second pass
    assert answer() == "infeasible"
