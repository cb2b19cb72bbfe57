"""Watching a file for changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

LOOK_AGAIN = 0.5  # seconds


def versions(path: Path, wait: Callable[[], None] = lambda: time.sleep(LOOK_AGAIN)) -> Iterator[None]:
    """Comes back at once and then after every change of the file, for ever; a file that is away has not changed.

    `wait` passes the time between two looks.
    """
    seen = _stamp(path)  # before the first look at it: what is saved meanwhile is a change
    yield
    while True:
        wait()
        now = _stamp(path)
        if now is not None and now != seen:
            seen = now
            yield


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None  # editors take the file away for a moment as they save it
    return status.st_mtime_ns, status.st_size
