"""A SAT solver as the source of proofs: python-sat's Glucose, the one module that imports it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fairsheet.engine.proof.certificates._hints import Logged
from fairsheet.engine.proof.certificates._lrat import Clause


class Unanswered(Exception):
    """A question takes more work than it may."""


class Refuter:
    """Looks for values, or for a proof that there are none, of clauses that are added one after the other."""

    def __init__(self, *, with_proof: bool = True) -> None:
        from pysat.solvers import Glucose4  # takes longer than most proofs

        self._solver: Any = Glucose4(with_proof=with_proof)

    def add(self, clauses: Iterable[Clause]) -> None:
        """Adds clauses."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def values(self, conflicts: int) -> Sequence[int] | None:
        """The literals that hold; none where there is no way; None where that takes more conflicts than allowed."""
        self._solver.conf_budget(conflicts)
        answer = self._solver.solve_limited()
        if answer is None:
            return None
        return self._solver.get_model() if answer else ()

    def clash(self, literals: Sequence[int], conflicts: int) -> Sequence[int] | None:
        """Some of these that cannot hold together; None where all can, and then there is a `model`.

        Raises Unanswered where that takes more conflicts than allowed.
        """
        self._solver.conf_budget(conflicts)
        answer = self._solver.solve_limited(literals)
        if answer is None:
            raise Unanswered
        return None if answer else self._solver.get_core() or ()

    @property
    def model(self) -> Sequence[int]:
        """The literals that hold, as they were found last."""
        return self._solver.get_model() or ()

    @property
    def conflicts(self) -> int:
        """How many conflicts there were so far."""
        return int(self._solver.accum_stats()["conflicts"])

    def log(self) -> Iterator[Logged]:
        """What was learned and forgotten."""
        for line in self._solver.get_proof() or ():
            words = line.split()
            forgotten = words[0] == "d"
            yield Logged(tuple(int(word) for word in words[forgotten:-1]), forgotten)
