"""How much memory this process may take: for one file that somebody gives, or from now on."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fairsheet.sheets.support.errors import FairsheetError

MOST_MEGABYTES = 2048


@contextmanager
def limited_memory(where: str, hint: str) -> Iterator[None]:
    """Let this process have no more than `MOST_MEGABYTES` beside what it has now, until the block ends.

    Raises FairsheetError with the place and hint where something in the block asks for more.
    """
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(MOST_MEGABYTES)
    try:
        yield
    except MemoryError:
        problem = f"it needs more than {MOST_MEGABYTES} MB of memory"
        raise FairsheetError(problem, where=where, hint=hint) from None
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def limit_memory(megabytes: int) -> None:
    """Let this process have this much more memory than now: what asks for more gets an error, not the machine.

    A lower limit that it has already stays.
    """
    if sys.platform != "linux":
        return  # elsewhere nothing tells what it has now, or nothing keeps the limit
    now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = now + megabytes * 2**20
    resource.setrlimit(
        resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard)
    )
