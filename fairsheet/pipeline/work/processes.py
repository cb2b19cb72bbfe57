"""Run tasks in worker processes on this machine, each with one task at a time; a worker that a task kills is replaced.

`concurrent.futures` gives up its whole pool when one worker dies. In this pool a worker has only one task, so the file
that killed it is always known.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

import msgspec

from fairsheet.languages.messages import Message, unpacked
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.work._worker import read_frame, write_frame
from fairsheet.pipeline.work.tasks import Failure, Result, Task
from fairsheet.process.threads import ONE_THREAD
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.system import OUT_OF_TIME

_RESULTS: msgspec.msgpack.Decoder[Result] = msgspec.msgpack.Decoder(Result, dec_hook=unpacked)
ALLOCATOR = {
    "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": str(32 * 2**20), "MALLOC_TRIM_THRESHOLD_": str(2**30)
}  # fmt: skip
"""glibc in a worker keeps the memory of one picture for the next. Clearing new pages for each would take a tenth of the
time. With one arena, the solver's thread shares freed memory with the others."""
MOST_TASKS = 1000  # then a worker is replaced, because libraries never release all their memory
_GRACE = 5.0  # seconds for an idle worker to end by itself


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    task: tuple[str, Task] | None = None
    end: float = 0.0  # when it is given up, in s of the monotonic clock
    given: int = 0  # number of tasks it has had
    answer: Future[bytes | None] | None = None  # the frame of its result; None if it dies
    is_ready: bool = False

    def give(self, task: tuple[str, Task], limits: Limits, readers: ThreadPoolExecutor) -> None:
        self.task, self.end = task, time.monotonic() + limits.patience
        self.given += 1
        with suppress(BrokenPipeError):  # it died while idle, which counts as dying of the task
            write_frame(_pipe(self.process.stdin), task[1])
        self.answer = readers.submit(read_frame, _pipe(self.process.stdout))

    def dismiss(self) -> None:
        """Signal that there are no more tasks; the worker may be dead already."""
        with suppress(BrokenPipeError):
            _pipe(self.process.stdin).close()


class Processes:
    """A pool of workers; `log` receives the output of their libraries."""

    def __init__(self, workers: int, limits: Limits, log: IO[bytes] | int = subprocess.DEVNULL) -> None:
        self._count, self._limits, self._log = workers, limits, log
        self._workers: list[_Worker] = []
        self._readers = ThreadPoolExecutor(workers)  # Windows can wait for pipes only in threads

    def prepare(self) -> None:
        """See `Executor.prepare`. All workers load in parallel."""
        while len(self._workers) < self._count:
            self._workers.append(self._start())

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        """See `Executor.run`. Tasks are taken one by one, as workers become free.

        If a worker is killed, its task is tried once more, because another program may have killed it.
        """
        waiting = iter(tasks)
        again: list[tuple[str, Task]] = []
        tried: set[str] = set()
        done: list[tuple[str, Result]] = []
        upcoming = next(waiting, None)
        while upcoming is not None or done or self._busy():
            while upcoming is not None and (worker := self._free_worker()) is not None:
                worker.give(upcoming, self._limits, self._readers)
                upcoming = again.pop() if again else next(waiting, None)
            yield from done  # only now, so that the workers already have their next tasks
            done.clear()
            for worker in self._ready():
                assert worker.task is not None
                task, (result, killed) = worker.task, self._result_of(worker)
                worker.task = None
                if worker.given >= MOST_TASKS and worker in self._workers:
                    self._end(worker)
                if killed and task[0] not in tried:
                    tried.add(task[0])
                    again.append(task)
                    upcoming = upcoming or again.pop()
                else:
                    done.append((task[0], result))

    def close(self) -> None:
        """Stop all workers, even during a task."""
        for worker in self._workers:
            if worker.task is not None:
                worker.process.kill()
            worker.dismiss()
        while self._workers:
            self._end(self._workers[-1])

    def _end(self, worker: _Worker) -> int:
        """Remove a worker that has no task, was killed or died; return its exit code."""
        worker.dismiss()
        try:
            worker.process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            worker.process.kill()
        code = worker.process.wait()
        _pipe(worker.process.stdout).close()
        self._workers.remove(worker)
        return code

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task is not None]

    def _free_worker(self) -> _Worker | None:
        self.prepare()
        for worker in self._workers:
            if not worker.is_ready:
                self._await(worker)
        return next((worker for worker in self._workers if worker.task is None), None)

    def _start(self) -> _Worker:
        try:
            process = subprocess.Popen(
                # -P: no module of the current folder
                [sys.executable, "-P", "-m", "fairsheet.pipeline.work._worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                start_new_session=True,
                env={**ONE_THREAD, **ALLOCATOR, **os.environ},  # on a cluster these are not set yet
            )
        except OSError as error:
            hint = "check that fairsheet runs here, or use fewer --workers"
            problem = f"a worker cannot start ({error.strerror})"
            raise FairsheetError(problem, code=ErrorCode.WORKER_FAILED, where="batch", hint=hint) from error
        with suppress(BrokenPipeError):
            write_frame(_pipe(process.stdin), self._limits)  # it now loads its modules
        return _Worker(process)

    def _await(self, worker: _Worker) -> None:
        """Wait until a worker is ready. Raises FairsheetError if it does not start, which is no fault of a file."""
        if read_frame(_pipe(worker.process.stdout)) is None:
            code = self._end(worker)
            hint = "the log says why; use more --memory or fewer --workers"
            problem = f"a worker cannot start (exit code {code})"
            raise FairsheetError(problem, code=ErrorCode.WORKER_FAILED, where="batch", hint=hint)
        worker.is_ready = True

    def _ready(self) -> Iterator[_Worker]:
        """Yield the workers that have a result, died or are too late; wait until there is one."""
        busy = self._busy()
        if not busy:
            return
        patience = max(0.0, min(worker.end for worker in busy) - time.monotonic())
        done, _ = wait([_answer(worker) for worker in busy], patience, FIRST_COMPLETED)
        ready = [worker for worker in busy if worker.answer in done]
        late = [worker for worker in busy if worker not in ready and worker.end <= time.monotonic()]
        for worker in late:
            worker.process.kill()
        yield from [*ready, *late]

    def _result_of(self, worker: _Worker) -> tuple[Result, bool]:
        """Return the result of a worker's task, and whether something other than its limits killed it."""
        frame = _answer(worker).result()
        if frame is not None:
            return _RESULTS.decode(frame), False
        late = worker.end <= time.monotonic()
        code = self._end(worker)
        return self._failure(code, late=late), not late and code != OUT_OF_TIME

    def _failure(self, code: int, *, late: bool) -> Failure:
        if late:
            words = Message("it was not finished after {seconds} seconds")
            return Failure(words.filled(seconds=f"{self._limits.patience:g}"), "--seconds")
        if code == OUT_OF_TIME:
            words = Message("it takes more than {seconds} seconds of processor time")
            return Failure(words.filled(seconds=f"{self._limits.seconds:g}"), "--seconds")
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Failure(Message("the computer stopped this work ({how})", how=how))


def default_workers() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _answer(worker: _Worker) -> Future[bytes | None]:
    assert worker.answer is not None
    return worker.answer


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
