"""What a program gives to the library: what is wrong with it is an error of ours, whose hint speaks Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from math import inf
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec

from fairsheet.sheets.support.errors import FairsheetError

P = ParamSpec("P")
T = TypeVar("T")

# Hints that name an option of a command, and what they say in Python.
_IN_PYTHON = (
    (r"give its template to scan or score: --sheet (\S+)", r'give it as well: sheets=[load_sheet("\1")]'),
    (r"with --solo\b", "with solo=, its level"),
    (r"with --no-names\b", "with names=False"),
    (r"(,? or|,? and say which game it is:) give --sheet, .*", ""),
    (r"as fairsheet scan -o writes it", "as write_record gives it"),
)


def in_python(function: Callable[P, T]) -> Callable[P, T]:
    """The function, with hints of its errors as a program needs them."""

    @wraps(function)
    def called(*args: P.args, **named: P.kwargs) -> T:
        try:
            return function(*args, **named)
        except FairsheetError as error:
            speak_python(error)
            raise
        except UnicodeEncodeError as error:  # of a path or a text, wherever it is written
            problem = f"{error.object!a:.60} is no Unicode text: it has half of a surrogate pair"
            raise FairsheetError(problem, where=function.__name__, hint="give it without that") from None

    return called


def speak_python(error: FairsheetError) -> None:
    """Change the place and the hint of an error so that they name arguments instead of options."""
    error.where = re.sub(r"^-o ", "out: ", error.where)
    for pattern, words in _IN_PYTHON:
        error.hint = re.sub(pattern, words, error.hint)


def check(types: object, hint: str, **arguments: object) -> None:
    """Raises FairsheetError where msgspec does not take the value of an argument, or what is in it, for these types."""
    for name, value in arguments.items():
        if isinstance(types, type) and issubclass(types, msgspec.Struct):  # a dict of the same fields is none
            check_kind(value, types, name, hint)
        try:
            plain = msgspec.to_builtins(value) if isinstance(value, msgspec.Struct) else value
            msgspec.convert(plain, types)
        except (
            msgspec.ValidationError,
            TypeError,
            AttributeError,
        ):  # the latter two: nothing that JSON holds
            raise FairsheetError(f"this is {_kind(value)}", where=name, hint=hint) from None


def check_limits(work: float | None, time_limit: float | None) -> None:
    """Raises FairsheetError unless what a proof may take is more than nothing, or None."""
    check(float | None, "give a number, or None", work=work, time_limit=time_limit)
    for name, value in (("work", work), ("time_limit", time_limit)):
        if value is not None and not 0 < value < inf:
            raise FairsheetError(f"{value:g} is no limit", where=name, hint="give more than 0, or None")


def check_path(value: object, where: str, hint: str, *others: type) -> None:
    """Raises FairsheetError where a value is neither a path nor of the `others`."""
    check_kind(value, (str, Path, *others), where, hint)
    if isinstance(value, str | Path) and "\0" in str(value):
        raise FairsheetError("a path has no character NUL", where=where, hint=hint)


def all_of(values: Iterable[T], kind: type[T] | tuple[type, ...], where: str, hint: str) -> list[T]:
    """The values of an argument that is a list or goes through like one. Raises FairsheetError for any other."""
    try:
        listed = None if isinstance(values, str | bytes) else list(iter(values))
    except TypeError:  # also of an array without dimensions
        listed = None
    if listed is None:
        raise FairsheetError(f"this is {_kind(values)}", where=where, hint=hint)
    for each in listed:
        check_kind(each, kind, where, hint)
    return listed


def check_kind(value: object, kind: type | tuple[type, ...], where: str, hint: str) -> None:
    """Raises FairsheetError where a value is of another kind."""
    if not isinstance(value, kind):
        raise FairsheetError(f"this is {_kind(value)}", where=where, hint=hint)


def _kind(value: object) -> str:
    return "None" if value is None else f"{value!r:.40}, of the type {type(value).__name__}"
