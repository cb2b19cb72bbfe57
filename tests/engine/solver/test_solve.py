"""Test that the solver finds values part by part, and reports no solution only for all parts together."""

from __future__ import annotations

from collections.abc import Set
from itertools import product
from random import Random
from typing import Any

import pytest

from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit, Model, Solution
from fairsheet.engine.solver.solve import FITTING, Answer, Solver

PARTS = 4  # part 0 is shared by all
SIZE = 3  # variables of a part


def in_parts() -> tuple[Model, list[list[Lit]]]:
    """Return a model without constraints, and its literals by part."""
    model = Model()
    literals: list[list[Lit]] = []
    for number in range(PARTS):
        with model.part(number):
            literals.append([model.literal() for _ in range(SIZE)])
    return model, literals


def values(solution: Solution | None, literals: list[list[Lit]]) -> tuple[bool, ...]:
    assert solution is not None
    return tuple(solution.holds(literal) for part in literals for literal in part)


class SlowSolver(Solver):
    """A solver that finds nothing in a short search for a part."""

    def _run(self, *about: Any, work: float, **how: Any) -> Answer:
        return "unknown" if work == FITTING and not how else super()._run(*about, work=work, **how)


@pytest.mark.parametrize(("seed", "kind"), [*product(range(12), [Solver]), *product(range(4), [SlowSolver])])
def test_exactly_all_solutions_are_found(seed: int, kind: type[Solver]) -> None:
    rng = Random(seed)
    model, literals = in_parts()
    flat = [literal for part in literals for literal in part]
    for _ in range(34):
        model.clause(*(literal * rng.choice((-1, 1)) for literal in rng.sample(flat, 3)))
    model.linear([(1, literal) for literal in flat[::2]], 2, 4)
    expected = {
        row
        for row in product((False, True), repeat=len(flat))
        if 2 <= sum(row[::2]) <= 4
        and all(
            any(row[flat.index(abs(literal))] == (literal > 0) for literal in clause)
            for clause in model.clauses
        )
    }
    solver = kind(model)
    assert solver.solve(Budget(0)) == "unknown"  # this loses nothing
    found: set[tuple[bool, ...]] = set()
    while solver.solve(Budget(60)) == "solved":
        row = values(solver.solution, literals)
        assert row not in found
        found.add(row)
        model.clause(*(-literal if holds else literal for literal, holds in zip(flat, row, strict=True)))
    assert found == expected
    assert solver.solve(Budget(60)) == "infeasible"


def test_part_that_blocks_a_later_one_is_changed() -> None:
    model, (_, first, second, _) = in_parts()
    model.exactly_one(first)
    model.exactly_one(second)
    for one in first[1:]:
        for other in second:
            model.clause(-one, -other)
    solver = Solver(model)
    assert solver.solve(Budget(60)) == "solved"
    assert solver.solution is not None
    assert solver.solution.holds(first[0])


def test_part_with_shared_constraints_is_changed_for_a_later_one() -> None:
    model, (_, first, second, third) = in_parts()
    model.clause(second[0])
    model.clause(-third[0])
    model.clause(first[0], third[0])
    solver = Solver(model)
    assert solver.solve(Budget(60)) == "solved"
    assert solver.solution is not None
    assert solver.solution.holds(first[0])


def test_easier_parts_are_changed_for_a_hard_one() -> None:
    model, literals = in_parts()
    for part in literals[1:]:
        model.exactly_one(part)
    fitted: list[list[int]] = []

    class Watched(SlowSolver):
        def _fit(self, part: int, budget: Budget, firm: Set[int]) -> Answer:
            fitted.append([*sorted(firm - {0}), part])
            return super()._fit(part, budget, firm)

    assert Watched(model).solve(Budget(60)) == "solved"
    assert fitted == [[1], [2], [2], [2, 1], [2, 3], [2, 3], [2, 3, 1]]


def test_one_contradictory_part_is_enough() -> None:
    model, (_, first, second, _) = in_parts()
    model.clause(first[0])
    model.clause(second[0])
    model.clause(-second[0])
    assert Solver(model).solve(Budget(60)) == "infeasible"
