"""The abilities of the operating system beyond plain Python: Windows has none, and only Linux limits memory."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import IO

IS_POSIX = find_spec("fcntl") is not None  # folders can be opened, and pipes can be waited for
# other systems do not report the memory in use, or ignore the limit
LIMITS_MEMORY = sys.platform == "linux" and find_spec("resource") is not None
# exit code of a process that `start_clock` killed; None if the system has no such clock
OUT_OF_TIME = -signal.SIGPROF if hasattr(signal, "SIGPROF") else None
# a byte after the content of any lock file, because Windows lets nobody read a locked byte
_BEYOND = 2**30


def start_clock(seconds: float) -> None:
    """Kill this process by SIGPROF after these seconds of processor time, if the system can; 0 stops the clock.

    This stops even a loop in a decoder written in C.
    """
    if OUT_OF_TIME is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def let_clock_kill() -> None:
    """Undo that a parent process ignored the signal of `start_clock`."""
    if OUT_OF_TIME is not None:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)


def lock_file(file: IO[str]) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError if another process has locked it."""
    if IS_POSIX:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    msvcrt = import_module("msvcrt")  # an import would be checked on other systems, where it has no names
    place = file.tell()
    file.seek(_BEYOND)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError(*error.args) from None
    finally:
        file.seek(place)
