"""Writing files whole or not at all."""

from __future__ import annotations

import os
from itertools import chain, count
from pathlib import Path

from sheets.errors import FairsheetError

_LONGEST_NAME = 50  # characters kept of a name in that of its temporary neighbour: systems allow 255 bytes


def write_file(path: Path, content: bytes) -> None:
    """Write a file by way of a temporary neighbour, so that nobody ever sees half of it. Raises FairsheetError.

    A link keeps pointing where it does; a device or a pipe, such as /dev/stdout, is written to as it is.
    """
    make_folder(path.parent)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(path.resolve() if path.is_symlink() else path, content)
    except (OSError, RuntimeError) as error:  # RuntimeError: links that go in a circle
        raise _unwritable(path, error) from error


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".{path.name[:_LONGEST_NAME]}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def keep_former(path: Path, content: bytes, companion: Path) -> Path | None:
    """Where a file of other content was moved to, so that a new one can take its place. Raises FairsheetError.

    Its `companion` is copied before, so that it lies beside the file wherever this breaks off.
    """
    try:
        if not path.is_file() or path.read_bytes() == content:
            return None
        endings = chain([".before"], (f".before-{number}" for number in count(2)))
        ending = next(
            each for each in endings if not any(_longer(file, each).exists() for file in (path, companion))
        )
        former = _longer(path, ending)
        if companion.is_file():
            _longer(companion, ending).write_bytes(companion.read_bytes())
        path.rename(former)
    except OSError as error:
        raise _unwritable(path, error) from error
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
