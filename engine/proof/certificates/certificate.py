"""A certificate: clauses that state the rules for given sheets, and a proof that they contradict each other.

The search looks at all that is stated; sums become clauses only once values break them. What the proof did not need is
left out. A proof that the check does not accept is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fairsheet.engine.play.game import Game
from fairsheet.engine.proof.certificates._clauses import Formula
from fairsheet.engine.proof.certificates._lrat import Step, problem
from fairsheet.engine.proof.certificates._refuter import Prover
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.prove import Outcome, schedule_outcome
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.solver.budget import STATING, Budget

CONFLICTS = 2000  # after which it is asked how much work there was
ROUNDS = 40  # in which sums that values break become clauses; then all do


class Certificate(msgspec.Struct, frozen=True):
    """That the sheets of some seats cannot stand together: the numbers of constraints stated about them, and the proof.

    Where the first look at a sheet found a contradiction there are no constraints, but its `place` among all of them.
    """

    seats: tuple[int, ...]
    constraints: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    place: int | None = None


def certified_outcome(game: Game, request: ProofRequest, search: Budget, certifying: Budget) -> Outcome:
    """Return what `schedule_outcome` says, but `impossible` only if a certificate for it passes the check.

    The constraint solver searches first: it finds a schedule sooner than the prover. If it claims that there is none
    and the prover cannot confirm that within the budget for certifying, the outcome is `undecided`.
    """
    outcome = schedule_outcome(game, request, search)
    if outcome != "impossible":
        return outcome
    if certifying.left <= 0:
        return "undecided"
    statement = Statement(request)
    certifying.spend(STATING * statement.size)
    return "impossible" if certified(statement, certifying) is not None else "undecided"


def certified(statement: Statement, budget: Budget, only: Sequence[int] | None = None) -> Certificate | None:
    """Return the certificate that what is stated contradicts itself; None if none is found within the budget.

    `only` are the numbers of some constraints, which contradict each other: all of them are looked at at once.
    """
    search = _Search(statement, statement.numbers if only is None else only, only or (), budget)
    return _trimmed(statement, search.formula, search.prover.steps()) if search.is_refuted() else None


def _trimmed(statement: Statement, formula: Formula, steps: Sequence[Step]) -> Certificate | None:
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
    return Certificate(tuple(statement.request.sheets), needed, renumbered)


class _Search:
    """The search for a proof that some constraints of a statement, by their numbers, contradict each other.

    Those of them that are to be looked at `at_once` need not be broken first.
    """

    def __init__(
        self, statement: Statement, numbers: Sequence[int], at_once: Iterable[int], budget: Budget
    ) -> None:
        self._statement, self._budget = statement, budget
        self.formula, self.prover = statement.formula(), Prover()
        self._sums = set(statement.sums(numbers)).difference(at_once)
        self._add(number for number in numbers if number not in self._sums)

    def is_refuted(self) -> bool:
        """Whether there are no values; False where the budget does not suffice to find out."""
        rounds = 0
        while self._budget.left > 0:
            before = self.prover.work
            is_possible = self.prover.is_possible(CONFLICTS)
            self._budget.spend(self.prover.work - before)
            if is_possible is None:
                continue
            if not is_possible:
                return True
            holding = set(self.prover.model)
            broken = sorted(number for number in self._sums if self._statement.is_broken(number, holding))
            if not broken:
                return False
            self._add(broken if rounds < ROUNDS else sorted(self._sums))
            rounds += 1
        return False

    def _add(self, numbers: Iterable[int]) -> None:
        known = len(self.formula.clauses)
        for number in numbers:
            self._statement.add(self.formula, number)
        self._sums.difference_update(self.formula.before)
        self.prover.add(self.formula.clauses[known:])
