"""The options that change how photos are read, shared by all commands that read photos."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import click

from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.readings.read_choices import ReadChoices

T = TypeVar("T")


def read_options(*, names: bool) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Return a decorator that gives a command these options as the argument `choices`, a `ReadChoices`.

    Without `--names` and `--no-names`, names are read if `names` is true and Tesseract is installed.
    """
    usually = names

    def with_options(command: Callable[..., T]) -> Callable[..., T]:
        @click.option(
            "--names/--no-names",
            default=None,
            help="Read the players' handwritten names with Tesseract; default "
            f"{'yes, if it is installed' if usually else 'no'}.",
        )
        @wraps(command)
        def with_choices(*arguments: object, names: bool | None, **others: object) -> T:
            are_read = are_names_read(names, usually=usually, has_roster=bool(others.get("roster")))
            return command(*arguments, choices=ReadChoices(names=are_read), **others)

        return with_choices

    return with_options


def are_names_read(names: bool | None, *, usually: bool, has_roster: bool) -> bool:
    """Return whether handwritten names are read: as `names` says; if it is None, `usually` if Tesseract is installed.

    Raises FairsheetError if they are not read although a roster is given.
    """
    are_read = (usually and _has_tesseract()) if names is None else names
    if has_roster and not are_read:
        hint = Message("install Tesseract (Debian: apt install tesseract-ocr), and leave out --no-names")
        problem = Message("a roster needs names to be read")
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--roster", hint=hint)
    return are_read


def _has_tesseract() -> bool:
    from fairsheet.vision.label.ocr import ocr_available

    return ocr_available()
