"""What turns offer where the cards are not known."""

from __future__ import annotations

import pytest

from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.turn_offers import Offers


@pytest.mark.parametrize(("count", "is_possible"), [(0, False), (1, True), (3, True), (4, False)])
def test_where_the_cards_are_not_known_a_turn_has_one_to_three_offers(count: int, is_possible: bool) -> None:
    model = Model()
    offered = Offers(model, None, 1).of_turn(1).values()
    model.linear([(1, literal) for literal in offered], count, count)
    assert (Solver(model).solve(Budget(10)) == "solved") == is_possible
