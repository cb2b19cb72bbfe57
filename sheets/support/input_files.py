"""Reading of the files that people name, without waiting for them and without reading more than is needed."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path
from typing import Literal

from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # opened by the calling process for us to read
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def read_file(path: Path, most: int, *, at_end: bool = False) -> bytes:
    """Return the first `most` bytes of a file, or the last with `at_end`. Raises FairsheetError with its name.

    Pipes and devices are refused because they may block forever. Those that are already open can be read:
    `/dev/stdin`, and the file that a shell makes for `<(command)`.
    """
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            mode = status.st_mode
            if stat.S_ISDIR(mode):
                raise _folder(path)
            if not stat.S_ISREG(mode):
                if not str(path).startswith(_STREAMS):
                    raise FairsheetError(
                        Message("this is not a regular file"),
                        code=ErrorCode.WRONG_KIND_OF_FILE,
                        where=format_path(path),
                        hint=Message("save its output to a file first"),
                    )
                os.set_blocking(file.fileno(), True)
            most = min(most, status.st_size or most)  # otherwise `most` bytes are allocated at once
            if at_end:
                file.seek(max(0, status.st_size - most))
            # None if a file of the system, as in /proc, would block
            return file.read(most) or b""
    except FileNotFoundError:
        raise missing_file(format_path(path)) from None
    except IsADirectoryError:
        raise _folder(path) from None
    except OSError as error:
        raise _unreadable(path, error) from None


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a regular file. Raises OSError for anything else, such as a pipe, which might never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "this is not a regular file")
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def format_path(path: str | Path) -> str:
    """Return the path as text for JSON and terminals; bytes that are not UTF-8 are replaced."""
    return os.fsencode(path).decode("utf-8", "replace")


def missing_file(where: str) -> FairsheetError:
    """Return the error for a path that leads to nothing."""
    problem = Message("no such file or folder")
    return FairsheetError(problem, code=ErrorCode.NO_SUCH_FILE, where=where, hint=Message("check the name"))


def kind_of(path: Path) -> Literal["file", "folder", "other"] | None:
    """Return what a path leads to, through links; None if nothing is there.

    Raises FairsheetError if that cannot be found out: the folder may not be entered, or the name is too long.
    """
    try:
        mode = path.stat().st_mode
    except OSError as error:
        if error.errno in _NOTHING_THERE:
            return None
        raise _unreadable(path, error) from None
    if stat.S_ISREG(mode):
        return "file"
    return "folder" if stat.S_ISDIR(mode) else "other"


def _unreadable(path: Path, error: OSError) -> FairsheetError:
    problem = Message("cannot be read ({why})", why=str(error.strerror))
    hint = Message("check the file and who may read it")
    return FairsheetError(problem, code=ErrorCode.UNREADABLE_FILE, where=format_path(path), hint=hint)


def _folder(path: Path) -> FairsheetError:
    hint = Message("name the files in it")
    return FairsheetError(
        Message("this is a folder"), code=ErrorCode.WRONG_KIND_OF_FILE, where=format_path(path), hint=hint
    )
