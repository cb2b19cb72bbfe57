"""Standard streams that are closed, full, or whose reader went away: none of it may change what a command does.

A reader that went away, as `head` does, wants no more: the rest is dropped and the command goes on to its exit code.
A result that cannot be written is an error. A message that cannot be written is lost, and only that.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from fairsheet.sheets.support.errors import FairsheetError

if TYPE_CHECKING:  # the types of the standard library are there for type checkers alone
    from _typeshed import ReadableBuffer

_STDIN, _STDOUT, _STDERR = 0, 1, 2


def open_streams() -> None:
    """Put streams that behave so in the place of stdin, stdout and stderr; Windows has others, which are left."""
    if os.name != "posix":
        return
    _fill(_STDIN, os.O_RDONLY)
    _fill(_STDOUT, os.O_RDONLY)  # so that writing to it fails, as it should
    _fill(_STDERR, os.O_WRONLY)
    if sys.stdin is None:
        sys.stdin = os.fdopen(_STDIN, closefd=False)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a terminal sends whatever is typed, text or not
    # a terminal may lack characters that names and seeds have
    sys.stdout = _text(_Results(_STDOUT, "w", closefd=False), sys.stdout, "replace")
    sys.stderr = _text(_Stream(_STDERR, "w", closefd=False), sys.stderr, "backslashreplace")


def _fill(descriptor: int, flags: int) -> None:
    """Open a standard stream that the calling process closed, or the next file that is opened would take its place."""
    try:
        os.fstat(descriptor)
    except OSError:
        null = os.open(os.devnull, flags)
        if null != descriptor:
            os.dup2(null, descriptor)
            os.close(null)


def _text(raw: io.FileIO, former: TextIO | None, errors: str) -> io.TextIOWrapper:
    encoding = "utf-8" if former is None else former.encoding
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=True)


class _Stream(io.FileIO):
    """Stderr, or stdout as `_Results`. After a failure, what is written goes nowhere."""

    def write(self, data: ReadableBuffer) -> int:
        try:
            return super().write(data)
        except OSError as error:
            _drop(self)
            self._report(error)
            return memoryview(data).nbytes

    def _report(self, error: OSError) -> None:
        """Say nothing: a message that cannot be written has no other place."""


class _Results(_Stream):
    """Stdout."""

    def _report(self, error: OSError) -> None:
        """Raise FairsheetError, unless the reader has closed the pipe."""
        if not isinstance(error, BrokenPipeError):
            problem = f"cannot be written ({error.strerror})"
            hint = "give it a place with room"
            raise FairsheetError(problem, where="standard output", hint=hint) from None


def _drop(stream: io.FileIO) -> None:
    """Let whatever is written from now on, by libraries too, go nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
