"""Ctrl-C, TERM and HUP stop the program; it cleans up like after an error and exits with 128 + the signal's number."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no HUP
PATIENCE = 3.0  # seconds for cleaning up, during which further signals are ignored

_received: list[tuple[int, float]] = []  # each signal that stopped the program, with its time


def catch_signals() -> None:
    """Let the signals of `STOPPING` raise KeyboardInterrupt, except those that the calling process ignores."""
    for number in _list_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:  # set by nohup, or by a shell for commands with &
            signal.signal(number, _stop)
    sys.unraisablehook = _repeat_interrupt


def ignore_signals() -> None:
    """Ignore signals at the end, when all is done and an interrupt would only change the exit code."""
    for number in _list_signals():
        signal.signal(number, signal.SIG_IGN)


def received_signal() -> int | None:
    """Return the number of the signal that stopped the program, or None."""
    return _received[0][0] if _received else None


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in this block after these seconds of processor time, even within a regular expression.

    There is no limit outside the main thread, or if the system has no such clock.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _list_signals() -> list[int]:
    return [getattr(signal, name) for name in STOPPING if hasattr(signal, name)]


def _stop(number: int, frame: FrameType | None) -> None:
    now = time.monotonic()
    if not _received or now - _received[-1][1] > PATIENCE:
        _received.append((number, now))
        raise KeyboardInterrupt


def _repeat_interrupt(found: UnraisableHookArgs) -> None:
    """Repeat an interrupt a moment later if it came in a destructor or a callback, where Python drops it."""
    if isinstance(found.exc_value, KeyboardInterrupt) and _received:
        number, _ = _received.pop()
        threading.Timer(0.01, _thread.interrupt_main, [number]).start()
    else:
        sys.__unraisablehook__(found)
