"""Clauses, as any SAT solver or checker reads them, and the encoding of a model's constraints as clauses.

A whole number is encoded by steps: variables that say that it is at least some number. A sum with an upper bound is
encoded as a decision diagram. Its variables say that the terms from one on add up to at most the rest of the bound.

Source: Abío and Stuckey, Encoding Linear Constraints into SAT, 2014.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations, pairwise

import msgspec

from fairsheet.engine.proof.certificates._lrat import Clause
from fairsheet.engine.solver.constraint_model import Lit

# A factor and the steps of a whole number from 0; each step implies those before it. A literal is one step.
Steps = tuple[int, Sequence[Lit]]
PAIRS = 6  # at most this many alternatives exclude each other pair by pair; more by a sum


class Rest(msgspec.Struct, frozen=True):
    """The fact that the terms of a constraint, by its number, add up to at most `most` from the term `start` on."""

    number: int
    terms: Sequence[Steps]
    start: int
    most: int


class Formula:
    """Clauses over variables that are counted from 1; sums add variables of their own.

    `before` has for each constraint, by its number, the number of variables and clauses before it. `rests` has the
    meaning of each variable of a sum.
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[Clause] = []
        self.before: dict[int, tuple[int, int]] = {}
        self.rests: dict[int, Rest] = {}
        self._number = 0

    def begin(self, number: int) -> None:
        """Start the constraint with a number; the clauses that follow belong to it."""
        self.before[number] = self.variables, len(self.clauses)
        self._number = number

    def sources(self) -> list[int]:
        """Return for each clause the number of its constraint."""
        ends = [*(clauses for _, clauses in self.before.values()), len(self.clauses)][1:]
        return [
            number
            for (number, (_, start)), end in zip(self.before.items(), ends, strict=True)
            for _ in range(start, end)
        ]

    def at_least_one(self, literals: Iterable[Lit], given: Sequence[Lit] = ()) -> None:
        """State that one of the literals holds if all of `given` hold."""
        clause = (*(-literal for literal in given), *literals) if given else literals
        self.clauses.append(tuple(dict.fromkeys(clause)))

    def increasing(self, steps: Sequence[int]) -> None:
        """State that a number that is at least one step is at least all steps before it."""
        for under, over in pairwise(steps):
            self.at_least_one((-over, under))

    def exactly_one(self, literals: Sequence[Lit], given: Sequence[Lit]) -> None:
        """State that exactly one of the literals holds if all of `given` hold."""
        self.at_least_one(literals, given)
        if len(literals) > PAIRS:
            self.between([(1, (literal,)) for literal in literals], None, 1, given)
        else:
            for one, other in combinations(literals, 2):
                self.at_least_one((-one, -other), given)

    def between(
        self, terms: Iterable[Steps], low: int | None, high: int | None, given: Sequence[Lit]
    ) -> None:
        """State that the sum of the terms is in bounds if all of `given` hold."""
        factors: Counter[Lit] = Counter()  # of terms that are a single literal
        numbers: list[Steps] = []
        constant = 0
        for factor, steps in terms:
            if len(steps) != 1:  # no steps if the number is known
                numbers.append((factor, steps))
            elif steps[0] > 0:
                factors[steps[0]] += factor
            else:
                constant += factor
                factors[-steps[0]] -= factor
        numbers += ((factor, (literal,)) for literal, factor in factors.items() if factor)
        if high is not None:
            self._at_most(numbers, high - constant, given)
        if low is not None:
            self._at_most([(-factor, steps) for factor, steps in numbers], constant - low, given)

    def _at_most(self, terms: Iterable[Steps], most: int, given: Sequence[Lit]) -> None:
        most += sum(-factor * len(steps) for factor, steps in terms if factor < 0)
        rising = [
            (factor, steps) if factor > 0 else (-factor, [-step for step in reversed(steps)])
            for factor, steps in terms
        ]
        rising.sort(key=lambda term: (len(term[1]), -term[0]))  # long terms need few variables at the end
        # the largest sums of the last terms
        rests = [0, *accumulate(factor * len(steps) for factor, steps in reversed(rising))]
        if most >= rests[-1]:
            return
        if most < 0:
            self.at_least_one((), given)
            return
        conditions = {most: tuple(given)}  # by the rest of the bound for the terms from here on
        for place, (rest, (factor, steps)) in enumerate(zip(rests[-2::-1], rising, strict=True), start=1):
            after: dict[int, tuple[Lit, ...]] = {}
            for left, condition in conditions.items():
                for count in range(len(steps) + 1):
                    still, reached = left - factor * count, (*condition, *steps[count - 1 : count])
                    if still < 0:
                        self.at_least_one((), reached)
                        break
                    if still < rest:
                        if still not in after:
                            self.variables += 1
                            after[still] = (self.variables,)
                            self.rests[self.variables] = Rest(self._number, rising, place, still)
                        self.at_least_one(after[still], reached)
            conditions = after
