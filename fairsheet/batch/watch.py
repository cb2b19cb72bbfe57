"""Keeps looking at the folders of a batch and takes up what is new, once it has been written to its end."""

from __future__ import annotations

import time
from collections.abc import Callable

from fairsheet.batch.executor import Executor
from fairsheet.batch.find import find_sources
from fairsheet.batch.plan import Plan
from fairsheet.batch.run import Watcher, run
from fairsheet.batch.state import State
from fairsheet.batch.store import Store

EVERY = 3.0  # seconds between two looks

Look = tuple[tuple[str, int, int], ...]  # of every file its name, size and time of change


def watch(
    plan: Plan,
    store: Store,
    executor: Executor,
    watcher: Watcher,
    told: Callable[[State], None],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Run again whenever something changed and stayed so from one look to the next; until it is interrupted."""
    done = looked = look(plan)
    told(run(plan, store, executor, watcher))
    while True:
        sleep(EVERY)
        before, looked = looked, look(plan)
        if looked != done and looked == before:
            told(run(plan, store, executor, watcher))
            done = looked


def look(plan: Plan) -> Look:
    """What lies in the folders now."""
    found = []
    sources, _ = find_sources(plan.folders, plan.out)
    for source in sources:
        try:
            status = source.path.stat()
        except OSError:
            continue  # it has just been taken away
        found.append((source.name, status.st_size, status.st_mtime_ns))
    return tuple(found)
