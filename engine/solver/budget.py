"""The work that a proof may take: counted, so that every machine gives the same answer to a question.

One unit is one unit of CP-SAT's deterministic time, about a second of a current processor. Work outside CP-SAT is
counted in the same unit, with measured costs.
"""

from __future__ import annotations

import math
import time

WORK_LIMIT = 30.0  # for one table: about as many seconds of a current processor
TIME_LIMIT = 120.0  # seconds for one table, a guard on slow and busy machines
STATING = 3e-6  # work for each literal and term of a model, to state it and to pass it to the solver
STEPPING = 1.5e-4  # work for each look at a state in the search inside a turn: at its steps, or at its result
PROPAGATION = 1e-7  # work for each propagation of a SAT solver
CONFLICT = 1e-5  # work for each conflict of a SAT solver ...
ASSUMING = 1e-4  # ... and for each conflict if there are many assumptions


class Budget:
    """The work that is left for a proof, and a time limit after which it is given up.

    The time limit only protects people who wait: an answer is the same everywhere only if the limit did not end it. A
    budget that is a share of another one, `whole`, spends from it and has the same time limit.
    """

    def __init__(self, work: float, seconds: float = math.inf, whole: Budget | None = None) -> None:
        self._work = work
        self._end = time.monotonic() + seconds
        self._whole = whole

    @property
    def left(self) -> float:
        """The work left, never below 0; 0 if the time is over."""
        if self.overdue:
            return 0.0
        work = self._work if self._whole is None else min(self._work, self._whole.left)
        return max(0.0, work)

    @property
    def seconds_left(self) -> float:
        """The seconds left by the clock, never below 0."""
        return max(0.0, self._end - time.monotonic())

    @property
    def overdue(self) -> bool:
        """Whether the time is over, so that a missing answer may have been cut short."""
        return self.seconds_left <= 0

    def spend(self, work: float) -> None:
        """Subtract work that was done."""
        self._work -= work
        if self._whole is not None:
            self._whole.spend(work)

    def share(self, work: float) -> Budget:
        """Return a budget of at most this work that is part of this one."""
        return Budget(work, self.seconds_left, self)
