"""The executor on this machine: worker processes, each with one task at a time, replaced when a task kills them.

`concurrent.futures` gives up its whole pool when one worker dies, so this is a small pool of its own: because a worker
has only one task, it is always known which file it died of.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

import msgspec

from fairsheet.languages.messages import unpacked
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.work._worker import read_frame, write_frame
from fairsheet.pipeline.work.tasks import Failure, Result, Task
from fairsheet.process.threads import ONE_THREAD
from fairsheet.sheets.support.errors import FairsheetError

_RESULTS: msgspec.msgpack.Decoder[Result] = msgspec.msgpack.Decoder(Result, dec_hook=unpacked)
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(32 * 2**20), "MALLOC_TRIM_THRESHOLD_": str(2**30)}
"""glibc in a worker keeps the memory of one picture for the next: to have the system clear new pages for each takes a
tenth of the time."""
# of one worker, after which another takes its place: libraries never give back all their memory
MOST_TASKS = 1000
_GRACE = 5.0  # seconds for an idle worker to end by itself


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    task: tuple[str, Task] | None = None
    end: float = 0.0  # when it is given up, by the clock
    given: int = 0  # how many tasks it has had
    is_ready: bool = False

    def give(self, task: tuple[str, Task], limits: Limits) -> None:
        self.task, self.end = task, time.monotonic() + limits.patience
        self.given += 1
        with suppress(BrokenPipeError):  # it died while it was idle: the same as dying of the task
            write_frame(_pipe(self.process.stdin), task[1])

    def dismiss(self) -> None:
        """Say that there are no more tasks; a worker that died early need not hear it."""
        with suppress(BrokenPipeError):
            _pipe(self.process.stdin).close()


class Processes:
    """A number of workers; `log` takes what the libraries in them print."""

    def __init__(self, workers: int, limits: Limits, log: IO[bytes] | int = subprocess.DEVNULL) -> None:
        self._count, self._limits, self._log = workers, limits, log
        self._workers: list[_Worker] = []

    def prepare(self) -> None:
        """See `Executor.prepare`. All workers load side by side, and beside whatever their tasks wait for."""
        while len(self._workers) < self._count:
            self._workers.append(self._start())

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        """See `Executor.run`. Tasks are taken one by one, as workers become free.

        Where a worker is killed, its task gets another try before it is blamed: somebody else may have killed it.
        """
        waiting = iter(tasks)
        again: list[tuple[str, Task]] = []
        tried: set[str] = set()
        done: list[tuple[str, Result]] = []
        upcoming = next(waiting, None)
        while upcoming is not None or done or self._busy():
            while upcoming is not None and (worker := self._free_worker()) is not None:
                worker.give(upcoming, self._limits)
                upcoming = again.pop() if again else next(waiting, None)
            yield from done  # which are kept while the workers are at the next
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
        """Stop all workers, whatever they are at."""
        for worker in self._workers:
            if worker.task is not None:
                worker.process.kill()
            worker.dismiss()
        while self._workers:
            self._end(self._workers[-1])

    def _end(self, worker: _Worker) -> int:
        """Let a worker go that has no task, was killed or died; its exit code."""
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
                env={**ONE_THREAD, **ALLOCATOR, **os.environ},  # on a cluster nobody else has set it
            )
        except OSError as error:
            hint = "see that the program can be started here, with fewer --workers perhaps"
            problem = f"a worker cannot start ({error.strerror})"
            raise FairsheetError(problem, where="batch", hint=hint) from error
        with suppress(BrokenPipeError):
            write_frame(_pipe(process.stdin), self._limits)  # at which it loads what all tasks need
        return _Worker(process)

    def _await(self, worker: _Worker) -> None:
        """Raises FairsheetError where a worker does not even start, for which no file is to blame."""
        if read_frame(_pipe(worker.process.stdout)) is None:
            code = self._end(worker)
            hint = "the log says why; give it more --memory, or fewer --workers"
            raise FairsheetError(f"a worker cannot start (exit code {code})", where="batch", hint=hint)
        worker.is_ready = True

    def _ready(self) -> Iterator[_Worker]:
        """The workers that have a result, or died or are given up; waits until there is one."""
        busy = self._busy()
        if not busy:
            return
        with selectors.DefaultSelector() as selector:
            for worker in busy:
                selector.register(_pipe(worker.process.stdout), selectors.EVENT_READ, worker)
            patience = max(0.0, min(worker.end for worker in busy) - time.monotonic())
            ready = [key.data for key, _ in selector.select(patience)]
        late = [worker for worker in busy if worker not in ready and worker.end <= time.monotonic()]
        for worker in late:
            worker.process.kill()
        yield from [*ready, *late]

    def _result_of(self, worker: _Worker) -> tuple[Result, bool]:
        """The result of a worker's task, and whether it was killed by something else than its limits."""
        frame = read_frame(_pipe(worker.process.stdout))
        if frame is not None:
            return _RESULTS.decode(frame), False
        late = worker.end <= time.monotonic()
        code = self._end(worker)
        return self._failure(code, late=late), not late and code != -signal.SIGPROF

    def _failure(self, code: int, *, late: bool) -> Failure:
        if late:
            return Failure(f"it was not done after {self._limits.patience:g} seconds", "--seconds")
        if code == -signal.SIGPROF:
            return Failure(
                f"it takes more than {self._limits.seconds:g} seconds of the processor", "--seconds"
            )
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Failure(f"its worker was ended by it ({how})")


def default_workers() -> int:
    """As many workers as this process may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
