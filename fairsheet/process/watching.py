"""Watch files for changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

BETWEEN_LOOKS = 0.5  # seconds


def versions(
    files: Callable[[], Sequence[Path]], wait: Callable[[], None] = lambda: time.sleep(BETWEEN_LOOKS)
) -> Iterator[None]:
    """Yield at once and then after every change of the files, without end; while a file is missing, do not yield.

    `files` returns the files to check each time; `wait` passes the time between two checks.
    """
    seen = [_stamp(path) for path in files()]  # before the first yield, so that a save meanwhile is a change
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
        return None  # editors remove the file for a moment while they save it
    return status.st_mtime_ns, status.st_size
