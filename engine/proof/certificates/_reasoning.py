"""Questions about the constraints of a certificate: which of its rules cannot hold together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from fairsheet.engine.proof.certificates._clauses import Formula
from fairsheet.engine.proof.certificates._lrat import Clause
from fairsheet.engine.proof.certificates._refuter import Refuter
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit, StatedRule


class Reasoning:
    """Constraints of a statement as clauses, those of rules only as long as a literal for their rule holds.

    Where the missions are not known, all is asked about the first choice of cards. `used` are its variables. Of
    constraints that need not be there it has as many as make no more than `most` clauses of all.
    """

    def __init__(
        self, statement: Statement, numbers: Iterable[int], needless: Iterable[int] = (), most: int = 0
    ) -> None:
        formula = statement.formula(numbers)
        for number in needless:
            if len(formula.clauses) >= most:
                break
            statement.add(formula, number)
        self._rules = {number: statement.rule(number) for number in formula.before}
        self.holds: dict[StatedRule, Lit] = {}
        self.used = {abs(literal) for clause in formula.clauses for literal in clause}
        self._first_case = statement.first_case
        self.refuter = Refuter()
        self._last = formula.variables
        self.refuter.add(self._held(formula))

    def clash(
        self, rules: Iterable[StatedRule], literals: Iterable[Lit], budget: Budget, most: float = math.inf
    ) -> Sequence[Lit] | None:
        """The literals among these, and among those for the rules, that cannot hold together; None where all can.

        Raises Unanswered if that takes more work than the budget has, or `most`.
        """
        asked = [*self._first_case, *(self.holds[rule] for rule in rules), *literals]
        before = self.refuter.work
        try:
            return self.refuter.clash(asked, min(most, budget.left))
        finally:
            budget.spend(self.refuter.work - before)

    def numbers(self, rules: Iterable[StatedRule]) -> Sequence[int]:
        """The constraints of some rules, and those that only say what turns, choices and counts are."""
        kept = {None, *rules}
        return sorted(number for number, rule in self._rules.items() if rule in kept)

    @contextmanager
    def one_of(self, literals: Sequence[Lit]) -> Iterator[Lit]:
        """A literal for questions inside: with it one of some holds. These and all rules are tried first."""
        one = self._new()
        self.refuter.add([(-one, *literals)])
        self.refuter.prefer([*literals, *self.holds.values()])
        yield one
        self.refuter.add([(-one,)])

    def _held(self, formula: Formula) -> Iterator[Clause]:
        """The clauses, those of a rule under the literal that it holds."""
        for number, clause in zip(formula.sources(), formula.clauses, strict=True):
            if (rule := self._rules[number]) is None:
                yield clause
                continue
            if rule not in self.holds:
                self.holds[rule] = self._new()
            yield (-self.holds[rule], *clause)

    def _new(self) -> Lit:
        self._last += 1
        return self._last
