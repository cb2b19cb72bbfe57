"""Define how a batch runs tasks in parallel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from fairsheet.pipeline.work.tasks import Result, Task


class Executor(Protocol):
    """Runs tasks in any order and place. A task may run twice, so its result must not depend on that."""

    def prepare(self) -> None:
        """Start to get ready for tasks, unless it has started already."""

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        """Yield the result of every task as soon as it is ready, with the name of the task.

        A task that kills its worker, hangs or takes too much memory yields a `Failure`, and the others continue.
        """

    def close(self) -> None:
        """Stop all work at once."""
