"""Proofs of a solver, the checker that follows their steps, and sums as clauses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.certificates import why_illegal
from fairsheet.engine.proof.certificates._clauses import Formula
from fairsheet.engine.proof.certificates._lrat import Clause, Step, problem
from fairsheet.engine.proof.certificates._refuter import Prover
from fairsheet.engine.proof.certificates.evidence import request_of
from fairsheet.engine.proof.certificates.why_illegal import CERTIFYING, find_explanation
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.tables import game_of_bots

Files = dict[str, bytes]


def pigeons(count: int) -> list[Clause]:
    """Return clauses for `count` pigeons and one hole fewer."""
    holes = range(count - 1)

    def var(pigeon: int, hole: int) -> int:
        return pigeon * len(holes) + hole + 1

    return [
        *(tuple(var(pigeon, hole) for hole in holes) for pigeon in range(count)),
        *((-var(a, hole), -var(b, hole)) for hole in holes for a, b in combinations(range(count), 2)),
    ]


def steps_of(*several: Sequence[Clause]) -> list[Step]:
    """Return the proof that clauses contradict each other, given to a solver in several groups."""
    prover = Prover()
    for clauses in several:
        prover.add(clauses)
        answer = prover.is_possible(10_000)
    assert answer is False
    return prover.steps()


def test_proof_of_a_solver_is_accepted() -> None:
    for count in (2, 3, 5):
        clauses = pigeons(count)
        for half in (0, len(clauses) // 2):
            assert problem(clauses, steps_of(clauses[:half], clauses[half:])) is None


def test_more_total_work_leaves_more_for_a_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(why_illegal, "find_certificate", lambda statement, budget: given.append(budget.left))
    sheet, record = load_sheet("launch"), game_of_bots("launch", "work", "random").records[0]
    for work in (30.0, 300.0):
        find_explanation(rules_of(sheet), request_of(sheet, [record]), Budget(work))
    assert given == [CERTIFYING, pytest.approx(100, abs=1)]


def test_empty_prover_finds_no_contradiction() -> None:
    assert Prover().is_possible(100) is True


def test_redundant_and_empty_clauses_are_counted_in_a_proof() -> None:
    for clauses in ([(1, 2), ()], [(1,), (2, -2), (1, 3), (-1,), (4,)], [(1, 1, 2), (-2,), (2, 1, 3), (-1,)]):
        for half in range(len(clauses)):
            assert problem(clauses, steps_of(clauses[:half], clauses[half:])) is None


def test_proof_without_one_of_its_clauses_or_hints_is_refused() -> None:
    clauses = pigeons(4)
    steps = steps_of(clauses)
    for place, step in enumerate(steps):
        assert problem(clauses, [*steps[:place], *steps[place + 1 :]]) is not None
        for hint in step.hints:
            fewer = Step(step.number, step.clause, tuple(each for each in step.hints if each != hint))
            assert problem(clauses, [*steps[:place], fewer, *steps[place + 1 :]]) is not None
    weaker = [clause if number else (*clause, 99) for number, clause in enumerate(clauses)]
    assert problem(weaker, steps) is not None


@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        ([], "not the empty clause"),
        ([Step(3, (1,), (1,))], "not the empty clause"),
        ([Step(3, (), (1, 9))], "does not follow"),
        ([Step(3, (), (1,))], "does not follow"),
        ([Step(2, (), (1, 2))], "number of another clause"),
        ([Step(3, (), (3,))], "does not follow"),
        ([Step(-3, (), (1, 2))], "does not come in order"),
        ([Step(5, (1,), (1,)), Step(4, (), (1, 2))], "does not come in order"),
        ([Step(3, (), (1, 2)), Step(4, (), (1, 2))], "more steps follow"),
        ([Step(3, (), (1, 2, 2))], "does not follow"),
        ([Step(3, (), (1, 1, 2))], "does not follow"),
        ([Step(3, (), (1, 2))], None),
    ],
)
def test_step_that_does_not_follow_is_refused(steps: list[Step], wrong: str | None) -> None:
    found = problem([(1,), (-1,)], steps)
    assert found is None if wrong is None else found is not None and wrong in found


def test_hint_leaves_one_literal_and_no_choice() -> None:
    assert "does not follow" in str(problem([(1, 2), (-1,)], [Step(3, (), (1, 2))]))


def test_sums_become_equivalent_clauses() -> None:
    chance = random.Random(3)
    steps, known = (4, 5, 6), ()  # values of a whole number up to 3, and of one that is 0
    for _ in range(60):
        literals = [chance.choice((variable, -variable)) for variable in range(1, 4)]
        several = [known, steps, *((literal,) for literal in literals)]
        terms = [(chance.choice((-2, -1, 1, 2, 3)), each) for each in several]
        low, high = chance.choice([(None, chance.randint(-3, 9)), (chance.randint(-3, 9), None), (1, 3)])
        formula = Formula(7)
        formula.increasing(steps)
        formula.between(terms, low, high, [7])
        for values in product((False, True), repeat=7):
            holding = {place if value else -place for place, value in enumerate(values, start=1)}
            if (5 in holding and 4 not in holding) or (6 in holding and 5 not in holding):
                continue
            total = sum(factor * sum(each in holding for each in some) for factor, some in terms)
            fits = (low is None or low <= total) and (high is None or total <= high)
            prover = Prover()
            prover.add([*formula.clauses, *((literal,) for literal in holding)])
            assert prover.is_possible(100) == (fits or 7 not in holding), (terms, low, high)


# --- folders ----------------------------------------------------------------------------------------------
