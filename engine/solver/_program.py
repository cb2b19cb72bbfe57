"""A constraint model, or a part of one, in the form that CP-SAT reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from fairsheet.engine.solver.constraint_model import Linear, Lit
from fairsheet.engine.solver.cp_sat import new_program

_INFINITE = 1 << 62


class Batch:
    """Constraints of a model."""

    def __init__(self) -> None:
        self.clauses: list[tuple[Lit, ...]] = []
        self.exclusives: list[tuple[tuple[Lit, ...], tuple[Lit, ...]]] = []
        self.linears: list[Linear] = []

    def variables(self) -> set[int]:
        """Return the variables in the constraints."""
        return set(map(abs, chain.from_iterable(self._literals())))

    def _literals(self) -> Iterator[Collection[int]]:
        yield from self.clauses
        for exclusive, given in self.exclusives:
            yield from (exclusive, given)
        for linear in self.linears:
            yield linear.literals


class Program:
    """Some variables of a model with their constraints; `proto` is OR-tools' `CpModelProto`.

    Messages are filled once and copied into it: a Python object for each of them takes far longer.
    """

    def __init__(self, domains: Mapping[int, tuple[int, int]]) -> None:
        self.variables: Sequence[int] = list(domains)  # in the order in which CP-SAT counts them from 0
        # index by literal; a negative literal counts from the end, and has -n - 1 if its variable has n
        self._index = [0] * (2 * max(domains, default=0) + 1)
        for index, variable in enumerate(self.variables):
            self._index[variable], self._index[-variable] = index, -index - 1
        self.proto: Any = new_program()
        scratch = new_program()  # must outlive its parts
        copied = scratch.variables.add()
        for bounds, run in groupby(domains.values()):
            copied.domain.clear()
            copied.domain.extend(bounds)
            self.proto.variables.extend([copied for _ in run])

    def add(self, batch: Batch) -> None:
        """Add constraints; the program must have all their variables."""
        scratch = new_program()  # as above
        clause, exclusive, linear = (scratch.constraints.add() for _ in range(3))
        self._add(batch.clauses, clause, clause.bool_or.literals)
        alone = [literals for literals, given in batch.exclusives if not given]
        self._add(alone, exclusive, exclusive.exactly_one.literals)
        under_conditions = (
            Linear(tuple((1, literal) for literal in literals), 1, 1, given)
            for literals, given in batch.exclusives
            if given
        )
        self._add_linears(chain(under_conditions, batch.linears), linear)

    def _add(self, constraints: Iterable[tuple[Lit, ...]], copied: Any, literals: Any) -> None:
        """Add constraints that are lists of literals, by filling the `literals` of one message that is copied."""
        # looked up only once, because most of the time is spent here
        index_of, clear, extend = self._index.__getitem__, literals.clear, literals.extend
        append = self.proto.constraints.append
        for constraint in constraints:
            clear()
            extend(list(map(index_of, constraint)))
            append(copied)

    def _add_linears(self, linears: Iterable[Linear], copied: Any) -> None:
        """Add sums, each as a copy of one message that is filled."""
        given, variables = copied.enforcement_literal, copied.linear.vars
        factors, domain = copied.linear.coeffs, copied.linear.domain
        for linear in linears:
            constant = sum(factor for factor, variable in linear.terms if variable < 0)
            low = -_INFINITE if linear.low is None else linear.low - constant
            high = _INFINITE if linear.high is None else linear.high - constant
            for field in (given, variables, factors, domain):
                field.clear()
            given.extend([self._index[literal] for literal in linear.given])
            variables.extend([self._index[abs(variable)] for _, variable in linear.terms])
            factors.extend([factor if variable > 0 else -factor for factor, variable in linear.terms])
            domain.extend((low, high))
            self.proto.constraints.append(copied)

    def hint(self, values: Mapping[int, int]) -> None:
        """Start the search near these values, and forget earlier ones."""
        self.proto.clear_solution_hint()
        if values:
            self.proto.solution_hint.vars.extend([self._index[variable] for variable in values])
            self.proto.solution_hint.values.extend(list(values.values()))
