"""The executor on a dask cluster: whole files and tables as tasks, which dask may do twice.

Every worker of the cluster must see the files under the same paths, and have the same release installed.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from fairsheet.languages.messages import packed, unpacked
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.work.processes import Processes
from fairsheet.pipeline.work.tasks import Failure, Result, Task
from fairsheet.process.console import say
from fairsheet.sheets.support.errors import FairsheetError

if TYPE_CHECKING:
    from distributed import Future

AHEAD = 4  # tasks that wait for each thread of the cluster, so that none is idle and none too many are sent
ANSWERS_WITHIN = 10.0  # seconds in which a scheduler answers
WORKERS_WITHIN = 60.0  # seconds in which a cluster that has no worker yet gets one
_TASKS: msgspec.msgpack.Decoder[Task] = msgspec.msgpack.Decoder(Task, dec_hook=unpacked)
_RESULTS: msgspec.msgpack.Decoder[Result] = msgspec.msgpack.Decoder(Result, dec_hook=unpacked)
_here = threading.local()


def perform_isolated(content: bytes, limits: bytes) -> bytes:
    """Do a task, as msgpack, on a worker of the cluster: in a process of its own, which it cannot take down."""
    # a worker of a cluster outlives the batches that it works for
    if getattr(_here, "limits", None) != limits:
        if hasattr(_here, "pool"):
            _here.pool.close()
        _here.pool, _here.limits = Processes(1, msgspec.msgpack.decode(limits, type=Limits)), limits
    ((_, result),) = _here.pool.run([("", _TASKS.decode(content))])
    return msgspec.msgpack.encode(result, enc_hook=packed)


class Cluster:
    """The workers of a scheduler.

    Raises FairsheetError where no scheduler answers, it gets no worker in `workers_within` seconds, or dask is not
    installed.
    """

    def __init__(self, address: str, limits: Limits, workers_within: float = WORKERS_WITHIN) -> None:
        self._address = address
        try:
            from distributed import Client
        except ImportError:
            hint = "pip install 'fairsheet[dask]'"
            raise FairsheetError("dask is not installed", where="--dask", hint=hint) from None
        try:
            asyncio.run(_knock(address))
            self._client = Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
        except (OSError, ValueError) as error:
            hint = "start a scheduler, and give what it says: tcp://host:8786"
            problem = f"no scheduler answers ({error})"
            raise FairsheetError(problem, where=f"--dask {address}", hint=hint) from None
        self._limits = msgspec.msgpack.encode(limits)
        # of the names of its tasks: others may do the same with other limits
        self._prefix = f"fairsheet-{secrets.token_hex(8)}-"
        try:
            self._await_a_worker(address, workers_within)
        except BaseException:
            self.close()
            raise

    def _await_a_worker(self, address: str, seconds: float) -> None:
        if self._client.nthreads():
            return
        say(f"--dask {address}: the scheduler has no worker yet; waits for one")
        try:
            self._client.wait_for_workers(1, timeout=seconds)
        except TimeoutError:
            problem, hint = "the scheduler has no worker", f"start one, dask worker {address}, and call again"
            raise FairsheetError(problem, where=f"--dask {address}", hint=hint) from None

    def prepare(self) -> None:
        """See `Executor.prepare`: the workers of a cluster are ready."""

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        """See `Executor.run`. A worker that dies takes no result with it: dask gives its tasks to another.

        Raises FairsheetError where the cluster itself fails, for which no file is to blame.
        """
        try:
            yield from self._results(tasks)
        except OSError as error:  # of the connections to the cluster
            raise self._failed(str(error)) from error

    def _results(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        from distributed import as_completed

        waiting = iter(tasks)
        threads = max(1, sum(self._client.nthreads().values()))
        first = [self._submit(*each) for each in islice(waiting, AHEAD * threads)]
        done = as_completed(first, loop=self._client.loop)
        for future in done:
            name = future.key.removeprefix(self._prefix)
            done_with = future.status == "finished"
            result = _RESULTS.decode(future.result()) if done_with else self._given_up(future)
            future.release()
            yield name, result
            for each in islice(waiting, 1):
                done.add(self._submit(*each))

    def _given_up(self, future: Future) -> Failure:
        """What is said of a task that took worker after worker with it. Raises FairsheetError for any other end."""
        from distributed.scheduler import KilledWorker

        error = None if future.status == "cancelled" else future.exception()
        words = "the scheduler is gone" if error is None else " ".join(str(error).split())[:200]
        if isinstance(error, KilledWorker):
            return Failure(f"the cluster gave it up ({words})")
        if isinstance(error, FairsheetError):
            raise error
        raise self._failed(words)

    def _failed(self, why: str) -> FairsheetError:
        hint = "see that it runs and that all workers have the same release; the same call goes on"
        return FairsheetError(f"the cluster fails ({why})", where=f"--dask {self._address}", hint=hint)

    def close(self) -> None:
        """Let the cluster go; what it is at is given up."""
        self._client.close()

    def _submit(self, name: str, task: Task) -> object:
        content = msgspec.msgpack.encode(task, enc_hook=packed)
        return self._client.submit(
            perform_isolated, content, self._limits, key=f"{self._prefix}{name}", retries=2
        )


async def _knock(address: str) -> None:
    """Raises OSError or ValueError where nothing answers: a client would try again long after it was given up."""
    from distributed import Security
    from distributed.comm import connect

    comm = await connect(address, timeout=ANSWERS_WITHIN, **Security().get_connection_args("client"))
    await comm.close()
