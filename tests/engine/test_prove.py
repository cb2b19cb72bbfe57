"""What is forbidden after a schedule that the rules could not follow."""

from __future__ import annotations

from engine.deal import deal
from engine.proof.prove import ATTEMPTS, to_forbid
from engine.proof.request import Schedule
from engine.proof.witness import ScheduleFails
from sheets.library import load_sheet

DEAL = deal(load_sheet("launch"), "schedules", 2)


def plan_with(literals: tuple[int, ...]) -> Schedule:
    return Schedule(deal=DEAL, turns=3, when={}, choices={(2, 1): literals, (3, 1): (99,)})


def test_at_first_all_choices_of_the_turn_that_failed() -> None:
    assert list(to_forbid(plan_with((1, 2, 3, 4)), ScheduleFails(2, [1]), 0)) == [1, 2, 3, 4]


def test_later_ever_fewer_of_them_but_never_none() -> None:
    sizes = [len(to_forbid(plan_with((1, 2, 3, 4)), ScheduleFails(2, [1]), n)) for n in range(ATTEMPTS)]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] == 4 and sizes[-1] == 1
