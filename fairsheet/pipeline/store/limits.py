"""Limit the memory and processor time of one task; the worker that does the task enforces this."""

from __future__ import annotations

import ctypes
import signal
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


def start_clock(seconds: float) -> None:
    """Kill this process by SIGPROF after these seconds of processor time; 0 stops the clock.

    This stops even a loop in a decoder written in C.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)


def release_memory() -> None:
    """Return freed memory to the system, if the C library can do it (glibc)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
