"""Solving a constraint model with OR-tools CP-SAT within a budget of work.

OR-tools is imported when it is first needed, because the import takes longer than most proofs.
"""

from __future__ import annotations

import typing
from collections import defaultdict
from collections.abc import Iterable, Set
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import chain
from typing import Any

from fairsheet.engine.solver._program import Batch, Program
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model, Solution
from fairsheet.engine.solver.cp_sat import Search, new_search

Answer = typing.Literal["solved", "infeasible", "unknown"]

# Limits of one question, in the solver's deterministic measure of work.
SHORT_QUESTION = 3.0  # a model, or its first part, without presolving; few need a quarter
RELAXED_QUESTION = 0.5  # the same with linear relaxation, which succeeds at once or not at all
LONG_QUESTION = 8.0  # the same with presolving: the first of several, each twice as long as the one before
FITTING = 0.5  # a part that is fitted to others with fixed values; few need a fifth
LONG_FITTING = 5.0  # the same with presolving, which soon detects that it is impossible
TOGETHER = 2.0  # parts that do not fit, without presolving

_SHARED = frozenset({0})  # the part that all others share
_CONFLICTS = 120  # before the first restart of a search; later ones follow Luby's sequence
_PATIENCE = 0.05  # seconds between two checks whether the solver is done


