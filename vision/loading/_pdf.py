"""The pages of a PDF as grey pictures, drawn by a process of its own: see `fairsheet.vision.loading._pdf_worker`."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal, cast

import numpy as np

from fairsheet.vision.printed.illumination import Gray

_WORKER = Path(__file__).with_name("_pdf_worker.py")  # run by its path: it imports nothing of ours
_WALL_SECONDS = 120  # for opening it, and for a page; its limit of CPU time comes first, where there is one
PdfProblem = Literal["locked", "damaged", "too much"]


class PdfError(Exception):
    """A PDF that cannot be opened."""

    def __init__(self, problem: PdfProblem) -> None:
        super().__init__(problem)
        self.problem = problem


class Pdf:
    """A PDF, given as the bytes of its file; `count` is the number of its pages. Raises PdfError.

    Close it, so that its process ends.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._worker, first = self._opened(1)
        if "pages" not in first:
            self.close()
            raise PdfError(first.get("problem", "too much"))  # it says nothing where it died
        self.count = int(first["pages"])

    def close(self) -> None:
        """Ends the process that draws."""
        self._worker.kill()
        self._worker.wait()
        for pipe in (self._worker.stdin, self._worker.stdout):
            with contextlib.suppress(OSError):
                cast(IO[bytes], pipe).close()

    def pages(self) -> Iterator[Gray | PdfProblem]:
        """Each page, drawn when it is asked for, or why it cannot be drawn."""
        for number in range(1, self.count + 1):
            page = self._page()
            if page is None:  # it was too much for the process, which died
                yield "too much"
                if number < self.count:
                    self.close()
                    self._worker, _ = self._opened(number + 1)
            else:
                yield page

    def _page(self) -> Gray | PdfProblem | None:
        with _killed_when_late(self._worker) as stdout:
            head = _line(stdout)
            if "problem" in head:
                return cast(PdfProblem, head["problem"])
            if "width" not in head:
                return None
            width, height = int(head["width"]), int(head["height"])
            pixels = stdout.read(width * height)
        if len(pixels) < width * height:
            return None
        return np.frombuffer(pixels, dtype=np.uint8).reshape(height, width)

    def _opened(self, first: int) -> tuple[subprocess.Popen[bytes], dict[str, Any]]:
        """A process that draws the pages from `first` on, and what it says of the PDF."""
        worker = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER), str(first)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with _killed_when_late(worker) as stdout:
            # where it died before it read everything, what it said, or did not say, tells the rest
            with contextlib.suppress(OSError), cast(IO[bytes], worker.stdin) as stdin:
                stdin.write(self._data)
            return worker, _line(stdout)


@contextlib.contextmanager
def _killed_when_late(worker: subprocess.Popen[bytes]) -> Iterator[IO[bytes]]:
    """What a process says, which ends where it says nothing for `_WALL_SECONDS`."""
    timer = threading.Timer(_WALL_SECONDS, worker.kill)
    timer.daemon = True
    timer.start()
    try:
        yield cast(IO[bytes], worker.stdout)
    finally:
        timer.cancel()


def _line(stdout: IO[bytes]) -> dict[str, Any]:
    line = stdout.readline()
    return dict(json.loads(line)) if line.endswith(b"\n") else {}
