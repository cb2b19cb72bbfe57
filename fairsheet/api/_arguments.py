"""Check the arguments of library functions, and rephrase hints of errors for Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from math import ceil, inf
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec

from fairsheet.engine.solver.budget import TIME_LIMIT, WORK_LIMIT, Budget
from fairsheet.languages.catalogues import languages
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

P = ParamSpec("P")
T = TypeVar("T")

# A function that is called with the work in progress, the number of things done, and their total.
Progress = Callable[[str, int, int], None]

# Hints that name an option of a command, and their form in Python.
_IN_PYTHON = (
    (r"give its template to scan or score: --sheet (\S+)", r'give it as well: sheets=[load_sheet("\1")]'),
    (r"with --solo\b", "with solo=, its level"),
    (r"with --no-names\b", "with names=False"),
    (r"(,? or|,? and say which game it is:) give --sheet, .*", ""),
    (r"as fairsheet scan -o writes it", "as write_record gives it"),
)


def in_python(function: Callable[P, T]) -> Callable[P, T]:
    """Wrap a function so that the hints of its errors name arguments, not options."""

    @wraps(function)
    def called(*args: P.args, **named: P.kwargs) -> T:
        try:
            return function(*args, **named)
        except FairsheetError as error:
            use_argument_names(error)
            raise
        except UnicodeEncodeError as error:  # a path or text with half a surrogate pair, written anywhere
            problem = f"{error.object!a:.60} is no Unicode text: it has half of a surrogate pair"
            raise FairsheetError(
                problem, code=ErrorCode.BAD_OPTION, where=function.__name__, hint="remove it"
            ) from None

    return called


def use_argument_names(error: FairsheetError) -> None:
    """Change the place and the hint of an error so that they name arguments, not options."""
    error.where = re.sub(r"^-o ", "out: ", error.where)
    for pattern, words in _IN_PYTHON:
        error.hint = re.sub(pattern, words, error.hint)


def check(types: object, hint: str, **arguments: object) -> None:
    """Raise FairsheetError if an argument, or a value inside it, is not of these types (by `msgspec.convert`)."""
    for name, value in arguments.items():
        if isinstance(types, type) and issubclass(types, msgspec.Struct):  # msgspec would accept a dict
            check_kind(value, types, name, hint)
        try:
            plain = msgspec.to_builtins(value) if isinstance(value, msgspec.Struct) else value
            msgspec.convert(plain, types)
        except (msgspec.ValidationError, TypeError, AttributeError):
            # the latter two are for values that JSON cannot hold
            problem = f"this is {_describe(value)}"
            raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=name, hint=hint) from None


def watched(items: Iterable[T], progress: Progress | None, work: str, total: int) -> Iterator[T]:
    """Yield the items; when one is done, call `progress` with the work, the number of items done, and their total."""
    for done, each in enumerate(items, 1):
        yield each
        if progress is not None:
            progress(work, done, total)


def check_language(lang: str) -> None:
    """Raise FairsheetError unless fairsheet has words in this language."""
    if lang not in languages():
        hint = f"give one of {', '.join(languages())}"
        problem = f"there is no language {lang!r}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="lang", hint=hint)


class _WatchedBudget(Budget):
    """A budget that calls `progress` with "proving", the whole units of work done, and their limit."""

    def __init__(self, work: float, seconds: float, progress: Progress) -> None:
        super().__init__(work, seconds)
        self._limit = work
        self._progress = progress
        self._done = 0

    def spend(self, work: float) -> None:
        super().spend(work)
        limit = ceil(self._limit)
        done = min(int(self._limit - self._work), limit)
        if done > self._done:
            self._done = done
            self._progress("proving", done, limit)


def budget_of(work: float | None, time_limit: float | None, progress: Progress | None) -> Budget:
    """Return the budget of a proof. Raises FairsheetError unless its limits are positive numbers or None."""
    check(float | None, "give a number, or None", work=work, time_limit=time_limit)
    for name, value in (("work", work), ("time_limit", time_limit)):
        if value is not None and not 0 < value < inf:
            hint = "give more than 0, or None"
            raise FairsheetError(f"{value:g} is no limit", code=ErrorCode.BAD_OPTION, where=name, hint=hint)
    units = WORK_LIMIT if work is None else work
    seconds = TIME_LIMIT if time_limit is None else time_limit
    return Budget(units, seconds) if progress is None else _WatchedBudget(units, seconds, progress)


def check_path(value: object, where: str, hint: str, *others: type) -> None:
    """Raise FairsheetError if a value is neither a path nor of one of the `others` types."""
    check_kind(value, (str, Path, *others), where, hint)
    if isinstance(value, str | Path) and "\0" in str(value):
        raise FairsheetError("a path has no character NUL", code=ErrorCode.BAD_OPTION, where=where, hint=hint)


def all_of(values: Iterable[T], kind: type[T] | tuple[type, ...], where: str, hint: str) -> list[T]:
    """Return the values of an iterable argument as a list. Raises FairsheetError unless all are of this kind."""
    try:
        listed = None if isinstance(values, str | bytes) else list(iter(values))
    except TypeError:  # not iterable, or an array without dimensions
        listed = None
    if listed is None:
        problem = f"this is {_describe(values)}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=where, hint=hint)
    for each in listed:
        check_kind(each, kind, where, hint)
    return listed


def check_kind(value: object, kind: type | tuple[type, ...], where: str, hint: str) -> None:
    """Raise FairsheetError unless a value is of this kind."""
    if not isinstance(value, kind):
        raise FairsheetError(f"this is {_describe(value)}", code=ErrorCode.BAD_OPTION, where=where, hint=hint)


def _describe(value: object) -> str:
    return "None" if value is None else f"{value!r:.40}, of the type {type(value).__name__}"
