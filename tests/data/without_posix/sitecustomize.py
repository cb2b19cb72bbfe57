"""Hide what Windows does not have. Python loads this module first if its folder is in PYTHONPATH."""

import errno
import fcntl
import os
import select
import signal
import subprocess  # before the stand-in for msvcrt, by which it would recognise Windows  # noqa: F401
import sys
from types import ModuleType


def _locking(descriptor: int, mode: int, count: int) -> None:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, count, 0, os.SEEK_CUR)
    except OSError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


def _only_sockets(*_: object) -> None:
    raise OSError("on Windows only sockets can be waited for")


for module in ("_curses", "curses", "fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[module] = None  # type: ignore[assignment]
sys.modules["msvcrt"] = msvcrt = ModuleType("msvcrt")
vars(msvcrt).update(LK_NBLCK=2, locking=_locking)
for name in ("ITIMER_PROF", "ITIMER_VIRTUAL", "SIGHUP", "SIGPROF", "SIGVTALRM", "setitimer"):
    delattr(signal, name)
for name in ("fork", "getuid", "killpg", "sched_getaffinity"):
    delattr(os, name)
select.select = _only_sockets  # type: ignore[assignment]
