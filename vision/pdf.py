"""The pages of a PDF as grey pictures, drawn by a process of its own: see `vision.pdf_worker`."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal, cast

import numpy as np

from vision.illumination import Gray

_WORKER = Path(__file__).with_name(
    "pdf_worker.py"
)  # by its path: it imports nothing of ours, so it starts fast
PdfProblem = Literal["locked", "damaged", "too much"]


class PdfError(Exception):
    """A PDF that cannot be opened."""

    def __init__(self, problem: PdfProblem) -> None:
        super().__init__(problem)
        self.problem = problem


class Pdf:
    """A PDF, given as the bytes of its file; `count` is the number of its pages. Raises PdfError.

    Close it, or use it as a context, so that its process ends.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._worker = self._started(1)
        first = self._line()
        if "pages" not in first:
            self.close()
            raise PdfError(first.get("problem", "damaged"))
        self.count = int(first["pages"])

    def __enter__(self) -> Pdf:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

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
                    self._worker = self._started(number + 1)
                    self._line()
            else:
                yield page

    def _page(self) -> Gray | PdfProblem | None:
        head = self._line()
        if "problem" in head:
            return cast(PdfProblem, head["problem"])
        if "width" not in head:
            return None
        width, height = int(head["width"]), int(head["height"])
        pixels = cast(IO[bytes], self._worker.stdout).read(width * height)
        if len(pixels) < width * height:
            return None
        return np.frombuffer(pixels, dtype=np.uint8).reshape(height, width)

    def _line(self) -> dict[str, Any]:
        line = cast(IO[bytes], self._worker.stdout).readline()
        return dict(json.loads(line)) if line.endswith(b"\n") else {}

    def _started(self, first: int) -> subprocess.Popen[bytes]:
        worker = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER), str(first)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        # where it died before it read everything, what it said, or did not say, tells the rest
        with contextlib.suppress(OSError), cast(IO[bytes], worker.stdin) as stdin:
            stdin.write(self._data)
        return worker
