"""Watching files for changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

BETWEEN_LOOKS = 0.5  # seconds


def versions(
    files: Callable[[], Sequence[Path]], wait: Callable[[], None] = lambda: time.sleep(BETWEEN_LOOKS)
) -> Iterator[None]:
    """Comes back at once and then after every change of the files, for ever; while one is away nothing has changed.

    `files` are asked for at every look, `wait` passes the time between two looks.
    """
    seen = [_stamp(path) for path in files()]  # before the first look: what is saved meanwhile is a change
    yield
    while True:
        wait()
        now = [_stamp(path) for path in files()]
        if None not in now and now != seen:
            seen = now
            yield


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None  # editors take the file away for a moment as they save it
    return status.st_mtime_ns, status.st_size
