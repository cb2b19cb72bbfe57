"""A certificate: clauses that state the rules for given sheets, and a proof that they contradict each other.

The search looks at all that is stated; sums become clauses only once values break them. What the proof did not need is
left out. A proof that the check does not accept is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from fairsheet.engine.proof.certificates._clauses import Formula
from fairsheet.engine.proof.certificates._lrat import Step, problem
from fairsheet.engine.proof.certificates._refuter import Prover
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.solver.budget import STATING, Budget
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.engine.solver.solve import Answer

CONFLICT = 1e-4  # work for each conflict of the SAT solver
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


def certified(request: ProofRequest, rules: Collection[StatedRule], budget: Budget) -> Certificate | None:
    """The certificate that the sheets of a request cannot stand together; None where none is found within the budget.

    `rules` are thought to be enough: they are tried before everything that is stated.
    """
    if budget.left <= 0:
        return None
    statement = Statement(request)
    budget.spend(STATING * statement.size)
    searches = [_Search(statement, statement.numbers, budget)]
    if rules:
        searches.insert(0, _Search(statement, statement.asked_by(rules), budget))
    for most in TRIES:
        for search in tuple(searches):
            match search.go_on(most):
                case "solved":
                    searches.remove(search)
                case "infeasible":
                    return _trimmed(request, statement, search.formula, search.prover.steps())
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
    """The search for a proof that some constraints of a statement, by their numbers, contradict each other."""

    def __init__(self, statement: Statement, numbers: Sequence[int], budget: Budget) -> None:
        self._statement, self._budget = statement, budget
        self.formula, self.prover = statement.formula(), Prover()
        self._sums = set(statement.sums(numbers))
        self._rounds = 0
        self._add(number for number in numbers if number not in self._sums)

    def go_on(self, most: int) -> Answer:
        """Goes on until there have been this many conflicts, or the budget is spent."""
        while self._budget.left > 0 and self.prover.conflicts < most:
            before = self.prover.conflicts
            values = self.prover.values(most - before)
            self._budget.spend(CONFLICT * (self.prover.conflicts - before))
            if values is None:
                break
            if not values:
                return "infeasible"
            holding = set(values)
            broken = sorted(number for number in self._sums if self._statement.is_broken(number, holding))
            if not broken:
                return "solved"
            self._add(broken if self._rounds < ROUNDS else sorted(self._sums))
            self._rounds += 1
        return "unknown"

    def _add(self, numbers: Iterable[int]) -> None:
        known = len(self.formula.clauses)
        for number in numbers:
            self._statement.add(self.formula, number)
        self._sums.difference_update(self.formula.before)
        self.prover.add(self.formula.clauses[known:])
