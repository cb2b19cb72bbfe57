"""The executor on a dask cluster: whole files and tables as tasks, which dask may do twice.

Every worker of the cluster must see the files under the same paths, and have the same release installed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from fairsheet.batch.limits import Limits
from fairsheet.batch.processes import Processes
from fairsheet.batch.tasks import Failure, Result, Task
from sheets.errors import FairsheetError

AHEAD = 4  # tasks that wait for each thread of the cluster, so that none is idle and none too many are sent
_TASKS: msgspec.msgpack.Decoder[Task] = msgspec.msgpack.Decoder(Task)
_RESULTS: msgspec.msgpack.Decoder[Result] = msgspec.msgpack.Decoder(Result)
_here = threading.local()


def perform_isolated(content: bytes, limits: bytes) -> bytes:
    """Do a task, as msgpack, on a worker of the cluster: in a process of its own, which it cannot take down."""
    pool = getattr(_here, "pool", None)
    if pool is None:
        pool = _here.pool = Processes(1, msgspec.msgpack.decode(limits, type=Limits))
    task = _TASKS.decode(content)
    _, result = next(iter(list(pool.run([("", task)]))))
    return msgspec.msgpack.encode(result)


class Cluster:
    """The workers of a scheduler; raises FairsheetError where it cannot be reached, or dask is not installed."""

    def __init__(self, address: str, limits: Limits) -> None:
        try:
            from distributed import Client
        except ImportError:
            hint = "pip install 'fairsheet[dask]'"
            raise FairsheetError("dask is not installed", where="--dask", hint=hint) from None
        try:
            self._client = Client(address, timeout=20, set_as_default=False)
        except (OSError, ValueError) as error:
            hint = "start a scheduler, and give what it says: tcp://host:8786"
            raise FairsheetError(
                f"no scheduler answers ({error})", where=f"--dask {address}", hint=hint
            ) from None
        self._limits = msgspec.msgpack.encode(limits)

    def prepare(self) -> None:
        """See `Executor.prepare`: the workers of a cluster are ready."""

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        """See `Executor.run`. A worker that dies takes no result with it: dask gives its tasks to another."""
        from distributed import as_completed

        waiting = iter(tasks)
        threads = max(1, sum(self._client.nthreads().values()))
        first = [self._submit(*each) for each in islice(waiting, AHEAD * threads)]
        done = as_completed(first, loop=self._client.loop)
        for future in done:
            name = future.key.removeprefix("fairsheet-")
            result: Result
            if future.status == "finished":
                result = _RESULTS.decode(future.result())
            else:
                result = Failure(
                    f"the cluster gave it up ({' '.join(str(future.exception()).split())[:200]})"
                )
            future.release()
            yield name, result
            for each in islice(waiting, 1):
                done.add(self._submit(*each))

    def close(self) -> None:
        """Let the cluster go; what it is at is given up."""
        self._client.close()

    def _submit(self, name: str, task: Task) -> object:
        content = msgspec.msgpack.encode(task)
        return self._client.submit(
            perform_isolated, content, self._limits, key=f"fairsheet-{name}", retries=2
        )
