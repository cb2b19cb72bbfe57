"""SAT solvers: python-sat's Glucose for small questions, its CaDiCaL for proofs. The one module that imports it.

Their work is counted in propagations and conflicts, in units of `fairsheet.engine.solver.budget`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from typing import Any

from fairsheet.engine.proof.certificates._lrat import Clause, Step
from fairsheet.engine.solver.budget import ASSUMING, CONFLICT, PROPAGATION


class Unanswered(Exception):
    """A question takes more work than it may."""


class _Solver:
    """What both have."""

    _solver: Any
    _conflict = CONFLICT

    @property
    def model(self) -> Sequence[int]:
        """The literals that hold, as they were found last."""
        return self._solver.get_model() or ()

    @property
    def work(self) -> float:
        """How much there was so far."""
        done = self._solver.accum_stats()
        return PROPAGATION * float(done["propagations"]) + self._conflict * float(done["conflicts"])


class Refuter(_Solver):
    """Looks for literals that cannot hold together with clauses that are added one after the other."""

    _conflict = ASSUMING

    def __init__(self) -> None:
        from pysat.solvers import Glucose4  # takes longer than most proofs

        self._solver = Glucose4(incr=True)  # many assumptions make others slow

    def add(self, clauses: Iterable[Clause]) -> None:
        """Adds clauses."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def clash(self, literals: Sequence[int], most: float) -> Sequence[int] | None:
        """Some of these that cannot hold together; None where all can, and then there is a `model`.

        Raises Unanswered where that takes more than so much work.
        """
        self._solver.prop_budget(max(1, int(most / PROPAGATION)))
        self._solver.conf_budget(max(1, int(most / self._conflict)))
        answer = self._solver.solve_limited(literals)
        if answer is None:
            raise Unanswered
        return None if answer else self._solver.get_core() or ()

    def prefer(self, literals: Sequence[int]) -> None:
        """Where it is free to choose, it chooses these."""
        self._solver.set_phases(literals)


class Prover(_Solver):
    """Looks for values, or for a proof that there are none, of clauses that are added one after the other.

    Its log has for each clause that it learned those from which that follows (LRAT).
    """

    def __init__(self) -> None:
        import pysolvers
        from pysat.solvers import Cadical195

        self._solver = Cadical195()
        self._solver.configure({"lrat": 1, "binary": 0})  # its own way to ask for a log has no hints
        self._solver.prfile = tempfile.TemporaryFile()  # noqa: SIM115 (the solver closes it)
        self._solver.prfp = pysolvers.cadical195_tracepr(self._solver.cadical, self._solver.prfile)
        self._flush = pysolvers.flushpr
        self._given = 0
        self._empty = 0  # the number of a clause that is empty: of that the log says nothing

    def add(self, clauses: Iterable[Clause]) -> None:
        """Adds clauses."""
        for number, clause in enumerate(clauses, start=self._given + 1):
            self._solver.add_clause(clause)
            self._given = number
            if not clause:
                self._empty = number

    def is_possible(self, conflicts: int) -> bool | None:
        """Whether there are values, to be found in `model`; None where that takes more conflicts than allowed."""
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited()
        return answer

    def steps(self) -> list[Step]:
        """The steps that lead from the clauses, which are numbered from 1, to the empty one, without needless ones.

        There must be no values.
        """
        if self._empty:
            return [Step(self._given + 1, (), (self._empty,))]
        learned = self._learned()
        last = max(learned)
        # the solver counts the clauses that it is given together with those that it learns
        given = (number for number in range(1, last) if number not in learned)
        new = {number: place for place, number in enumerate(given, start=1)}
        kept: list[Step] = []
        wanted = {last}
        for number in reversed(learned):
            if number in wanted:
                clause, hints = _parts(learned[number])
                wanted.update(hints)
                kept.append(Step(number, clause, hints))
        kept.reverse()
        new.update((step.number, place) for place, step in enumerate(kept, start=self._given + 1))
        return [Step(new[step.number], step.clause, tuple(new[hint] for hint in step.hints)) for step in kept]

    def _learned(self) -> dict[int, bytes]:
        """By its number what the log says of each clause up to the empty one."""
        self._flush(self._solver.prfp)
        self._solver.prfile.seek(0)
        learned: dict[int, bytes] = {}
        for line in self._solver.prfile:
            number, _, rest = line.partition(b" ")
            if not rest.startswith(b"d"):
                learned[int(number)] = rest
            if rest.startswith(b"0"):
                break
        return learned


def _parts(line: bytes) -> tuple[Clause, tuple[int, ...]]:
    """The clause and the hints of a line that has both, each with a 0 after it."""
    numbers = tuple(map(int, line.split()))
    end = numbers.index(0)
    return numbers[:end], numbers[end + 1 : -1]
