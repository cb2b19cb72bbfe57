"""Writing files whole or not at all, and never over a file that the same run reads."""

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

from fairsheet.sheets.support.errors import FairsheetError

_LONGEST_NAME = 50  # characters kept of a name in that of its temporary neighbour: systems allow 255 bytes
_FORMER = re.compile(r"\.before(-[0-9]+)?")
_UNFINISHED = re.compile(r"\..*\.\d+-[0-9a-f]{8}", re.DOTALL)  # the names of temporary neighbours


class _RunFiles:
    """The files that a run of the program reads and those that it is known to write: no file is both.

    Two paths are one file where the system says so, through whatever links, or where their names differ only in
    upper and lower case, which many file systems do not tell apart.
    """

    def __init__(self) -> None:
        self.read: set[Hashable] = set()
        self.written: set[Hashable] = set()


_run: ContextVar[_RunFiles | None] = ContextVar("files of this run", default=None)


def begin_run() -> None:
    """From here on keep what the program reads from being written to, and forget an earlier run of this process."""
    _run.set(_RunFiles())


def will_read(path: Path) -> None:
    """Keep a file from being written to in this run. Raises FairsheetError where that is already planned."""
    run = _run.get()
    if run is not None:
        run.read |= _identities_outside(run.written, path)


def will_write(path: Path) -> None:
    """Announce what this run writes, so that it fails before any work. Raises FairsheetError for what it reads."""
    run = _run.get()
    if run is not None:
        run.written |= _identities_outside(run.read, path)


def _refuse_input(path: Path) -> None:
    run = _run.get()
    if run is not None:
        _identities_outside(run.read, path)


def _identities_outside(others: set[Hashable], path: Path) -> set[Hashable]:
    found = set(_identities(path))
    if found & others:
        problem = "this file is read here, and writing would destroy it"
        raise FairsheetError(problem, where=str(path), hint="choose another place for what is written")
    return found


def _identities(path: Path) -> Iterator[Hashable]:
    """What tells a file from others; nothing for a folder, a device or a pipe, which nobody can replace."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        status = None  # there is none yet
    if status is not None and not stat.S_ISREG(status.st_mode):
        return
    if status is not None:
        yield status.st_dev, status.st_ino
    yield unicodedata.normalize("NFC", os.path.realpath(path)).casefold()


def write_file(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file by way of a temporary neighbour, so that nobody ever sees half of it. Raises FairsheetError.

    A file that this run reads is never written to. A file that is replaced leaves its permissions to the new one; a
    new one has those of `mode`, less the user's mask, before anything is in it. A link keeps pointing where it does;
    a device or a pipe, such as /dev/stdout, is written to as it is.
    """
    _refuse_input(path)
    make_folder(path.parent)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(_end_of_links(path) if path.is_symlink() else path, content, mode)
    except (OSError, RuntimeError) as error:  # RuntimeError: links that go in a circle
        raise _unwritable(path, error) from error


def _end_of_links(path: Path) -> Path:
    """Return where a link leads. Raises OSError or RuntimeError if links go in a circle."""
    end = path.resolve()
    if end.is_symlink():  # a circle raises RuntimeError before Python 3.13, and nothing since
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
            os.fsync(file.fileno())  # or a power cut could leave the name and lose what is in the file
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Have the names of files that were written into a folder outlive a power cut, too. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_unfinished(folder: Path) -> None:
    """Remove what `write_file` left below a folder when it was killed. Nobody else may write there. Raises OSError."""
    for path in folder.rglob(".*"):
        if _UNFINISHED.fullmatch(path.name):
            path.unlink(missing_ok=True)


def keep_former(path: Path, content: bytes | None, companion: Path | None = None) -> Path | None:
    """Where a file of other content was moved to, so that a new one can take its place. Raises FairsheetError.

    `content` is None where whatever is there has to be kept. Its `companion` is copied before, so that it lies beside
    the file wherever this breaks off.
    """
    _refuse_input(path)
    try:
        if not path.is_file() or (content is not None and path.read_bytes() == content):
            return None
        endings = chain([".before"], (f".before-{number}" for number in count(2)))
        files = [path] if companion is None else [path, companion]
        ending = next(each for each in endings if not any(_longer(file, each).exists() for file in files))
        former = _longer(path, ending)
        if companion is not None and companion.is_file():
            shutil.copy(companion, _longer(companion, ending))
        path.rename(former)
    except OSError as error:
        raise _unwritable(path, error) from error
    return former


def is_former(path: Path) -> bool:
    """Whether a file is called like one that `keep_former` moved."""
    return _FORMER.fullmatch(path.suffix) is not None


def put_aside(path: Path, companion: Path) -> Path | None:
    """Where a file was moved to, and its companion with it, that nothing takes the place of. Raises FairsheetError."""
    former = keep_former(path, None, companion)
    if former is not None:
        try:
            companion.unlink(missing_ok=True)
        except OSError as error:
            raise _unwritable(companion, error) from error
    return former


def _longer(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def make_folder(path: Path) -> None:
    """Make a folder and those above it. Raises FairsheetError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError | RuntimeError) -> FairsheetError:
    if isinstance(error, FileExistsError | NotADirectoryError):
        why: object = "a file is where a folder should be"
    else:
        why = getattr(error, "strerror", None) or error
    return FairsheetError(f"cannot be written ({why})", where=str(path), hint="choose another place")
