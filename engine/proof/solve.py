"""Solving a constraint model with OR-tools CP-SAT within a budget of work.

OR-tools is imported when it is first needed: the import takes longer than most proofs.
"""

from __future__ import annotations

import math
import typing
from collections import defaultdict
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import chain, groupby
from typing import Any

from engine.proof.budget import Budget
from engine.proof.cp_sat import Search, new_program, new_search
from engine.proof.model import BoolVar, Linear, Model

Answer = typing.Literal["solved", "infeasible", "unknown"]

# How long one question may take, in the solver's deterministic measure of work.
SHORT_QUESTION = 4.0  # for a model without presolving; few need a fifth
LONG_QUESTION = 8.0  # the same with presolving: the first of several, each twice as long as the one before
FITTING = 3.0  # for a part that is fitted to others that stay as they are
LONG_FITTING = 12.0  # the same with presolving, where the short one came to no end
LONGEST_QUESTION = 1.0  # for one of many that make a core small

_INFINITE = 1 << 62
_PATIENCE = 0.05  # seconds between two looks at whether the solver is done


class Solution:
    """The values that a solver gave to the variables of a model."""

    def __init__(self, values: list[int]) -> None:
        self._values = values

    def value(self, index: int) -> int:
        """The value of a variable, counted from 0."""
        return self._values[index]

    def holds(self, literal: int) -> bool:
        """Whether a literal is true."""
        return bool(self._values[literal - 1]) if literal > 0 else not self._values[-literal - 1]


class _Batch:
    """Constraints of a model."""

    def __init__(self) -> None:
        self.clauses: list[tuple[BoolVar, ...]] = []
        self.exclusives: list[tuple[tuple[BoolVar, ...], tuple[BoolVar, ...]]] = []
        self.linears: list[Linear] = []


