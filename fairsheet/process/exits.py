"""The exit codes of the program."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of a command; other programs rely on the values."""

    DONE = 0
    ILLEGAL = 1
    FAILED = 2
    NEEDS_REVIEW = 3
    INTERRUPTED = 130


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """Return the exit code for several results: failed wins over illegal, and illegal over needs review.

    >>> worst([ExitCode.NEEDS_REVIEW, ExitCode.ILLEGAL]).name, worst([]).name
    ('ILLEGAL', 'DONE')
    """
    order = (ExitCode.DONE, ExitCode.NEEDS_REVIEW, ExitCode.ILLEGAL, ExitCode.FAILED)
    return max(codes, key=order.index, default=ExitCode.DONE)
