"""Perform tasks in several processes on this machine."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from fairsheet.pipeline.work.processes import default_workers

T = TypeVar("T")
R = TypeVar("R")


def map_in_processes(perform: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """Yield the results of tasks in their order. An interrupt stops the processes.

    There is a process for each processor that this process may use.
    """
    pool = ProcessPoolExecutor(default_workers(), get_context("spawn"), _ignore_interrupts)
    try:
        yield from pool.map(perform, tasks)
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave interrupts to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
