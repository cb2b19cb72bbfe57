"""Run tasks on a dask cluster: a task is a whole file or table, and dask may run it twice.

Every worker of the cluster must see the files under the same paths and have the same release installed.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from fairsheet.languages.messages import Message, packed, unpacked
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.work.processes import Processes
from fairsheet.pipeline.work.tasks import Failure, Result, Task
from fairsheet.process.console import say
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.extras import install_command

if TYPE_CHECKING:
    from distributed import Future

AHEAD = 4  # tasks that wait for each thread: enough to keep it busy without sending too many
ANSWERS_WITHIN = 10.0  # seconds to wait for an answer of the scheduler
WORKERS_WITHIN = 60.0  # seconds to wait for the first worker of a cluster
_TASKS: msgspec.msgpack.Decoder[Task] = msgspec.msgpack.Decoder(Task, dec_hook=unpacked)
_RESULTS: msgspec.msgpack.Decoder[Result] = msgspec.msgpack.Decoder(Result, dec_hook=unpacked)
_here = threading.local()


def perform_isolated(content: bytes, limits: bytes) -> bytes:
    """Run a task, encoded as msgpack, on a worker of the cluster: in a separate process, to protect the worker."""
    # a worker of a cluster serves several batches, one after the other
    if getattr(_here, "limits", None) != limits:
        if hasattr(_here, "pool"):
            _here.pool.close()
        _here.pool, _here.limits = Processes(1, msgspec.msgpack.decode(limits, type=Limits)), limits
    ((_, result),) = _here.pool.run([("", _TASKS.decode(content))])
    return msgspec.msgpack.encode(result, enc_hook=packed)


class Cluster:
    """The workers of a scheduler.

    Raises FairsheetError if no scheduler answers, if it gets no worker in `workers_within` seconds, or if dask is not
    installed.
    """

    def __init__(self, address: str, limits: Limits, workers_within: float = WORKERS_WITHIN) -> None:
        self._address = address
        try:
            from distributed import Client
        except ImportError:
            hint = install_command("dask")
            raise FairsheetError(
                "dask is not installed", code=ErrorCode.MISSING_DEPENDENCY, where="--dask", hint=hint
            ) from None
        try:
            asyncio.run(_knock(address))
            self._client = Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
        except (OSError, ValueError) as error:
            hint = "start a scheduler, and give its address, such as tcp://host:8786"
            problem = f"no scheduler answers ({error})"
            raise FairsheetError(
                problem, code=ErrorCode.WORKER_FAILED, where=f"--dask {address}", hint=hint
            ) from None
        self._limits = msgspec.msgpack.encode(limits)
        # makes task names unique: other programs may send the same tasks with other limits
        self._prefix = f"fairsheet-{secrets.token_hex(8)}-"
        try:
            self._await_a_worker(address, workers_within)
        except BaseException:
            self.close()
            raise

    def _await_a_worker(self, address: str, seconds: float) -> None:
        if self._client.nthreads():
            return
        say(f"--dask {address}: the scheduler has no worker yet; waiting for one")
        try:
            self._client.wait_for_workers(1, timeout=seconds)
        except TimeoutError:
            problem, hint = "the scheduler has no worker", f"start one: dask worker {address}"
            raise FairsheetError(
                problem, code=ErrorCode.WORKER_FAILED, where=f"--dask {address}", hint=hint
            ) from None

    def prepare(self) -> None:
        """See `Executor.prepare`: the workers of a cluster are always ready."""

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        """See `Executor.run`. If a worker dies, dask gives its tasks to another.

        Raises FairsheetError if the cluster itself fails, which is not the fault of a file.
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
            is_done = future.status == "finished"
            result = _RESULTS.decode(future.result()) if is_done else self._failure_of(future)
            future.release()
            yield name, result
            for each in islice(waiting, 1):
                done.add(self._submit(*each))

    def _failure_of(self, future: Future) -> Failure:
        """Return the failure of a task that killed several workers. Raises FairsheetError if it ended for another
        reason."""
        from distributed.scheduler import KilledWorker

        error = None if future.status == "cancelled" else future.exception()
        words = "the scheduler is gone" if error is None else " ".join(str(error).split())[:200]
        if isinstance(error, KilledWorker):
            return Failure(Message("the cluster gave it up ({why})", why=words))
        if isinstance(error, FairsheetError):
            raise error
        raise self._failed(words)

    def _failed(self, why: str) -> FairsheetError:
        return FairsheetError(
            f"the cluster fails ({why})",
            code=ErrorCode.WORKER_FAILED,
            where=f"--dask {self._address}",
            hint="check that it runs and that all workers have the same release; then call the command again",
        )

    def close(self) -> None:
        """Disconnect from the cluster; running tasks are given up."""
        self._client.close()

    def _submit(self, name: str, task: Task) -> object:
        content = msgspec.msgpack.encode(task, enc_hook=packed)
        return self._client.submit(
            perform_isolated, content, self._limits, key=f"{self._prefix}{name}", retries=2
        )


async def _knock(address: str) -> None:
    """Connect once. Raises OSError or ValueError if nothing answers; a dask client would retry after its timeout."""
    from distributed import Security
    from distributed.comm import connect

    comm = await connect(address, timeout=ANSWERS_WITHIN, **Security().get_connection_args("client"))
    await comm.close()
