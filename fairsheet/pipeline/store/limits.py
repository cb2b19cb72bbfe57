"""The memory and processor time of one task; the worker that does the task enforces these limits."""

from __future__ import annotations

import ctypes
from contextlib import suppress

import msgspec

from fairsheet.sheets.support.memory import MOST_MEGABYTES


class Limits(msgspec.Struct, frozen=True):
    """`memory` in MB above that of an idle worker, and `seconds` of processor time for one task.

    A task that only waits, for example for a lost disk, is given up after `patience` seconds.
    """

    memory: int = MOST_MEGABYTES
    seconds: float = 120.0

    @property
    def patience(self) -> float:
        """Seconds of clock time after which the waiting process gives up the task."""
        return 10 * self.seconds


def release_memory() -> None:
    """Return freed memory to the system, if the C library can do it (glibc)."""
    with suppress(OSError, AttributeError, TypeError):  # Windows has no `CDLL(None)`
        ctypes.CDLL(None).malloc_trim(0)
