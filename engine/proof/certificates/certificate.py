"""A certificate: clauses that state the rules for given sheets, and a proof that they contradict each other.

The search starts without the sums, and adds a sum as clauses when a solution breaks it. Constraints that the proof does
not need are left out. A proof that fails the check is discarded.
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

CONFLICTS = 2000  # between two looks at the work done
ROUNDS = 40  # in which only broken sums become clauses; then all do


class Certificate(msgspec.Struct, frozen=True):
    """A proof that the sheets of some seats are impossible together, with the numbers of the constraints it needs.

    If the first look at a sheet found a contradiction, there are no constraints, but its `place` among all
    contradictions.
    """

    seats: tuple[int, ...]
    constraints: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    place: int | None = None


def certified_outcome(game: Game, request: ProofRequest, search: Budget, certifying: Budget) -> Outcome:
    """Return the result of `schedule_outcome`, but `impossible` only if a certificate for it passes the check.

    The constraint solver searches first, because it finds a schedule sooner than the prover. If it finds none and the
    prover cannot confirm that within the budget `certifying`, the outcome is `undecided`.
    """
    outcome = schedule_outcome(game, request, search)
    if outcome != "impossible":
        return outcome
    if certifying.left <= 0:
        return "undecided"
    statement = Statement(request)
    certifying.spend(STATING * statement.size)
    return "impossible" if find_certificate(statement, certifying) is not None else "undecided"


def find_certificate(
    statement: Statement, budget: Budget, only: Sequence[int] | None = None
) -> Certificate | None:
    """Return the certificate that a statement contradicts itself; None if none is found within the budget.

    `only` are the numbers of constraints that contradict each other: all of them are added at once.
    """
    search = _Search(statement, statement.numbers if only is None else only, only or (), budget)
    return _trim(statement, search.formula, search.prover.steps()) if search.is_refuted() else None


def is_possible(statement: Statement, numbers: Sequence[int], budget: Budget) -> bool | None:
    """Return whether some constraints of a statement hold together; None if the budget does not suffice."""
    is_refuted = _Search(statement, numbers, (), budget).is_refuted()
    return None if not is_refuted and budget.left <= 0 else not is_refuted


def _trim(statement: Statement, formula: Formula, steps: Sequence[Step]) -> Certificate | None:
    """Return a certificate of only the constraints that steps need, renumbered and checked; None if the check fails."""
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
    offset = len(smaller.clauses) - given  # between the old and new numbers of steps

    def renumber(literal: int) -> int:
        """Renumber a literal; variables of sums that are left out get new numbers, because they have no effect."""
        variable = abs(literal)
        if variable > statement.variables:
            variable = variables.setdefault(variable, smaller.variables + len(variables) + 1)
        return variable if literal > 0 else -variable

    renumbered = tuple(
        Step(
            step.number + offset,
            tuple(map(renumber, step.clause)),
            tuple(clauses[hint] if hint <= given else hint + offset for hint in step.hints),
        )
        for step in steps
    )
    if problem(smaller.clauses, renumbered):
        return None
    return Certificate(tuple(statement.request.sheets), needed, renumbered)


class _Search:
    """The search for a proof that some constraints of a statement, by their numbers, contradict each other.

    Sums in `at_once` become clauses at the start.
    """

    def __init__(
        self, statement: Statement, numbers: Sequence[int], at_once: Iterable[int], budget: Budget
    ) -> None:
        self._statement, self._budget = statement, budget
        self.formula, self.prover = statement.formula(), Prover()
        self._sums = set(statement.sums(numbers)).difference(at_once)
        self._add(number for number in numbers if number not in self._sums)

    def is_refuted(self) -> bool:
        """Return whether the constraints are impossible; False if the budget does not suffice to find out."""
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
