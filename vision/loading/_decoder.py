"""A process that decodes pictures and PDFs for this one: see `fairsheet.vision.loading._decoder_process`.

A decoder attacked by a file runs in that process, which cannot read, change or send anything. If the process
dies or takes too long, the file or page is to blame, and the next one gets a new process.
"""

from __future__ import annotations

import atexit
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from io import FileIO
from tempfile import TemporaryFile
from typing import IO

import msgspec
import numpy as np

from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.loading._decoder_process import HEAD, MOST_GRAY, REQUEST, Answer
from fairsheet.vision.loading._opening import OpenFile
from fairsheet.vision.loading._undecodable import Undecodable
from fairsheet.vision.printed.illumination import Gray

_PROGRAM = """
import sys
sys.path[:] = sys.argv[1:]
from fairsheet.vision.loading._decoder_process import main
main()
"""
_WALL_SECONDS = 120  # for a request; the limit of CPU time is reached first, if there is one
_MOST_ANSWER = 1000  # bytes
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_MMAP_THRESHOLD_": str(32 * 2**20),
    "MALLOC_TRIM_THRESHOLD_": str(2**30),
}
_INHERITED = ("SYSTEMROOT", "LD_LIBRARY_PATH")  # Python may not start without these
_ANSWERS = msgspec.msgpack.Decoder(Answer)


class Decoder:
    """A process that decodes one file at a time. Raises FairsheetError if it cannot start."""

    holds: tuple[str, ...] = ()  # protections other than limits, such as `seccomp`

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._file = b""
        self.start()

    def start(self) -> None:
        """Start the process unless it is running."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        self._is_new = True
        try:
            self._pixels = _nameless_file()
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _PROGRAM, *map(os.path.abspath, sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._pixels,  # the only other file that every system lets a process inherit
                env=_ENVIRONMENT | {name: os.environ[name] for name in _INHERITED if name in os.environ},
                start_new_session=True,
            )
            self.holds = self._answer(0).holds
        except (OSError, Undecodable):
            words = Message("the process that decodes pictures cannot start")
            raise FairsheetError(
                words, code=ErrorCode.OUT_OF_RESOURCES, hint=Message("free some memory and try again")
            ) from None

    def close(self) -> None:
        """End the process, even during a request."""
        if self._process is None:
            return
        self._process.kill()
        with suppress(OSError), self._process:
            pass  # closes its pipes and waits for it
        self._pixels.close()
        self._process = None

    def open(self, file: bytes) -> OpenFile:
        """Open a file. Raises Undecodable, also later for its pages."""
        self._file = file
        answer = self._ask(0)
        return OpenFile(answer.pages, self._page, answer.taken)

    def forget(self) -> None:
        """Release the file."""
        self._file = b""
        self._is_new = False

    def _page(self, number: int) -> Gray | None:
        answer = self._ask(number)
        if not answer.width * answer.height:
            return None
        if answer.width * answer.height <= MOST_GRAY:
            gray = np.empty((answer.height, answer.width), np.uint8)
            self._pixels.seek(0)
            if self._pixels.readinto(gray.data) == gray.size:
                return gray
        self.close()
        raise Undecodable("too much")

    def _ask(self, number: int) -> Answer:
        """Return the answer for a page, or for the file if the number is 0. Raises Undecodable.

        If a process dies that had earlier files, this file may not be to blame, so a new process is asked.
        """
        if self._process is None:
            self._restart(number)
        try:
            return self._request(number)
        except Undecodable:
            if self._process is not None or self._is_new:
                raise
        self._restart(number)
        return self._request(number)

    def _restart(self, number: int) -> None:
        self.start()
        if number:
            self._request(0)

    def _request(self, number: int) -> Answer:
        file, key = b"" if number else self._file, secrets.randbits(64)
        return self._answer(key, REQUEST.pack(number, len(file), key), file)

    def _answer(self, key: int, *request: bytes) -> Answer:
        """Send a request and return its answer, which has the same key; an earlier answer has another key.

        Raises Undecodable; if the process died, `_process` is None.
        """
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        timer = threading.Timer(_WALL_SECONDS, process.kill)
        timer.daemon = True
        timer.start()
        try:
            for part in request:
                process.stdin.write(part)
            process.stdin.flush()
            length, answered = HEAD.unpack(_read(process.stdout, HEAD.size))
            if answered != key:
                raise EOFError
            answer = _ANSWERS.decode(_read(process.stdout, min(length, _MOST_ANSWER)))
            if answer.taken is not None:
                datetime.fromisoformat(answer.taken)  # raises ValueError if there is no such time
        except BaseException as error:  # even a Ctrl-C: the process is still running
            self.close()
            if isinstance(error, OSError | EOFError | ValueError):
                raise Undecodable("too much") from None
            raise
        finally:
            timer.cancel()
        if answer.problem is not None:
            raise Undecodable(answer.problem, answer.width, answer.height, answer.most)
        return answer


def _read(answers: IO[bytes], count: int) -> bytes:
    """Read `count` bytes of the answers, and no more. Raises EOFError."""
    content = b""
    while len(content) < count:
        if not (part := os.read(answers.fileno(), count - len(content))):
            raise EOFError
        content += part
    return content


def _nameless_file() -> FileIO:
    """Return a file that is deleted with its last user; in memory on Linux."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("pixels"), "w+b", buffering=0)
    return TemporaryFile(buffering=0)


_idle: list[Decoder] = []


@contextmanager
def decoder() -> Iterator[Decoder]:
    """Yield a decoder for one file: the last one used, or a new one if that is busy. Raises FairsheetError."""
    try:
        mine = _idle.pop()
    except IndexError:
        mine = Decoder()
    try:
        mine.start()
        yield mine
    finally:
        mine.forget()
        if _idle:
            mine.close()
        else:
            _idle.append(mine)


@atexit.register
def _close_idle() -> None:
    while _idle:
        _idle.pop().close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # they answer only the process that started them
