"""Standard streams that stay usable if they are closed or full, or if their reader has closed them.

If the reader of stdout closes it, like `head`, the rest is dropped and the command continues to its exit code. A result
that cannot be written is an error. A message that cannot be written is dropped.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.system import IS_POSIX

if TYPE_CHECKING:  # `_typeshed` exists only for type checkers
    from _typeshed import ReadableBuffer

_STDIN, _STDOUT, _STDERR = 0, 1, 2


def open_streams() -> None:
    """Replace stdin, stdout and stderr by such streams; on Windows they only accept all characters."""
    if not IS_POSIX:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        return
    _open_if_closed(_STDIN, os.O_RDONLY)
    _open_if_closed(_STDOUT, os.O_RDONLY)  # read-only, so that writing fails
    _open_if_closed(_STDERR, os.O_WRONLY)
    if sys.stdin is None:
        sys.stdin = os.fdopen(_STDIN, closefd=False)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a terminal may send bytes that are not text
    # names and seeds may have characters that the terminal lacks
    sys.stdout = _text_stream(_Results(_STDOUT, "w", closefd=False), sys.stdout, "replace")
    sys.stderr = _text_stream(_Stream(_STDERR, "w", closefd=False), sys.stderr, "backslashreplace")


def _open_if_closed(descriptor: int, flags: int) -> None:
    """Open a standard stream that the calling process closed; otherwise the next opened file would get its number."""
    try:
        os.fstat(descriptor)
    except OSError:
        null = os.open(os.devnull, flags)
        if null != descriptor:
            os.dup2(null, descriptor)
            os.close(null)


def _text_stream(raw: io.FileIO, former: TextIO | None, errors: str) -> io.TextIOWrapper:
    encoding = "utf-8" if former is None else former.encoding
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=True)


class _Stream(io.FileIO):
    """Stderr; `_Results` is stdout. After a failure all output is dropped."""

    def write(self, data: ReadableBuffer) -> int:
        try:
            return super().write(data)
        except OSError as error:
            _drop_output(self)
            self._report(error)
            return memoryview(data).nbytes

    def _report(self, error: OSError) -> None:
        """Do nothing, because a message that cannot be written has no other place."""


class _Results(_Stream):
    """Stdout."""

    def _report(self, error: OSError) -> None:
        """Raise FairsheetError, unless the reader has closed the pipe."""
        if not isinstance(error, BrokenPipeError):
            problem = Message("cannot be written ({why})", why=str(error.strerror))
            hint = Message("free some space, or redirect the output to another place")
            raise FairsheetError(
                problem, code=ErrorCode.CANNOT_WRITE, where="standard output", hint=hint
            ) from None


def _drop_output(stream: io.FileIO) -> None:
    """Drop everything written from now on, also by libraries."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
