"""Keeping libraries written in C from talking: libtiff prints what it thinks of a file on stderr."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from threading import Lock

_STDERR = 2
_ONE_AT_A_TIME = Lock()


@contextlib.contextmanager
def without_stderr() -> Iterator[None]:
    """What is written to the file descriptor of stderr meanwhile, by whatever language, is dropped."""
    with _ONE_AT_A_TIME:
        try:
            kept = os.dup(_STDERR)
        except OSError:  # stderr is closed, so nobody hears anything
            yield
            return
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, _STDERR)
            os.close(nowhere)
            yield
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)
