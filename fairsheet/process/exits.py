"""What the program's exit codes mean."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """The code with which a command ends; part of the contract with other programs."""

    DONE = 0
    ILLEGAL = 1
    FAILED = 2
    NEEDS_REVIEW = 3
    INTERRUPTED = 130


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """The code of several things that were done: failed before illegal before what needs review.

    >>> worst([ExitCode.NEEDS_REVIEW, ExitCode.ILLEGAL]).name, worst([]).name
    ('ILLEGAL', 'DONE')
    """
    order = (ExitCode.DONE, ExitCode.NEEDS_REVIEW, ExitCode.ILLEGAL, ExitCode.FAILED)
    return max(codes, key=order.index, default=ExitCode.DONE)
