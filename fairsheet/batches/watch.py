"""Keeps looking at the folders of a batch and takes up what is new, once it has been written to its end."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from fairsheet.batches.run import Watcher, run
from fairsheet.pipeline.batch_files import find_sources
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.reading.records import doubts_beside
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import Store
from fairsheet.pipeline.work.executor import Executor

EVERY = 3.0  # seconds between two looks

# By the name of every file sizes and times of change: its own, of what is beside it.
Look = dict[str, tuple[int, ...]]


def watch(
    plan: Plan,
    store: Store,
    executor: Executor,
    watcher: Watcher,
    tell: Callable[[State], None],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Run again with the files that stayed the same from one look to the next, where they are others than the last
    time; until it is interrupted."""
    done: Look | None = None
    looked = look(plan)
    while True:
        sleep(EVERY)
        before, looked = looked, look(plan)
        ready = {name: state for name, state in looked.items() if before.get(name) == state}
        if ready != done:
            done = ready
            tell(run(plan, store, executor, watcher, ready.__contains__))


def look(plan: Plan) -> Look:
    """What lies in the folders now."""
    sources, _ = find_sources(plan.folders, plan.out)
    return {
        source.name: (*_state_of(source.path), *_state_of(doubts_beside(source.path))) for source in sources
    }


def _state_of(path: Path | None) -> tuple[int, ...]:
    """Size and time of change; nothing of what is not there."""
    try:
        status = path.stat() if path is not None else None
    except OSError:  # a link to nowhere
        status = None
    return () if status is None else (status.st_size, status.st_mtime_ns)
