"""Tasks done in worker processes beside the pages: each may take so much memory and time, and dies alone."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from fairsheet.batches.store.limits import Limits
from fairsheet.batches.work.processes import Processes
from fairsheet.batches.work.tasks import Result, Task

LIMITS = Limits(memory=1024, seconds=45.0)


class Workers:
    """A number of threads, each of which has a worker process to itself."""

    def __init__(self, number: int, log: IO[bytes] | int, limits: Limits = LIMITS) -> None:
        self._pools = [Processes(1, limits, log) for _ in range(number)]
        self._free = list(self._pools)
        self._mine = threading.local()
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="worker")

    def prepare(self) -> None:
        """Start all processes, so that they are warm when the first photo comes."""
        for pool in self._pools:
            pool.prepare()

    async def perform(self, task: Task) -> Result:
        """The result of a task, once a worker is free and has done it."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._perform, task)

    def _perform(self, task: Task) -> Result:
        if not hasattr(self._mine, "pool"):
            self._mine.pool = self._free.pop()
        pool: Processes = self._mine.pool
        ((_, result),) = pool.run([("", task)])
        return result

    def close(self) -> None:
        """Stop all work at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools:
            pool.close()
