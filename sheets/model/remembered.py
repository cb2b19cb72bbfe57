"""What follows from a layout alone, kept for those that were asked about last: photos and tables of a few come by
the hundred."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from fairsheet.sheets.model.sheet import Sheet

LAYOUTS = 128  # that are kept for each function: all those of a template with choices

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class _Layout:
    """A sheet, identified by its name and fingerprint: to compare sheets takes as long as what is remembered."""

    name: str
    fingerprint: str
    sheet: Sheet = dataclasses.field(compare=False)


def remembered(function: Callable[[Sheet], T]) -> Callable[[Sheet], T]:
    """The function, which must be pure and whose results nobody changes, asked once for each of the last layouts.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> boxes = remembered(lambda sheet: [field.id for field in sheet.fields if field.kind == "box"])
    >>> boxes(load_sheet("launch")) is boxes(load_sheet("launch"))
    True
    """

    @lru_cache(maxsize=LAYOUTS)
    def of(layout: _Layout) -> T:
        return function(layout.sheet)

    @wraps(function)
    def asked(sheet: Sheet) -> T:
        return of(_Layout(sheet.name, sheet.fingerprint, sheet))

    return asked
