"""Test what a schedule that the rules cannot follow forbids, and what is impossible without one."""

from __future__ import annotations

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.proof._witness import ScheduleFails
from fairsheet.engine.proof.certificates import certificate
from fairsheet.engine.proof.certificates.certificate import certified_outcome
from fairsheet.engine.proof.prove import (
    ATTEMPTS,
    Outcome,
    Proof,
    choices_to_forbid,
    prove,
    schedule_outcome,
    with_all_missions,
)
from fairsheet.engine.proof.request import ProofRequest, Schedule
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks

DEAL = deal(load_sheet("launch"), "schedules", 2)


def plan_with(literals: tuple[int, ...]) -> Schedule:
    return Schedule(deal=DEAL, turns=3, when={}, choices={(2, 1): literals, (3, 1): (99,)})


def test_ever_fewer_choices_are_forbidden_but_never_none() -> None:
    given_up = [choices_to_forbid(plan_with((1, 2, 3, 4)), ScheduleFails(2, [1]), n) for n in range(ATTEMPTS)]
    sizes = list(map(len, given_up))
    assert list(given_up[0]) == [1, 2, 3, 4] and sizes == sorted(sizes, reverse=True) and sizes[-1] == 1


def test_outcomes_agree_with_and_without_a_history() -> None:
    sheet = load_sheet("journey")
    game, dealt = rules_of(sheet), deal(sheet, "impossible", 2)
    marks = without_sums(sheet, next(simulate(sheet, "impossible", 2, 1, "random")).records[0].marks)

    def outcomes(marks: Marks, work: float = 10.0) -> tuple[Outcome, Outcome, Outcome]:
        request = proof_request(sheet, dealt, dealt.missions, 2, {1: marks})
        return (
            prove(game, request, Budget(work)).outcome,
            schedule_outcome(game, request, Budget(work)),
            certified_outcome(game, request, Budget(work), Budget(work)),
        )

    assert outcomes(marks) == ("possible",) * 3
    slot, number = next((field, mark) for field, mark in marks.items() if isinstance(mark, int))
    others = [outcomes({**marks, slot: other}) for other in range(1, 16, 4) if other != number]
    assert ("impossible",) * 3 in others
    assert all(len({outcome == "impossible" for outcome in each}) == 1 for each in others)
    assert outcomes(marks, work=0.0) == ("undecided",) * 3


def test_claim_of_the_solver_alone_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = load_sheet("launch")
    dealt = deal(sheet, "uncertified", 2)
    marks = without_sums(sheet, next(simulate(sheet, "uncertified", 2, 1, "random")).records[0].marks)
    request = proof_request(sheet, dealt, dealt.missions, 2, {1: marks})
    monkeypatch.setattr(certificate, "schedule_outcome", lambda *of: "impossible")
    for work in (10.0, 0.0):
        assert certified_outcome(rules_of(sheet), request, Budget(10.0), Budget(work)) == "undecided"


@pytest.mark.parametrize(
    ("name", "seed", "players", "policy", "work"),
    [
        ("launch", "long turns 27", 6, "greedy", 0.5),  # many orders of the steps of each player are tried
        ("battle", "again greedy 0", 2, "greedy", 4.0),  # the rules do not follow the first schedules
        ("virus", "long turns 5", 6, "keen", 4.0),  # one player's other offer changes all strikes
    ],
)
def test_little_work_finds_a_history(name: str, seed: str, players: int, policy: str, work: float) -> None:
    sheet = load_sheet(name)
    game, dealt = rules_of(sheet), deal(sheet, seed, players)
    (played,) = simulate(sheet, seed, players, 1, policy)
    sheets = {record.seat: without_sums(sheet, record.marks) for record in played.records}
    request = proof_request(sheet, dealt, dealt.missions, players, sheets)
    assert prove(game, request, Budget(work)).outcome == "possible"


@pytest.mark.parametrize(
    ("needs", "last", "outcome"),
    [
        (99.0, "possible", "possible"),  # the search for the first choice of missions never ends
        (15.0, "impossible", "impossible"),  # it ends in the second round
        (99.0, "impossible", "undecided"),
    ],
)
def test_hard_choice_of_missions_leaves_work_for_the_others(
    needs: float, last: Outcome, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = load_sheet("launch")
    request = proof_request(sheet, None, {}, 1, {1: {}})
    first, *_, easy = with_all_missions(request)

    def prove_with_limit(each: ProofRequest, budget: Budget) -> Proof:
        work = needs if each == first else 1.0
        found: Outcome = last if each == easy else "impossible"
        found = found if work <= budget.left else "undecided"
        budget.spend(min(work, budget.left))
        return Proof(found)

    monkeypatch.setattr("fairsheet.engine.proof.prove._prove", lambda _, *what: prove_with_limit(*what))
    monkeypatch.setattr("fairsheet.engine.proof.prove._has_schedule", prove_with_limit)
    assert prove(rules_of(sheet), request, Budget(30)).outcome == outcome
    assert schedule_outcome(rules_of(sheet), request, Budget(30)) == outcome
