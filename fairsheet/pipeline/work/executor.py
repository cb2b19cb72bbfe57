"""Doing tasks side by side: what a batch asks of whatever does its work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from fairsheet.pipeline.work.tasks import Result, Task


class Executor(Protocol):
    """Does tasks, in any order and place. A task may be done twice, so its result must not depend on that."""

    def prepare(self) -> None:
        """Begin to get ready, if it has not yet: there will be tasks."""

    def run(self, tasks: Iterable[tuple[str, Task]]) -> Iterator[tuple[str, Result]]:
        """The result of every task as soon as it is there, under the name that the task came with.

        A task that kills its worker, hangs or takes too much memory gives a `Failure`, and the others go on.
        """

    def close(self) -> None:
        """Stop all work at once."""
