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
    """Constraints of a statement as clauses; a rule's clauses hold only with the literal of the rule.

    If the missions are unknown, all questions are about the first choice of cards. `used` are the variables of the
    clauses. Constraints in `needless` are added until there are `most` clauses.
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
        self.refuter.add(self._guarded(formula))

    def clash(
        self, rules: Iterable[StatedRule], literals: Iterable[Lit], budget: Budget, most: float = math.inf
    ) -> Sequence[Lit] | None:
        """Return the literals, of rules or others, that cannot hold together; None if all can.

        Raises Unanswered if the work exceeds the budget or `most`.
        """
        asked = [*self._first_case, *(self.holds[rule] for rule in rules), *literals]
        before = self.refuter.work
        try:
            return self.refuter.clash(asked, min(most, budget.left))
        finally:
            budget.spend(self.refuter.work - before)

    def numbers(self, rules: Iterable[StatedRule]) -> Sequence[int]:
        """Return the constraints of some rules, and those that only define turns, choices and counts."""
        kept = {None, *rules}
        return sorted(number for number, rule in self._rules.items() if rule in kept)

    @contextmanager
    def one_of(self, literals: Sequence[Lit]) -> Iterator[Lit]:
        """Yield a literal for questions inside: if it holds, one of `literals` holds.

        The solver tries these literals and all rules first.
        """
        one = self._new()
        self.refuter.add([(-one, *literals)])
        self.refuter.prefer([*literals, *self.holds.values()])
        yield one
        self.refuter.add([(-one,)])

    def _guarded(self, formula: Formula) -> Iterator[Clause]:
        """Yield the clauses, those of a rule guarded by the literal of the rule."""
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
