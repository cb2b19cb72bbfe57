"""The one family of errors that people see: which file, which place in it, what is wrong, what to do."""

from __future__ import annotations

import re
from copy import copy

_SURROGATES = re.compile("[\ud800-\udfff]")  # stand for bytes of a path that are no text
LONGEST_PART = 400  # characters shown of what an error says is wrong, of its place, and of its hint


class FairsheetError(Exception):
    """Something a person gave us cannot be used; the message says where it is wrong and what to do.

    `str()` is one line in which long quotes are cut, and text that every file can hold: bytes of a path that are none
    are shown as U+FFFD. `details` are further lines that are worth a look, such as the place in the file itself.
    `about` names what of a template it is about, for a caller that knows where in its file that stands.

    >>> print(FairsheetError("a seed has 1 to 64 characters", where="--seed", hint="give a shorter one"))
    --seed: a seed has 1 to 64 characters; give a shorter one
    """

    def __init__(
        self, problem: str, *, where: str = "", hint: str = "", details: str = "", about: str = ""
    ) -> None:
        self.problem = problem
        self.where = where
        self.hint = hint
        self.details = details
        self.about = about
        super().__init__(problem, where, hint)

    def __reduce__(self) -> tuple[object, ...]:
        """Passed between processes as it is, since each kind of error takes other arguments."""
        return _made_without_init, (type(self), self.args), self.__dict__

    def located(self, place: str) -> FairsheetError:
        """The same, said with the place in a template's file of what it is about."""
        where = f"{place}: {self.about}"
        return FairsheetError(self.problem, where=where, hint=self.hint, details=self.details)

    def within(self, name: str) -> FairsheetError:
        """The same, said of the file or picture in which it is wrong, unless its place says that already.

        >>> error = FairsheetError("a seed has 1 to 64 characters", where="--seed")
        >>> error.within("a.jpg").where, error.within("a.jpg").within("a.jpg").where
        ('a.jpg: --seed', 'a.jpg: --seed')
        """
        if self.where == name or self.where.startswith(f"{name}: "):
            return self
        error = copy(self)
        error.where = f"{name}: {self.where}" if self.where else name
        return error

    def __str__(self) -> str:
        where, problem, hint = (
            shortened(each, LONGEST_PART) for each in (self.where, self.problem, self.hint)
        )
        place = f"{where}: " if where else ""
        advice = f"; {hint}" if hint else ""
        return _SURROGATES.sub("\ufffd", f"{place}{problem}{advice}")


def _made_without_init(kind: type[FairsheetError], arguments: tuple[object, ...]) -> FairsheetError:
    return kind.__new__(kind, *arguments)


def shortened(text: str, most: int) -> str:
    """The text, its middle left out where it has more characters than `most`.

    >>> shortened("no such file: aaaaaaaaaaaaaaaaaaaaaaaa.jpg", 30)
    'no such file: aaaaaa...aaa.jpg'
    """
    if len(text) <= most:
        return text
    tail = most // 4
    return f"{text[: most - tail - 3]}...{text[len(text) - tail :]}"
