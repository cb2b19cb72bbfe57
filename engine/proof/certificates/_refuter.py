"""SAT solvers: python-sat's Glucose for small questions, its CaDiCaL for proofs.

No other module imports python-sat. Work is counted in propagations and conflicts, in units of
`fairsheet.engine.solver.budget`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from typing import Any

from fairsheet.engine.proof.certificates._lrat import Clause, Step
from fairsheet.engine.solver.budget import ASSUMING, CONFLICT, PROPAGATION


class Unanswered(Exception):
    """A question needs more work than allowed."""


class _Solver:
    """The common part of both solvers."""

    _solver: Any
    _conflict = CONFLICT

    @property
    def model(self) -> Sequence[int]:
        """The literals that hold in the last solution."""
        return self._solver.get_model() or ()

    @property
    def work(self) -> float:
        """The work done so far."""
        done = self._solver.accum_stats()
        return PROPAGATION * float(done["propagations"]) + self._conflict * float(done["conflicts"])


class Refuter(_Solver):
    """A search for literals that contradict clauses, which are added one after the other."""

    _conflict = ASSUMING

    def __init__(self) -> None:
        from pysat.solvers import Glucose4  # the import takes longer than most proofs

        self._solver = Glucose4(incr=True)  # other solvers are slow with many assumptions

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def clash(self, literals: Sequence[int], most: float) -> Sequence[int] | None:
        """Return some of these literals that cannot hold together; None if all can, and then there is a `model`.

        Raises Unanswered if that takes more than `most` work.
        """
        self._solver.prop_budget(max(1, int(most / PROPAGATION)))
        self._solver.conf_budget(max(1, int(most / self._conflict)))
        answer = self._solver.solve_limited(literals)
        if answer is None:
            raise Unanswered
        return None if answer else self._solver.get_core() or ()

    def prefer(self, literals: Sequence[int]) -> None:
        """Make the solver choose these literals if it is free to choose."""
        self._solver.set_phases(literals)


class Prover(_Solver):
    """A search for values, or for a proof that there are none, of clauses that are added one after the other.

    Its log has for each learned clause the clauses from which it follows (LRAT).
    """

    def __init__(self) -> None:
        import pysolvers
        from pysat.solvers import Cadical195

        self._solver = Cadical195()
        self._solver.configure({"lrat": 1, "binary": 0})  # python-sat's own log has no hints
        self._solver.prfile = tempfile.TemporaryFile()  # noqa: SIM115 (the solver closes it)
        self._solver.prfp = pysolvers.cadical195_tracepr(self._solver.cadical, self._solver.prfile)
        self._flush = pysolvers.flushpr
        self._given = 0
        self._empty = 0  # the number of an empty clause that was given: the log does not mention it

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses."""
        for number, clause in enumerate(clauses, start=self._given + 1):
            self._solver.add_clause(clause)
            self._given = number
            if not clause:
                self._empty = number

    def is_possible(self, conflicts: int) -> bool | None:
        """Return whether `model` has values; None if that takes more conflicts than allowed."""
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited()
        return answer

    def steps(self) -> list[Step]:
        """Return the steps from the clauses, which are numbered from 1, to the empty clause, without needless steps.

        The clauses must contradict each other.
        """
        if self._empty:
            return [Step(self._given + 1, (), (self._empty,))]
        learned = self._read_log()
        last = max(learned)
        # the solver counts the clauses that it is given together with those that it learns
        given = (number for number in range(1, last) if number not in learned)
        new = {number: place for place, number in enumerate(given, start=1)}
        kept: list[Step] = []
        wanted = {last}
        for number in reversed(learned):
            if number in wanted:
                clause, hints = _parse_log_line(learned[number])
                wanted.update(hints)
                kept.append(Step(number, clause, hints))
        kept.reverse()
        new.update((step.number, place) for place, step in enumerate(kept, start=self._given + 1))
        return [Step(new[step.number], step.clause, tuple(new[hint] for hint in step.hints)) for step in kept]

    def _read_log(self) -> dict[int, bytes]:
        """Return the log's line of each clause by its number, up to the empty clause."""
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


def _parse_log_line(line: bytes) -> tuple[Clause, tuple[int, ...]]:
    """Return the clause and the hints of a line, each of which ends with a 0."""
    numbers = tuple(map(int, line.split()))
    end = numbers.index(0)
    return numbers[:end], numbers[end + 1 : -1]
