"""Tasks done in worker processes beside the pages: each may take so much memory and time, and dies alone."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from fairsheet.pipeline.store.limits import Limits, release_memory
from fairsheet.pipeline.work.processes import Processes
from fairsheet.pipeline.work.tasks import Result, Task

LIMITS = Limits(memory=1024, seconds=45.0)
RESTED_AFTER = 30.0  # seconds without a task, after which all that was loaded for tasks is let go


class Workers:
    """A number of threads, each of which has a worker process to itself."""

    def __init__(self, number: int, log: IO[bytes] | int) -> None:
        self._pools = [Processes(1, LIMITS, log) for _ in range(number)]
        self._free = list(self._pools)
        self._mine = threading.local()
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="worker")
        self._at_work = 0
        self._resting = asyncio.Lock()
        self._rest: asyncio.TimerHandle | None = None
        self._renewing: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Start all processes, so that they are warm when the first photo comes."""
        for pool in self._pools:
            pool.prepare()

    async def perform(self, task: Task) -> Result:
        """The result of a task, once a worker is free and has done it."""
        loop = asyncio.get_running_loop()
        if self._rest is not None:
            self._rest.cancel()
        async with self._resting:
            self._at_work += 1
        try:
            return await loop.run_in_executor(self._threads, self._perform, task)
        finally:
            self._at_work -= 1
            if not self._at_work:
                self._rest = loop.call_later(RESTED_AFTER, self._renew_soon)

    def _perform(self, task: Task) -> Result:
        if not hasattr(self._mine, "pool"):
            self._mine.pool = self._free.pop()
        pool: Processes = self._mine.pool
        ((_, result),) = pool.run([("", task)])
        return result

    def _renew_soon(self) -> None:
        self._renewing = asyncio.create_task(self._renewed())

    async def _renewed(self) -> None:
        """Put fresh processes in place of those that have worked."""
        async with self._resting:
            if not self._at_work:
                await asyncio.to_thread(self._renew)

    def _renew(self) -> None:
        for pool in self._pools:
            pool.close()
        self.prepare()
        release_memory()

    def close(self) -> None:
        """Stop all work at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools:
            pool.close()
