"""Solving a constraint model with OR-tools CP-SAT within a budget of time.

OR-tools is imported when it is first needed: the import takes longer than most proofs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection
from typing import Any, Literal

from engine.proof.model import Linear, Model

Answer = Literal["solved", "infeasible", "unknown"]

SHORT_QUESTION = 8.0  # for a model without presolving, in the solver's own measure of work; few need a tenth
LONGEST_QUESTION = 1.0  # seconds for one question of many that make a core small

_INFINITE = 1 << 62


class Budget:
    """The seconds that are left for a proof."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left, never below 0."""
        return max(0.0, self._end - time.monotonic())


class Solution:
    """The values that a solver gave to the variables of a model."""

    def __init__(self, values: list[int]) -> None:
        self._values = values

    def holds(self, literal: int) -> bool:
        """Whether a literal is true."""
        return bool(self._values[literal - 1]) if literal > 0 else not self._values[-literal - 1]


class Solver:
    """Answers questions about one model; clauses may be added to the model in between."""

    def __init__(self, model: Model) -> None:
        from ortools.sat.python import cp_model

        self._cp_model = cp_model
        self._program = cp_model.CpModel()
        self._model = model
        self._written = [0, 0, 0, 0]
        self._sufficient: list[int] = []
        self.solution: Solution | None = None

    def solve(self, budget: Budget) -> Answer:
        """Looks for values, to be found in `solution`. All rules are on."""
        self._write()
        answer = self._run(budget, work=SHORT_QUESTION)
        return answer if answer != "unknown" else self._run(budget, presolve=True)

    def core(self, budget: Budget, active: Collection[int]) -> list[int] | None:
        """Some of these switches that cannot all be on together.

        None if there are none, or none were found in the time that a single question may take.
        """
        self._write()
        self._sufficient = []
        self._program.proto.assumptions.extend([switch - 1 for switch in active])
        answer = self._run(Budget(min(budget.left, LONGEST_QUESTION)))
        self._program.clear_assumptions()
        return [index + 1 for index in self._sufficient] if answer == "infeasible" else None

    def _run(self, budget: Budget, *, presolve: bool = False, work: float = math.inf) -> Answer:
        self.solution = None
        if budget.left <= 0:
            return "unknown"
        solver = self._cp_model.CpSolver()
        solver.parameters.num_workers = 1
        # Most models are so easy that presolving and linear relaxation take longer than the search they save.
        solver.parameters.cp_model_presolve = presolve
        solver.parameters.linearization_level = 0
        solver.parameters.symmetry_level = 0
        solver.parameters.interleave_search = False
        solver.parameters.max_time_in_seconds = budget.left
        solver.parameters.max_deterministic_time = work
        status = solver.solve(self._program)
        if status in (self._cp_model.OPTIMAL, self._cp_model.FEASIBLE):
            self.solution = Solution(list(solver.response_proto.solution))
            return "solved"
        if status == self._cp_model.INFEASIBLE:
            self._sufficient = list(solver.response_proto.sufficient_assumptions_for_infeasibility)
            return "infeasible"
        return "unknown"

    def _write(self) -> None:
        """Hands over what was added to the model since the last time."""
        model, proto = self._model, self._program.proto
        variables, clauses, exclusives, linears = self._written
        for low, high in model.domains[variables:]:
            proto.variables.add().domain.extend((low, high))
        constraints = proto.constraints
        for clause in model.clauses[clauses:]:
            constraints.add().bool_or.literals.extend([_index(literal) for literal in clause])
        for literals, given in model.exclusives[exclusives:]:
            if given:
                one = Linear(tuple((1, literal) for literal in literals), 1, 1, given)
                self._write_linear(constraints.add(), one)
            else:
                constraints.add().exactly_one.literals.extend([_index(literal) for literal in literals])
        for linear in model.linears[linears:]:
            self._write_linear(constraints.add(), linear)
        self._written = [len(model.domains), len(model.clauses), len(model.exclusives), len(model.linears)]

    @staticmethod
    def _write_linear(constraint: Any, linear: Linear) -> None:
        constant = sum(factor for factor, variable in linear.terms if variable < 0)
        constraint.linear.vars.extend([abs(variable) - 1 for _, variable in linear.terms])
        constraint.linear.coeffs.extend(
            [factor if variable > 0 else -factor for factor, variable in linear.terms]
        )
        low = -_INFINITE if linear.low is None else linear.low - constant
        high = _INFINITE if linear.high is None else linear.high - constant
        constraint.linear.domain.extend((low, high))
        constraint.enforcement_literal.extend([_index(literal) for literal in linear.given])


def _index(literal: int) -> int:
    """How CP-SAT names a literal: variables count from 0, the opposite of n is -n - 1."""
    return literal - 1 if literal > 0 else literal
