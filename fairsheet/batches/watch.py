"""Watch the folders of a batch and read new files once they are completely written."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from fairsheet.batches.run import Watcher, run
from fairsheet.pipeline.batch_files import find_sources
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.reading.records import doubts_file_of
from fairsheet.pipeline.store.plan import Plan
from fairsheet.pipeline.store.store import Store
from fairsheet.pipeline.work.executor import Executor

EVERY = 3.0  # seconds between two checks

# By file name: size and time of change of the file and of its .doubts file.
Look = dict[str, tuple[int, ...]]


def watch(
    plan: Plan,
    store: Store,
    executor: Executor,
    watcher: Watcher,
    tell: Callable[[State], None],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Check the folders until interrupted, and run the batch again each time its ready files have changed.

    A file is ready if two checks in a row find it unchanged.
    """
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
    """Return the files in the folders now."""
    sources, _ = find_sources(plan.folders, plan.out)
    return {
        source.name: (*_state_of(source.path), *_state_of(doubts_file_of(source.path))) for source in sources
    }


def _state_of(path: Path | None) -> tuple[int, ...]:
    """Return the size and time of change of a file; nothing if it does not exist."""
    try:
        status = path.stat() if path is not None else None
    except OSError:  # a link to nowhere
        status = None
    return () if status is None else (status.st_size, status.st_mtime_ns)
