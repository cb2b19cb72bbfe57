"""Run tasks in worker processes with limits on memory and time, so that a crash does not stop the server."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from fairsheet.pipeline.store.limits import Limits, release_memory
from fairsheet.pipeline.work.processes import Processes
from fairsheet.pipeline.work.tasks import Result, Task

LIMITS = Limits(memory=1024, seconds=45.0)  # MiB and seconds per task
RENEW_AFTER = 30.0  # seconds without a task, after which the workers are replaced to free memory


class Workers:
    """A pool of threads, each with its own worker process."""

    def __init__(self, number: int, log: IO[bytes] | int) -> None:
        self._pools = [Processes(1, LIMITS, log) for _ in range(number)]
        self._free = list(self._pools)
        self._local = threading.local()
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="worker")
        self._running = 0
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._renewing: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Start all processes, so that they are ready for the first photo."""
        for pool in self._pools:
            pool.prepare()

    async def perform(self, task: Task) -> Result:
        """Run a task as soon as a worker is free, and return its result."""
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            self._timer.cancel()
        async with self._lock:
            self._running += 1
        try:
            return await loop.run_in_executor(self._threads, self._run, task)
        finally:
            self._running -= 1
            if not self._running:
                self._timer = loop.call_later(RENEW_AFTER, self._renew_soon)

    def _run(self, task: Task) -> Result:
        if not hasattr(self._local, "pool"):
            self._local.pool = self._free.pop()
        pool: Processes = self._local.pool
        ((_, result),) = pool.run([("", task)])
        return result

    def _renew_soon(self) -> None:
        self._renewing = asyncio.create_task(self._renew_when_idle())

    async def _renew_when_idle(self) -> None:
        """Replace the worker processes by new ones, unless a task is running."""
        async with self._lock:
            if not self._running:
                await asyncio.to_thread(self._renew)

    def _renew(self) -> None:
        for pool in self._pools:
            pool.close()
        self.prepare()
        release_memory()

    def close(self) -> None:
        """Stop all tasks immediately."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools:
            pool.close()
