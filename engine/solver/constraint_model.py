"""A constraint model: literals, clauses and sums, each under the rule of the game that needs it.

A literal is a whole number other than 0; its negative is its opposite, as in the DIMACS format. TRUE and FALSE are
literals too, so that values known during the construction never become variables. A whole-number variable is a positive
number from the same series.

Constraints inside `rule(...)` can be left out, and the model stores which rule needs which of them. So the rules can be
found that contradict each other.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager

import msgspec

from fairsheet.engine.play.game import FEW
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.languages.messages import Message

Lit = int  # a literal
Kind = typing.Literal["clauses", "exclusives", "linears"]  # of constraints
Term = tuple[int, int]  # a factor and a literal or whole-number variable

TRUE: Lit = 1
FALSE: Lit = -1


class StatedRule(msgspec.Struct, frozen=True):
    """A rule of the game, applied to certain marks.

    `marks` are pairs of a seat and a field; `why` is a clause in words for players that fits into a list.
    """

    code: RuleCode
    marks: tuple[tuple[int, str], ...]
    why: Message

    @property
    def named(self) -> tuple[tuple[int, str], ...]:
        """The marks to look at: if there are many, those that the words name."""
        if len(self.marks) <= FEW:
            return self.marks
        values = self.why.values.values()
        return tuple(mark for mark in self.marks if mark[1] in values)


class Linear(msgspec.Struct, frozen=True):
    """low <= sum of factor x variable <= high, if all the `given` literals hold. None means no bound."""

    terms: tuple[Term, ...]
    low: int | None
    high: int | None
    given: tuple[Lit, ...]

    @property
    def literals(self) -> list[int]:
        """The literals and variables of the sum and its conditions."""
        return [*self.given, *(variable for _, variable in self.terms)]


class Model:
    """Variables and constraints; `fairsheet.engine.solver.solve` solves them.

    `holds` decides for each rule whether it holds or is left out. `relaxed` are the kinds of rules of which some may
    not hold. If there are any, `asked` has the rules with the places of their constraints, inner rules before outer
    ones.
    """

    def __init__(
        self, holds: Callable[[StatedRule], bool] = lambda rule: True, relaxed: Collection[str] = ()
    ) -> None:
        self.relaxed = frozenset(relaxed)
        self.domains: list[tuple[int, int]] = [(1, 1)]
        self.parts: list[int] = [0]  # the part of every variable
        self.clauses: list[tuple[Lit, ...]] = []
        self.exclusives: list[tuple[tuple[Lit, ...], tuple[Lit, ...]]] = []
        self.linears: list[Linear] = []
        self.asked: list[tuple[StatedRule, Kind, range]] = []
        self._holds = holds
        self._given: tuple[Lit, ...] = ()
        self._part = 0
        self._known: dict[tuple[Lit, ...], Lit] = {}

    @property
    def size(self) -> int:
        """The number of literals and terms in all constraints."""
        clauses = sum(map(len, self.clauses)) + sum(len(literals) for literals, _ in self.exclusives)
        return clauses + sum(len(linear.terms) for linear in self.linears)

    def variables(self, parts: Set[int]) -> list[int]:
        """Return the variables of some parts."""
        return [variable for variable, part in enumerate(self.parts, start=1) if part in parts]

    @property
    def conjunctions(self) -> Mapping[tuple[Lit, ...], Lit]:
        """The literals that hold if and only if all of some others do, by these others."""
        return self._known

    def literal(self) -> Lit:
        """Return a new variable that is true or false."""
        return self.integer(1)

    def integer(self, most: int) -> int:
        """Return a new variable for a whole number from 0 to `most`."""
        self.domains.append((0, most))
        self.parts.append(self._part)
        return len(self.domains)

    def one_of(self, count: int) -> list[Lit]:
        """Return literals for alternatives, of which exactly one holds; without alternatives there is no solution."""
        if count == 0:
            self.clause()
        if count <= 1:
            return [TRUE] * count
        if count == 2:
            literal = self.literal()
            return [literal, -literal]
        literals = [self.literal() for _ in range(count)]
        self.exactly_one(literals)
        return literals

    @contextmanager
    def part(self, number: int) -> Iterator[None]:
        """Put new variables inside into a part, from 1, which shares few constraints with other parts.

        Only the search uses parts. Variables that all parts share belong to part 0.
        """
        before, self._part = self._part, number
        try:
            yield
        finally:
            self._part = before

    @contextmanager
    def rule(self, code: RuleCode, marks: Iterable[tuple[int, str]], why: Message) -> Iterator[None]:
        """Assign the constraints stated inside to this rule."""
        if not self.relaxed:
            yield
            return
        rule = StatedRule(code, tuple(marks), why)
        before = self._given
        if not self._holds(rule):
            self._given = (*before, FALSE)
        counts = self._counts()
        try:
            yield
        finally:
            self._given = before
        now = self._counts()
        self.asked += [
            (rule, kind, range(count, now[kind])) for kind, count in counts.items() if count < now[kind]
        ]

    def _counts(self) -> dict[Kind, int]:
        """Return the number of constraints of each kind."""
        return {
            "clauses": len(self.clauses),
            "exclusives": len(self.exclusives),
            "linears": len(self.linears),
        }

    def clause(self, *literals: Lit) -> None:
        """State that at least one of the literals holds."""
        if TRUE in literals or FALSE in self._given:
            return
        if FALSE in literals:
            literals = tuple([literal for literal in literals if literal != FALSE])
        if self._given:
            literals = (*(-given for given in self._given), *literals)
        self.clauses.append(literals)

    def implies(self, condition: Lit, *alternatives: Lit) -> None:
        """State that one of the alternatives holds if the condition holds."""
        self.clause(-condition, *alternatives)

    def exactly_one(self, literals: Iterable[Lit]) -> None:
        """State that one of the literals holds and the others do not."""
        kept = [literal for literal in literals if literal != FALSE]
        if kept.count(TRUE) > 1 or not kept:
            self.clause()
        elif TRUE in kept:
            for literal in kept:
                if literal != TRUE:
                    self.clause(-literal)
        elif len(kept) == 1:
            self.clause(kept[0])
        elif FALSE not in self._given:
            self.exclusives.append((tuple(kept), self._given))

    def linear(
        self, terms: Iterable[Term], low: int | None, high: int | None, *, given: Sequence[Lit] = ()
    ) -> None:
        """State that the sum of the terms is between low and high if all of `given` hold."""
        if FALSE in given or FALSE in self._given:
            return
        kept: list[Term] = []
        constant = 0
        for factor, variable in terms:
            if variable == TRUE:
                constant += factor
            elif variable != FALSE:
                kept.append((factor, variable))
        low = None if low is None else low - constant
        high = None if high is None else high - constant
        conditions = tuple(literal for literal in given if literal != TRUE)
        if kept:
            self.linears.append(Linear(tuple(kept), low, high, (*conditions, *self._given)))
        elif (low is not None and low > 0) or (high is not None and high < 0):
            self.clause(*(-literal for literal in conditions))

    def upper_bound(self, terms: Iterable[Term]) -> int:
        """Return an upper bound of the sum of the terms, with each variable taken alone."""
        return sum(max(factor * value for value in self._range(variable)) for factor, variable in terms)

    def minimum(self, left: Sequence[Term], right: Sequence[Term]) -> int:
        """Return a variable for the smaller of two sums that are not negative."""
        most = min(self.upper_bound(left), self.upper_bound(right))
        if most <= 0:
            return FALSE
        minimum, is_left = self.integer(most), self.literal()
        for terms, given in ((left, is_left), (right, -is_left)):
            over = [(-1, minimum), *terms]
            self.linear(over, 0, None)
            self.linear(over, None, 0, given=(given,))
        return minimum

    def _range(self, variable: int) -> tuple[int, int]:
        low, high = self.domains[abs(variable) - 1]
        return (low, high) if variable > 0 else (1 - high, 1 - low)

    def all_of(self, literals: Iterable[Lit]) -> Lit:
        """Return a literal that holds if and only if all of these do; it does not depend on any rule."""
        distinct = set(literals)
        distinct.discard(TRUE)
        if FALSE in distinct:
            return FALSE
        kept = tuple(sorted(distinct))
        if not kept:
            return TRUE
        if len(kept) == 1:
            return kept[0]
        conjunction = self._known.get(kept)
        if conjunction is None:
            conjunction = self._known[kept] = self.literal()
            self.clauses += [(-conjunction, literal) for literal in kept]
            self.clauses.append((conjunction, *[-literal for literal in kept]))
        return conjunction

    def any_of(self, literals: Iterable[Lit]) -> Lit:
        """Return a literal that holds if and only if at least one of these does; it does not depend on any rule."""
        return -self.all_of([-literal for literal in literals])

    def disjoint_or(self, one: Lit, other: Lit) -> Lit:
        """Return a literal that holds if and only if one of two does; the two must never both hold."""
        if one == FALSE:
            return other
        either = self.literal()
        self.exclusives.append(((-either, one, other), ()))
        return either

    def at_least(self, terms: Sequence[Term], least: int) -> Lit:
        """Return a new literal that holds if and only if the sum of the terms is at least a number."""
        reached = self.literal()
        self.linear(terms, least, None, given=(reached,))
        self.linear(terms, None, least - 1, given=(-reached,))
        return reached


class Solution:
    """The values that a solver gave to the variables of a model."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = values

    def holds(self, literal: Lit) -> bool:
        """Return whether a literal is true."""
        return bool(self._values[literal - 1]) if literal > 0 else not self._values[-literal - 1]


def minus(terms: Iterable[Term]) -> Iterator[Term]:
    """Return the terms of a sum with the opposite sign."""
    return ((-factor, variable) for factor, variable in terms)