class Solver:
    """A solver of one model; clauses may be added to the model between questions.

    Short searches without presolving simplify learned clauses only with `inprocess`: few are long enough to gain by it.
    Each setting finds other values.
    """

    def __init__(self, model: Model, *, inprocess: bool = False) -> None:
        self._model, self._inprocess = model, inprocess
        self._collected = [0, 0, 0]  # the number of constraints of each kind in `_about`
        self._about: defaultdict[frozenset[int], Batch] = defaultdict(Batch)  # by their parts
        self._waiting: set[int] = set()  # parts with constraints that have no values yet
        self._placed = {0}  # the parts with values
        self._values: list[int] = []  # by variable, the last value, or the least possible one
        self.solution: Solution | None = None

    def solve(self, budget: Budget) -> Answer:
        """Look for values with all rules on, and store them in `solution`.

        The parts of the model are added one by one. Each is fitted to the parts before it, which keep their values if
        possible. So a constraint is checked as soon as its last part is added. If a part is too hard to fit, it is
        solved first, and the easier parts are fitted to it.
        """
        self._waiting |= self._collect()
        waiting, firm = sorted(self._waiting) or [0], frozenset(self._placed)
        while True:
            for part in waiting:
                answer = self._fit(part, budget, firm)
                if answer != "solved":
                    break
            if answer == "solved":
                self._waiting.clear()
            if answer != "unknown" or budget.left <= 0:
                return answer
            self._placed = set(firm)
            answer = self._fit(part, budget, firm)
            if answer != "solved":
                return answer
            waiting.remove(part)
            firm |= {part}

    def _fit(self, part: int, budget: Budget, firm: Set[int]) -> Answer:
        """Look for values with the new constraints of a part, near the values found before.

        A single part is much easier than all together, so it deserves more than one attempt. But if parts before it can
        give way (all except the `firm` ones), one attempt is enough.
        """
        others = self._placed - {0, part}
        self._placed |= {0, part}
        if not others:
            near = frozenset() if self.solution is None else self._placed
            return self._search(budget, SHORT_QUESTION, near=near)
        program = self._program({0, part})
        answer = self._run(program, budget, work=FITTING)
        if answer == "unknown":
            if not others <= firm:
                return answer
            answer = self._run(program, budget, presolve=True, work=LONG_FITTING)
        return answer if answer == "solved" else self._search(budget, TOGETHER, near=others)

    def _search(self, budget: Budget, short: float, *, near: Set[int]) -> Answer:
        """Search briefly near the values of some parts, then longer anywhere.

        Most searches are either short or very long, by chance, so each is given up for one with another seed. The first
        long one uses linear relaxation.
        """
        program = self._program(self._placed)
        program.hint({variable: self._values[variable - 1] for variable in self._model.variables(near)})
        answer = self._run(program, budget, work=short)
        program.hint({})
        if answer == "unknown":
            answer = self._run(program, budget, presolve=True, relax=True, work=RELAXED_QUESTION)
        seed = 1
        while answer == "unknown" and budget.left > 0:
            work = LONG_QUESTION * 2 ** (seed - 1)
            answer = self._run(program, budget, presolve=True, work=work, seed=seed)
            seed += 1
        return answer

    def _program(self, free: Set[int]) -> Program:
        """Return the program of the parts that are free to change; other parts keep their values."""
        about = {
            parts: batch
            for parts, batch in self._about.items()
            if parts <= self._placed and not parts.isdisjoint(free)
        }
        domains = {variable: self._model.domains[variable - 1] for variable in self._model.variables(free)}
        for parts, batch in about.items():
            if not parts <= free:
                for variable in batch.variables() - domains.keys():
                    domains[variable] = self._values[variable - 1], self._values[variable - 1]
        program = Program(dict(sorted(domains.items())))
        for batch in about.values():
            program.add(batch)
        return program

    def _run(
        self,
        program: Program,
        budget: Budget,
        *,
        presolve: bool = False,
        relax: bool = False,
        work: float,
        seed: int = 1,
    ) -> Answer:
        self.solution = None
        if budget.left <= 0:
            return "unknown"
        search = new_search()
        search.parameters.num_workers = 1
        search.parameters.random_seed = seed
        # Most models are so easy that presolving, probing and linear relaxation take longer than they save. But
        # only relaxation finds at once that there are too few turns for some numbers.
        search.parameters.cp_model_presolve = presolve
        search.parameters.use_sat_inprocessing = presolve or self._inprocess
        search.parameters.cp_model_probing_level = 0
        search.parameters.max_presolve_iterations = 1
        search.parameters.linearization_level = int(relax)
        search.parameters.symmetry_level = 0
        search.parameters.interleave_search = False
        search.parameters.default_restart_algorithms = "LUBY_RESTART"
        search.parameters.restart_period = _CONFLICTS
        search.parameters.max_deterministic_time = min(work, budget.left)
        search.parameters.max_time_in_seconds = budget.seconds_left
        response = _response(search, program.proto)
        budget.spend(response.deterministic_time)
        if response.status.name in ("OPTIMAL", "FEASIBLE"):
            for variable, value in zip(program.variables, response.solution, strict=True):
                self._values[variable - 1] = value
            self.solution = Solution(list(self._values))
            return "solved"
        if response.status.name == "INFEASIBLE":
            return "infeasible"
        return "unknown"

    def _collect(self) -> set[int]:
        """Sort constraints that are new in the model by their parts, and return these parts."""
        model = self._model
        clauses, exclusives, linears = self._collected
        self._values += [least for least, _ in model.domains[len(self._values) :]]
        # by literal: a negative literal counts from the end of the list
        part_of = [0, *model.parts, *reversed(model.parts)].__getitem__
        groups, several = set[frozenset[int]](), any(model.parts)

        def batch_of(literals: Iterable[int]) -> Batch:
            parts = (frozenset(map(part_of, literals)) or _SHARED) if several else _SHARED
            groups.add(parts)
            return self._about[parts]

        for clause in model.clauses[clauses:]:
            batch_of(clause).clauses.append(clause)
        for exclusive in model.exclusives[exclusives:]:
            batch_of(chain(*exclusive)).exclusives.append(exclusive)
        for linear in model.linears[linears:]:
            batch_of(linear.literals).linears.append(linear)
        self._collected = [len(model.clauses), len(model.exclusives), len(model.linears)]
        # a constraint is checked with its parts that have no values; if all have values, with its last part
        return {part for parts in groups for part in (parts - self._placed or {max(parts)})} - _SHARED


def _response(search: Search, program: Any) -> Any:
    """Return the solver's response, computed in a thread: inside the solver Python would not notice an interrupt."""
    with ThreadPoolExecutor(1) as thread:
        response = thread.submit(search.run, program)
        try:
            while not response.done():  # a signal to another thread does not end a longer wait
                wait([response], timeout=_PATIENCE)
        finally:
            while not response.done():  # repeated, because a search that has not begun ignores it
                search.stop()
                wait([response], timeout=_PATIENCE)
        return response.result()
