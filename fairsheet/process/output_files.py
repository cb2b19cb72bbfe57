"""Write files completely or not at all, and never over a file that the same run reads."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Hashable, Iterator
from contextvars import ContextVar
from functools import partial
from itertools import chain, count
from pathlib import Path

from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.system import IS_POSIX

_LONGEST_NAME = 50  # characters of a name that its temporary file keeps: systems allow 255 bytes
_FORMER = re.compile(r"\.before(-[0-9]+)?")
_UNFINISHED = re.compile(r"\..*\.\d+-[0-9a-f]{8}", re.DOTALL)  # names of temporary files


class _RunFiles:
    """The files that a run of the program reads and those that it plans to write; no file is both.

    Two paths are the same file if the system says so, even through links. They are also the same if they differ only
    in upper and lower case, because many file systems ignore case.
    """

    def __init__(self) -> None:
        self.read: set[Hashable] = set()
        self.written: set[Hashable] = set()


_run: ContextVar[_RunFiles | None] = ContextVar("files of this run", default=None)


def begin_run() -> None:
    """Start to protect the files that the program reads, and forget an earlier run in this process."""
    _run.set(_RunFiles())


def will_read(path: Path) -> None:
    """Protect a file from being written in this run. Raises FairsheetError if that is already planned."""
    run = _run.get()
    if run is not None:
        run.read |= _identities_outside(run.written, path)


def will_write(path: Path) -> None:
    """Announce a file that this run will write. Raises FairsheetError, before any work, if the run reads it."""
    run = _run.get()
    if run is not None:
        run.written |= _identities_outside(run.read, path)


def _check_not_input(path: Path) -> None:
    run = _run.get()
    if run is not None:
        _identities_outside(run.read, path)


def _identities_outside(others: set[Hashable], path: Path) -> set[Hashable]:
    found = set(_identities(path))
    if found & others:
        problem = Message("the command reads this file, and writing would destroy it")
        hint = Message("choose another file for the output")
        raise FairsheetError(problem, code=ErrorCode.CANNOT_WRITE, where=str(path), hint=hint)
    return found


def _identities(path: Path) -> Iterator[Hashable]:
    """Yield keys that identify a file; none for a folder, a device or a pipe, which cannot be replaced."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        status = None  # does not exist yet
    if status is not None and not stat.S_ISREG(status.st_mode):
        return
    if status is not None:
        yield status.st_dev, status.st_ino
    yield unicodedata.normalize("NFC", os.path.realpath(path)).casefold()


def write_file(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file through a temporary file in the same folder, so that it is never incomplete. Raises FairsheetError.

    It never writes a file that this run reads. A replaced file keeps its permissions; a new file has those of `mode`,
    without the user's umask, before it gets content. A link keeps its target. A device or a pipe, such as /dev/stdout,
    is written directly.
    """
    _check_not_input(path)
    make_folder(path.parent)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(_end_of_links(path) if path.is_symlink() else path, content, mode)
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise _make_error(path, error) from error


def _end_of_links(path: Path) -> Path:
    """Return the target of a link. Raises OSError or RuntimeError if links form a circle."""
    end = path.resolve()
    if end.is_symlink():  # `resolve` raises RuntimeError for a circle before Python 3.13, and nothing since
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return end


def _replace(path: Path, content: bytes, mode: int) -> None:
    temporary = path.with_name(f".{path.name[:_LONGEST_NAME]}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=mode)) as file:
            if path.exists():
                temporary.chmod(stat.S_IMODE(path.stat().st_mode))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # otherwise a power cut could leave the name but lose the content
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names of files written into a folder survive a power cut, if the system can. Raises OSError."""
    if not IS_POSIX:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_unfinished(folder: Path) -> None:
    """Remove the temporary files that a killed `write_file` left below a folder. Raises OSError.

    No other process may write there at the same time.
    """
    for path in folder.rglob(".*"):
        if _UNFINISHED.fullmatch(path.name):
            path.unlink(missing_ok=True)


def keep_former(path: Path, content: bytes | None, companion: Path | None = None) -> Path | None:
    """Move a file with other content aside and return its new path; None if there is none. Raises FairsheetError.

    If `content` is None, any content is moved. The `companion` is copied first, so that it is next to the file even if
    this is interrupted.
    """
    _check_not_input(path)
    try:
        if not path.is_file() or (content is not None and path.read_bytes() == content):
            return None
        endings = chain([".before"], (f".before-{number}" for number in count(2)))
        files = [path] if companion is None else [path, companion]
        ending = next(each for each in endings if not any(_add_ending(file, each).exists() for file in files))
        former = _add_ending(path, ending)
        if companion is not None and companion.is_file():
            shutil.copy(companion, _add_ending(companion, ending))
        path.rename(former)
    except OSError as error:
        raise _make_error(path, error) from error
    return former


def is_former(path: Path) -> bool:
    """Return whether a file has a name given by `keep_former`."""
    return _FORMER.fullmatch(path.suffix) is not None


def put_aside(path: Path, companion: Path) -> Path | None:
    """Move a file and its companion aside, without a replacement, and return the new path. Raises FairsheetError."""
    former = keep_former(path, None, companion)
    if former is not None:
        try:
            companion.unlink(missing_ok=True)
        except OSError as error:
            raise _make_error(companion, error) from error
    return former


def _add_ending(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def make_folder(path: Path) -> None:
    """Make a folder and its parents. Raises FairsheetError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _make_error(path, error) from error


def check_folder(path: Path) -> None:
    """Raise FairsheetError if a file is where a folder or its parents will be made; make nothing."""
    try:
        above = next(each for each in (path, *path.parents) if each.exists())
        if not above.is_dir():
            raise NotADirectoryError
    except OSError as error:
        raise _make_error(path, error) from error


def _make_error(path: Path, error: OSError | RuntimeError) -> FairsheetError:
    if isinstance(error, FileExistsError | NotADirectoryError):
        why: object = "a file is where a folder should be"
    else:
        why = getattr(error, "strerror", None) or error
    return FairsheetError(
        Message("cannot be written ({why})", why=str(why)),
        code=ErrorCode.CANNOT_WRITE,
        where=str(path),
        hint=Message("choose another place"),
    )
