"""What one task may take of the machine, kept by the worker that does it."""

from __future__ import annotations

import ctypes
import signal
from contextlib import suppress

import msgspec

from fairsheet.sheets.support.memory import MOST_MEGABYTES


class Limits(msgspec.Struct, frozen=True):
    """`memory` in MB beyond what an idle worker has; `seconds` of the processor for one task.

    A task that only waits, for a disk that is gone say, is given up after `patience` times as many seconds.
    """

    memory: int = MOST_MEGABYTES
    seconds: float = 120.0

    @property
    def patience(self) -> float:
        """Seconds by the clock after which the process that waits for the task gives it up."""
        return 10 * self.seconds


def start_clock(seconds: float) -> None:
    """Have this process killed by SIGPROF after these seconds of the processor; 0 stops the clock.

    Nothing inside the process, not even a loop in a decoder written in C, can go on after that.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)


def release_memory() -> None:
    """Give back to the system what this process freed, where the C library can (glibc)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
