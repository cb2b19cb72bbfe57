"""The one family of errors that people see: which file, which place in it, what is wrong, what to do."""

from __future__ import annotations


class FairsheetError(Exception):
    """Something a person gave us cannot be used; the message says where it is wrong and what to do.

    `str()` is one line. `details` are further lines that are worth a look, such as the place in the file itself.

    >>> print(FairsheetError("a seed has 1 to 64 characters", where="--seed", hint="give a shorter one"))
    --seed: a seed has 1 to 64 characters; give a shorter one
    """

    def __init__(self, problem: str, *, where: str = "", hint: str = "", details: str = "") -> None:
        self.problem = problem
        self.where = where
        self.hint = hint
        self.details = details
        super().__init__(problem, where, hint)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f"; {self.hint}" if self.hint else ""
        return f"{place}{self.problem}{advice}"
