"""Show the progress of a batch: a bar in a terminal, and a line in the log for every file with a problem."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from fairsheet.batches.run import Watcher
from fairsheet.languages.messages import Message
from fairsheet.process.console import say
from fairsheet.process.inputs import shown_names

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


@contextmanager
def show_progress(log: IO[bytes]) -> Iterator[Watcher]:
    """Yield a watcher with a bar that shows the number done per minute and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    progress_bar = _ProgressBar(bar, log)
    try:
        yield Watcher(
            progress_bar.passed_over,
            progress_bar.begin,
            progress_bar.looked,
            progress_bar.done,
            progress_bar.trouble,
            progress_bar.end,
        )
    finally:
        progress_bar.end()


class _ProgressBar:
    def __init__(self, bar: Progress, log: IO[bytes]) -> None:
        self._bar, self._log = bar, log
        self._task: TaskID | None = None
        self._start, self._count = 0.0, 0
        self._passed_over: list[str] = []

    def passed_over(self, names: Sequence[str]) -> None:
        """Print the files passed over; in a watch, only if they changed since the last time."""
        self.end()
        if names and list(names) != self._passed_over:
            say(Message("passed over: {files}", files=shown_names(names)))
            self._note(f"passed over: {', '.join(names)}")
        self._passed_over = list(names)

    def begin(self, what: str, total: int) -> None:
        self.end()
        self._task = self._bar.add_task(what, total=total, pace="")
        self._bar.start()
        self._start, self._count = time.monotonic(), 0
        self._note(f"{what}: {total}")

    def looked(self) -> None:
        if self._task is not None:
            self._bar.update(self._task, advance=1)

    def done(self, name: str, error: str | None) -> None:
        self._count += 1
        if error is not None:
            self.trouble(name, error)
        pace = self._count / max(time.monotonic() - self._start, 0.1) * 60
        if self._task is not None:
            self._bar.update(self._task, advance=1, pace=f"{pace:.0f} a minute")

    def trouble(self, name: str, problem: str) -> None:
        self._note(f"{name}: {problem}")

    def end(self) -> None:
        if self._task is not None:
            self._bar.remove_task(self._task)
            self._bar.stop()
            self._task = None

    def _note(self, words: str) -> None:
        line = "".join(character if character.isprintable() else "\ufffd" for character in words)
        self._log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {line}\n".encode("utf-8", "replace"))
