"""What is forbidden after a plan that the rules could not follow."""

from __future__ import annotations

from engine.deal import deal
from engine.proof.case import Plan
from engine.proof.prove import ATTEMPTS, to_forbid
from engine.proof.witness import PlanFails
from sheets.library import load_sheet

DEAL = deal(load_sheet("launch"), "plans", 2)


def plan_with(literals: tuple[int, ...]) -> Plan:
    return Plan(deal=DEAL, turns=3, when={}, choices={(2, 1): literals, (3, 1): (99,)})


def test_at_first_all_choices_of_the_turn_that_failed() -> None:
    assert list(to_forbid(plan_with((1, 2, 3, 4)), PlanFails(2, [1]), 0)) == [1, 2, 3, 4]


def test_later_ever_fewer_of_them_but_never_none() -> None:
    sizes = [len(to_forbid(plan_with((1, 2, 3, 4)), PlanFails(2, [1]), n)) for n in range(ATTEMPTS)]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] == 4 and sizes[-1] == 1
