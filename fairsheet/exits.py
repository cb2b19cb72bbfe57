"""What the program's exit codes mean."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The code with which a command ends; part of the contract with other programs."""

    DONE = 0
    ILLEGAL = 1
    FAILED = 2
    NEEDS_A_PERSON = 3
    INTERRUPTED = 130
