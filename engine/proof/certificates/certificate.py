"""A certificate: clauses that state the rules for given sheets, and a proof that they contradict each other.

The search looks at all that is stated; sums become clauses only once values break them. What the proof did not need is
left out. A proof that the check does not accept is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import count

import msgspec

from fairsheet.engine.proof.certificates._clauses import Formula
from fairsheet.engine.proof.certificates._hints import Logged, TooMuchWork, with_hints
from fairsheet.engine.proof.certificates._lrat import Step, problem
from fairsheet.engine.proof.certificates._refuter import Refuter
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.solver.budget import STATING, Budget
from fairsheet.engine.solver.constraint_model import StatedRule

CONFLICT = 1e-4  # work for each conflict of the SAT solver
VISIT = 1e-6  # work for each clause that the search for hints looks at
ROUNDS = 4  # in which sums that values break become clauses; then all do
TRIES = (60, 600, 6000, 30_000)  # conflicts at most, one after the other


class Certificate(msgspec.Struct, frozen=True):
    """That the sheets of some seats cannot stand together: the numbers of constraints stated about them, and the proof.

    Where the first look at a sheet found a contradiction there are no constraints, but its `place` among all of them.
    """

    seats: tuple[int, ...]
    constraints: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    place: int | None = None


class _HasSolution(Exception):
    """Constraints do not contradict each other."""


def certified(request: ProofRequest, rules: Collection[StatedRule], budget: Budget) -> Certificate | None:
    """The certificate that the sheets of a request cannot stand together; None where none is found within the budget.

    `rules` are thought to be enough: they are tried before everything that is stated.
    """
    if budget.left <= 0:
        return None
    statement = Statement(request)
    budget.spend(STATING * statement.size)
    selections: list[Sequence[int]] = [statement.numbers]
    if rules:
        selections.insert(0, statement.asked_by(rules))
    for most in TRIES:
        for selection in tuple(selections):
            search = _Search(statement, budget)
            try:
                steps = search.steps(selection, most)
            except _HasSolution:
                selections.remove(selection)
                continue
            if steps is not None:
                return _trimmed(request, statement, search.formula, steps)
    return None


def _trimmed(
    request: ProofRequest, statement: Statement, formula: Formula, steps: Sequence[Step]
) -> Certificate | None:
    """The constraints that steps need, and the steps as they are among the clauses of these alone; checked."""
    given, sources = len(formula.clauses), formula.sources()
    needed = tuple(sorted({sources[hint - 1] for step in steps for hint in step.hints if hint <= given}))
    smaller = statement.formula(needed)
    clauses: dict[int, int] = {}
    variables: dict[int, int] = {}
    for (number, new), end in zip(
        smaller.before.items(), [*list(smaller.before.values())[1:], None], strict=True
    ):
        old = formula.before[number]
        after = end or (smaller.variables, len(smaller.clauses))
        variables.update((old[0] + place - new[0], place) for place in range(new[0] + 1, after[0] + 1))
        clauses.update((old[1] + place - new[1], place) for place in range(new[1] + 1, after[1] + 1))
    further = len(smaller.clauses) - given  # by so much the numbers of steps differ

    def moved(literal: int) -> int:
        """A variable of a sum that is left out can stand in a step only where nothing comes of it."""
        variable = abs(literal)
        if variable > statement.variables:
            variable = variables.setdefault(variable, smaller.variables + len(variables) + 1)
        return variable if literal > 0 else -variable

    renumbered = tuple(
        Step(
            step.number + further,
            tuple(map(moved, step.clause)),
            tuple(clauses[hint] if hint <= given else hint + further for hint in step.hints),
        )
        for step in steps
    )
    if problem(smaller.clauses, renumbered):
        return None
    return Certificate(tuple(request.sheets), needed, renumbered)


class _Search:
    """The search for a proof that some constraints of a statement contradict each other."""

    def __init__(self, statement: Statement, budget: Budget) -> None:
        self._statement, self._budget = statement, budget
        self.formula = statement.formula()

    def steps(self, numbers: Sequence[int], most: int) -> list[Step] | None:
        """The steps to the empty clause; None where more than `most` conflicts or the budget are in the way.

        Raises _HasSolution.
        """
        sums = set(self._statement.sums(numbers))
        self._add(number for number in numbers if number not in sums)
        if found := self._hinted(()):  # most contradict each other without a search
            return found
        refuter, known = Refuter(), 0
        for rounds in count():
            refuter.add(self.formula.clauses[known:])
            known = len(self.formula.clauses)
            values = refuter.values(most - refuter.conflicts)
            if not values:
                break
            holding = set(values)
            broken = sorted(number for number in sums if self._statement.is_broken(number, holding))
            if not broken:
                raise _HasSolution
            self._add(broken if rounds < ROUNDS else sorted(sums))
            sums.difference_update(self.formula.before)
        self._budget.spend(CONFLICT * refuter.conflicts)
        return None if values is None else self._hinted(refuter.log())

    def _add(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._statement.add(self.formula, number)

    def _hinted(self, log: Iterable[Logged]) -> list[Step] | None:
        """The steps that a log leads to, as far as the budget goes."""
        visits = int(self._budget.left / VISIT)
        try:
            found, visited = with_hints(self.formula.variables, self.formula.clauses, log, visits)
        except TooMuchWork:
            found, visited = None, visits
        self._budget.spend(VISIT * visited)
        return found
