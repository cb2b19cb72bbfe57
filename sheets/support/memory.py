"""Limit the memory of this process, for one file that a person gives or from now on, and collect garbage seldom."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.system import LIMITS_MEMORY

if LIMITS_MEMORY:
    import resource

MOST_MEGABYTES = 2048


@contextmanager
def limited_memory(where: str, hint: str) -> Iterator[None]:
    """Limit this process to `MOST_MEGABYTES` more than it has now, until the block ends.

    Raises FairsheetError with the place and hint if the block needs more.
    """
    before = resource.getrlimit(resource.RLIMIT_AS) if LIMITS_MEMORY else None
    limit_memory(MOST_MEGABYTES)
    try:
        yield
    except MemoryError:
        problem = f"it needs more than {MOST_MEGABYTES} MB of memory"
        raise FairsheetError(problem, code=ErrorCode.OUT_OF_RESOURCES, where=where, hint=hint) from None
    finally:
        if before is not None:
            resource.setrlimit(resource.RLIMIT_AS, before)


def limit_memory(megabytes: int) -> None:
    """Limit this process to this much more memory than now, so that it fails before the machine does.

    An existing lower limit stays.
    """
    if not LIMITS_MEMORY:
        return
    now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = now + megabytes * 2**20
    resource.setrlimit(
        resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard)
    )


def collect_seldom() -> None:
    """Let the garbage collector run seldom: layouts and proofs create many objects but hardly any garbage."""
    gc.set_threshold(200_000)  # new objects: starting and reading a photo create fewer