class Solver:
    """Answers questions about one model; clauses may be added to the model in between."""

    def __init__(self, model: Model) -> None:
        self._program = new_program()
        self._model = model
        self._written = [0, 0, 0, 0]
        self._waiting: defaultdict[int, _Batch] = defaultdict(_Batch)  # by part, what is not handed over yet
        self._placed: set[int] = set()
        self._sufficient: list[int] = []
        self.solution: Solution | None = None

    def solve(self, budget: Budget) -> Answer:
        """Looks for values, to be found in `solution`. All rules are on.

        The parts of the model are added one by one. Each is fitted to those before it, which are left as they
        were found if that can be; so a constraint is looked at as soon as its last part is.
        """
        self._collect()
        self._write(0)
        for part in sorted(self._waiting) or [0]:
            self._write(part)
            answer = self._fit(part, budget)
            if answer != "solved":
                break
        return answer

    def core(self, budget: Budget, active: Collection[int]) -> list[int] | None:
        """Some of these assumptions that cannot all hold together.

        None if there are none, or none were found with the work that a single question may take.
        """
        self._collect()
        for part in sorted(self._waiting):
            self._write(part)
        self._sufficient = []
        self._program.assumptions.extend([assumption - 1 for assumption in active])
        answer = self._run(budget, work=LONGEST_QUESTION)
        self._program.assumptions.clear()
        return [index + 1 for index in self._sufficient] if answer == "infeasible" else None

    def _fit(self, part: int, budget: Budget) -> Answer:
        """Looks for values with the new constraints of a part, near those that were found before.

        A part alone is much easier than all together, so it is worth more than one attempt.
        """
        others = self._placed - {0, part}
        if self.solution is None or not others:
            return self._search(budget)
        kept = [index for index, each in enumerate(self._model.parts) if each in others]
        values = [self.solution.value(index) for index in kept]
        domains = [self._program.variables[index].domain for index in kept]
        for domain, value in zip(domains, values, strict=True):
            domain[0] = domain[1] = value
        answer = self._run(budget, work=FITTING)
        if answer == "unknown":
            answer = self._run(budget, presolve=True, work=LONG_FITTING)
        for domain, index in zip(domains, kept, strict=True):
            domain[0], domain[1] = self._model.domains[index]
        if answer != "solved":
            hint = self._program.solution_hint
            hint.vars.extend(kept)
            hint.values.extend(values)
            answer = self._search(budget)
        return answer

    def _search(self, budget: Budget) -> Answer:
        """Looks in short from where a hint says, then at length without one.

        Most searches are either short or very long, by chance, so each is given up for one with another seed.
        """
        answer = self._run(budget, work=SHORT_QUESTION)
        hint = self._program.solution_hint
        hint.vars.clear()
        hint.values.clear()
        seed = 1
        while answer == "unknown" and budget.left > 0:
            answer = self._run(budget, presolve=True, work=LONG_QUESTION * 2 ** (seed - 1), seed=seed)
            seed += 1
        return answer

    def _run(
        self, budget: Budget, *, presolve: bool = False, work: float = math.inf, seed: int = 1
    ) -> Answer:
        self.solution = None
        if budget.left <= 0:
            return "unknown"
        search = new_search()
        search.parameters.num_workers = 1
        search.parameters.random_seed = seed
        # Most models are so easy that presolving, probing and linear relaxation take longer than they save.
        search.parameters.cp_model_presolve = presolve
        search.parameters.cp_model_probing_level = 0
        search.parameters.max_presolve_iterations = 1
        search.parameters.linearization_level = 0
        search.parameters.symmetry_level = 0
        search.parameters.interleave_search = False
        search.parameters.max_deterministic_time = min(work, budget.left)
        search.parameters.max_time_in_seconds = budget.seconds_left
        response = _response(search, self._program)
        budget.spend(response.deterministic_time)
        if response.status.name in ("OPTIMAL", "FEASIBLE"):
            self.solution = Solution(list(response.solution))
            return "solved"
        if response.status.name == "INFEASIBLE":
            self._sufficient = list(response.sufficient_assumptions_for_infeasibility)
            return "infeasible"
        return "unknown"

    def _collect(self) -> None:
        """Sorts what was added to the model since the last time by the last part that it is about.

        One variable is filled for each run of equal ones, and copied into the program: to hold each of them in Python
        takes far longer.
        """
        model = self._model
        variables, clauses, exclusives, linears = self._written
        scratch = new_program()  # must outlive what is taken from it
        copied = scratch.variables.add()
        for bounds, run in groupby(model.domains[variables:]):
            copied.domain.clear()
            copied.domain.extend(bounds)
            self._program.variables.extend([copied for _ in run])
        # by literal: a negative one counts from the end of the list
        part_of = [0, *model.parts, *reversed(model.parts)].__getitem__
        waiting = self._waiting
        last = max(model.parts)
        for clause in model.clauses[clauses:]:
            part = last if last in map(part_of, clause) else max(map(part_of, clause), default=0)
            waiting[part].clauses.append(clause)
        for exclusive in model.exclusives[exclusives:]:
            waiting[max(map(part_of, chain(*exclusive)), default=0)].exclusives.append(exclusive)
        for linear in model.linears[linears:]:
            bound = chain((variable for _, variable in linear.terms), linear.given)
            waiting[max(map(part_of, bound), default=0)].linears.append(linear)
        self._written = [len(model.domains), len(model.clauses), len(model.exclusives), len(model.linears)]

    def _write(self, part: int) -> None:
        """Hands over the constraints that wait for a part; clauses, which are most of them, as copies of one."""
        batch = self._waiting.pop(part, _Batch())
        constraints = self._program.constraints
        scratch = new_program()  # as above
        copied = scratch.constraints.add()
        literals = copied.bool_or.literals
        # looked up once, and `_index` as a list in which negative literals count from the end: half the time
        clear, extend, append = literals.clear, literals.extend, constraints.append
        count = len(self._model.domains)
        index_of = [0, *range(count), *range(-count, 0)].__getitem__
        for clause in batch.clauses:
            clear()
            extend(list(map(index_of, clause)))
            append(copied)
        for exclusive, given in batch.exclusives:
            if given:
                one = Linear(tuple((1, literal) for literal in exclusive), 1, 1, given)
                self._write_linear(constraints.add(), one)
            else:
                constraints.add().exactly_one.literals.extend([_index(literal) for literal in exclusive])
        for linear in batch.linears:
            self._write_linear(constraints.add(), linear)
        self._placed.add(part)

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


def _response(search: Search, program: Any) -> Any:
    """The solver's response, found in a thread: inside the solver Python would not hear of an interrupt."""
    with ThreadPoolExecutor(1) as thread:
        response = thread.submit(search.run, program)
        try:
            while not response.done():  # a signal that another thread gets does not end a longer wait
                wait([response], timeout=_PATIENCE)
        finally:
            while (
                not response.done()
            ):  # asked again and again: before the search has begun it does not listen
                search.stop()
                wait([response], timeout=_PATIENCE)
        return response.result()


def _index(literal: int) -> int:
    """How CP-SAT names a literal: variables count from 0, the opposite of n is -n - 1."""
    return literal - 1 if literal > 0 else literal
