"""Limit the memory of a test process, because several run in parallel."""

from __future__ import annotations

import ctypes
import functools
import gc
import resource
import sys
from pathlib import Path

MOST = 620  # MB that a process may keep between test modules
OURS = ("fairsheet.", "tests.")
# frozen caches, which `get_objects` does not find
_collected: list[functools._lru_cache_wrapper[object]] = []


def keep_collected_tests() -> None:
    """Exclude the collected tests, which stay until the end, from garbage collection."""
    gc.collect()
    _collected.extend(_caches())
    gc.freeze()


def give_back() -> None:
    """Release memory, cheap ways first, until at most `MOST` MB are in use."""
    for release in (_trim, _forget, gc.collect):
        if _in_use() <= MOST:
            return
        release()
        _trim()


def _forget() -> None:
    for cache in (*_collected, *_caches()):
        cache.cache_clear()


def _caches() -> list[functools._lru_cache_wrapper[object]]:
    """Return the cached functions of this project, except frozen ones."""
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith(OURS)
    ]


def _trim() -> None:
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):  # only glibc has it
        library.malloc_trim(0)


def _in_use() -> float:
    """Return the memory of this process in MB, or 0 if it is unknown."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
