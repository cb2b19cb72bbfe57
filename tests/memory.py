"""How a process of tests keeps its memory small: several of them run side by side."""

from __future__ import annotations

import ctypes
import functools
import gc
import resource
import sys
from pathlib import Path

MOST = 620  # MB that a process keeps from one module of tests to the next
OURS = ("fairsheet.", "tests.")
# those that are frozen, which `get_objects` does not find
_collected: list[functools._lru_cache_wrapper[object]] = []


def keep_collected_tests() -> None:
    """Spare the garbage collector the collected tests, which stay until the end."""
    gc.collect()
    _collected.extend(_caches())
    gc.freeze()


def give_back() -> None:
    """Return memory to the system by cheap means first, until no more than `MOST` is in use."""
    for release in (_trim, _forget, gc.collect):
        if _in_use() <= MOST:
            return
        release()
        _trim()


def _forget() -> None:
    for cache in (*_collected, *_caches()):
        cache.cache_clear()


def _caches() -> list[functools._lru_cache_wrapper[object]]:
    """Return the functions of ours that remember what they returned, except those that are frozen."""
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith(OURS)
    ]


def _trim() -> None:
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):  # only GNU's has it
        library.malloc_trim(0)


def _in_use() -> float:
    """Return the memory of this process in MB; 0 where it is not known."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
