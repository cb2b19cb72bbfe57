"""The options that change how photos are read, the same for every command that reads any."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.read_choices import ReadChoices


def read_options(*, names: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that gives a command these options as its argument `choices`, a `ReadChoices`.

    `names` is whether names are read if neither `--names` nor `--no-names` is given, and Tesseract is installed.
    """

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "--names/--no-names", default=None, help="Whether to read players' names; needs Tesseract."
        )
        @wraps(command)
        def with_choices(*arguments: Any, names: bool | None, **others: Any) -> Any:
            are_read = are_names_read(names, usually=usually, roster=others.get("roster", ()))
            return command(*arguments, choices=ReadChoices(names=are_read), **others)

        return with_choices

    usually = names
    return with_options


def are_names_read(names: bool | None, *, usually: bool, roster: tuple[str, ...]) -> bool:
    """Return whether names written by hand are read: as was asked for, or `usually` if Tesseract is installed.

    Raises FairsheetError if they are not, though a roster is given.
    """
    are_read = (usually and _has_tesseract()) if names is None else names
    if roster and not are_read:
        hint = "install Tesseract (Debian: apt install tesseract-ocr), and leave out --no-names"
        raise FairsheetError("names are not read", where="--roster", hint=hint)
    return are_read


def _has_tesseract() -> bool:
    from fairsheet.vision.label.ocr import ocr_available

    return ocr_available()
