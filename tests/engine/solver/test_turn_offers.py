"""What turns offer where the cards are not known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fairsheet.engine.dealing.deal import Offer, deal
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.library.templates import load_sheet


@pytest.mark.parametrize(("count", "is_possible"), [(0, False), (1, True), (3, True), (4, False)])
def test_where_the_cards_are_not_known_a_turn_has_one_to_three_offers(count: int, is_possible: bool) -> None:
    model = Model()
    offered = Offers(model, None, 1).of_turn(1).values()
    model.linear([(1, literal) for literal in offered], count, count)
    assert (Solver(model).solve(Budget(10)) == "solved") == is_possible


def of_one_deck(turns: Sequence[Sequence[Offer]]) -> bool:
    """Whether one deck gives these offers."""
    model = Model()
    offers = Offers(model, None, len(turns))
    offers.of_one_deck()
    for turn, given in enumerate(turns, start=1):
        for offer, literal in offers.of_turn(turn).items():
            model.clause(literal if offer in given else -literal)
    return Solver(model).solve(Budget(10)) == "solved"


def test_a_deck_gives_what_a_seed_deals_but_not_with_two_numbers_exchanged() -> None:
    dealt = deal(load_sheet("launch"), "coral-otter-42", players=2)
    turns = [list(turn.offers) for turn in dealt.turns(45)]
    assert of_one_deck(turns)
    for turn in (1, 21, 33):  # in every pass
        first, second, third = turns[turn - 1]
        exchanged = [Offer(second.number, first.action), Offer(first.number, second.action), third]
        assert not of_one_deck([*turns[: turn - 1], exchanged, *turns[turn:]]), turn
