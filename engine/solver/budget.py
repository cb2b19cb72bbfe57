"""How much work a proof may take: counted, so that the same question has the same answer on every machine.

One unit is one unit of CP-SAT's deterministic time, about a second of a current processor. What is done outside of
CP-SAT is counted in the same unit, by what was measured for it.
"""

from __future__ import annotations

import math
import time

WORK_LIMIT = 30.0  # for one table: about as many seconds of a current processor
TIME_LIMIT = 120.0  # seconds for one table, a guard on slow and busy machines
STATING = 3e-6  # work for each literal and term of a model: to state it and to hand it to the solver
STEPPING = 1.5e-4  # work for each look at a state in the search inside a turn: at its steps, or at what it has led to
PROPAGATION = 1e-7  # work for each of a SAT solver
CONFLICT = 1e-5  # work for each of its conflicts ...
ASSUMING = 1e-4  # ... and for each where what is learned depends on many assumptions


class Budget:
    """The work that is left for a proof, and the seconds after which it is given up however little that was.

    The seconds are a guard for those who wait: only an answer that they did not cut short is the same everywhere.
    A budget that is a share of another, `whole`, is paid for by it and runs by its clock.
    """

    def __init__(self, work: float, seconds: float = math.inf, whole: Budget | None = None) -> None:
        self._work = work
        self._end = time.monotonic() + seconds
        self._whole = whole

    @property
    def left(self) -> float:
        """Work left, never below 0; none where the seconds are over."""
        if self.overdue:
            return 0.0
        work = self._work if self._whole is None else min(self._work, self._whole.left)
        return max(0.0, work)

    @property
    def seconds_left(self) -> float:
        """Seconds left by the clock, never below 0."""
        return max(0.0, self._end - time.monotonic())

    @property
    def overdue(self) -> bool:
        """Whether the seconds are over, so that an answer that was not found may have been cut short."""
        return self.seconds_left <= 0

    def spend(self, work: float) -> None:
        """Take work away that was done."""
        self._work -= work
        if self._whole is not None:
            self._whole.spend(work)

    def share(self, work: float) -> Budget:
        """A budget of at most so much work that is part of this one."""
        return Budget(work, self.seconds_left, self)
