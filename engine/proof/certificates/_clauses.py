"""Clauses, as any SAT solver or checker reads them, and what a constraint of a model becomes as clauses.

Of a whole number there are steps, variables that say that it is no less than another number. A sum with an upper bound
becomes clauses by a decision diagram: a new variable says that the terms from one on add up to no more than what is
left for them (Abío and others, A New Look at BDDs for Pseudo-Boolean Constraints, 2012).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations, pairwise

from fairsheet.engine.proof.certificates._lrat import Clause
from fairsheet.engine.solver.constraint_model import Lit, Term

PAIRS = 6  # so many alternatives exclude each other pair by pair; more of them by a sum


class Formula:
    """Clauses over variables that are counted from 1; sums add some of their own.

    `before` has for each constraint, by its number, how many variables and clauses there were before it.
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[Clause] = []
        self.before: dict[int, tuple[int, int]] = {}

    def begin(self, number: int) -> None:
        """What comes next is a constraint."""
        self.before[number] = self.variables, len(self.clauses)

    def sources(self) -> list[int]:
        """For each clause the number of its constraint."""
        ends = [*(clauses for _, clauses in self.before.values()), len(self.clauses)][1:]
        return [
            number
            for (number, (_, start)), end in zip(self.before.items(), ends, strict=True)
            for _ in range(start, end)
        ]

    def at_least_one(self, literals: Iterable[Lit], given: Iterable[Lit] = ()) -> None:
        """One of the literals holds, where all of `given` hold."""
        self.clauses.append(tuple(dict.fromkeys((*(-literal for literal in given), *literals))))

    def increasing(self, steps: Sequence[int]) -> None:
        """A number that is no less than one number is no less than those before it."""
        for under, over in pairwise(steps):
            self.at_least_one((-over, under))

    def exactly_one(self, literals: Sequence[Lit], given: Sequence[Lit]) -> None:
        """One of the literals holds and the others do not, where all of `given` hold."""
        self.at_least_one(literals, given)
        if len(literals) > PAIRS:
            self.between([(1, literal) for literal in literals], None, 1, given)
        else:
            for one, other in combinations(literals, 2):
                self.at_least_one((-one, -other), given)

    def between(self, terms: Iterable[Term], low: int | None, high: int | None, given: Sequence[Lit]) -> None:
        """The sum of the factors of literals that hold is in bounds, where all of `given` hold."""
        factors: Counter[Lit] = Counter()
        constant = 0
        for factor, literal in terms:
            if literal < 0:
                constant += factor
                factor, literal = -factor, -literal
            factors[literal] += factor
        if high is not None:
            self._at_most(factors, high - constant, given)
        if low is not None:
            opposite = {literal: -factor for literal, factor in factors.items()}
            self._at_most(opposite, constant - low, given)

    def _at_most(self, factors: Mapping[Lit, int], most: int, given: Sequence[Lit]) -> None:
        signed = [
            (factor, literal) if factor > 0 else (-factor, -literal) for literal, factor in factors.items()
        ]
        terms = sorted((term for term in signed if term[0]), reverse=True)
        most += sum(-factor for factor in factors.values() if factor < 0)
        rests = [
            0,
            *accumulate(factor for factor, _ in reversed(terms)),
        ]  # what the last terms come to at most
        if most >= rests[-1]:
            return
        if most < 0:
            self.at_least_one((), given)
            return
        says = {most: tuple(given)}  # by what is left for the terms from here on
        for rest, (factor, literal) in zip(rests[-2::-1], terms, strict=True):
            after: dict[int, tuple[Lit, ...]] = {}
            for left, said in says.items():
                for still, where in ((left - factor, (*said, literal)), (left, said)):
                    if still < 0:
                        self.at_least_one((), where)
                    elif still < rest:
                        if still not in after:
                            self.variables += 1
                            after[still] = (self.variables,)
                        self.at_least_one(after[still], where)
            says = after
