"""Writing files whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from sheets.errors import InputError


def write_file(path: Path, content: bytes) -> None:
    """Write a file by way of a temporary neighbour, so that nobody ever sees half of it. Raises InputError."""
    make_folder(path.parent)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            temporary.write_bytes(content)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def make_folder(path: Path) -> None:
    """Make a folder and those above it. Raises InputError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(
        f"cannot be written ({error.strerror or error})", where=str(path), mend="choose another place"
    )
