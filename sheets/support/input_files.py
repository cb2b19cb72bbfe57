"""Reading the files that people name: none of them is waited for, nor read beyond what can be of use."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path
from typing import Literal

from fairsheet.sheets.support.errors import FairsheetError

_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # the calling process opened these, for us to read
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def read_file(path: Path, most: int, *, at_end: bool = False) -> bytes:
    """The first `most` bytes of a file, or the last. Raises FairsheetError naming it.

    Pipes and devices are refused, since they may never say anything, but for those that are open already: so
    `/dev/stdin` and what a shell puts in place of `<(command)` can be read.
    """
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            mode = status.st_mode
            if stat.S_ISDIR(mode):
                raise _folder(path)
            if not stat.S_ISREG(mode):
                if not str(path).startswith(_STREAMS):
                    problem = "this is no file"
                    raise FairsheetError(
                        problem, where=format_path(path), hint="save what it says to a file first"
                    )
                os.set_blocking(file.fileno(), True)
            most = min(most, status.st_size or most)  # or room for all of `most` is taken at once
            if at_end:
                file.seek(max(0, status.st_size - most))
            # nothing at all where a file of the system, as in /proc, has to be waited for
            return file.read(most) or b""
    except FileNotFoundError:
        raise FairsheetError("no such file", where=format_path(path), hint="check the name") from None
    except IsADirectoryError:
        raise _folder(path) from None
    except OSError as error:
        raise _unreadable(path, error) from None


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file alone. Raises OSError, also for a pipe, which might never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "this is no file")
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def format_path(path: str | Path) -> str:
    """The path as text that JSON and every terminal can have, exactly unless its bytes are no UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")


def kind_of(path: Path) -> Literal["file", "folder", "other"] | None:
    """What lies at a path, through links; None where nothing does.

    Raises FairsheetError where that cannot be known: in a folder that one may not enter, or by too long a name.
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
    problem = f"cannot be read ({error.strerror})"
    return FairsheetError(problem, where=format_path(path), hint="check the file and who may read it")


def _folder(path: Path) -> FairsheetError:
    return FairsheetError("this is a folder", where=format_path(path), hint="name the files in it")
