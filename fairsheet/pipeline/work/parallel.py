"""Perform tasks in several processes on this machine."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

from fairsheet.pipeline.work.processes import default_workers
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

T = TypeVar("T")
R = TypeVar("R")


def map_in_processes(perform: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """Yield the results of tasks in their order. An interrupt kills the processes with their tasks.

    There is a process for each processor that this process may use. Raises FairsheetError if one is killed.
    """
    pool = ProcessPoolExecutor(default_workers(), get_context("spawn"), _ignore_interrupts)
    try:
        with _blocked_interrupts():  # processes inherit this, so none is interrupted before it has started
            results = pool.map(perform, tasks)
        yield from results
    except BrokenProcessPool:
        hint = "close other programs that need memory, and try again"
        raise FairsheetError("a process was killed", code=ErrorCode.OUT_OF_RESOURCES, hint=hint) from None
    except BaseException:  # such as KeyboardInterrupt: shutdown alone would wait for running tasks
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Hold back interrupts in this block; where the system cannot, do nothing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    """Leave interrupts to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
