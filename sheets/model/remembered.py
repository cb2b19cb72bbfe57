"""What follows from a sheet alone, kept for those that were asked about last: photos and tables of a few come by
the hundred."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from fairsheet.sheets.model.sheet import Sheet

SHEETS = 128  # that are kept for each function: all those of a template with choices

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class _Known:
    """A sheet, identified by its digest: to compare sheets takes as long as what is remembered."""

    digest: str
    sheet: Sheet = dataclasses.field(compare=False)


def remembered(function: Callable[[Sheet], T]) -> Callable[[Sheet], T]:
    """The function, which must be pure and whose results nobody changes, asked once for each of the last sheets.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> boxes = remembered(lambda sheet: [field.id for field in sheet.fields if field.kind == "box"])
    >>> boxes(load_sheet("launch")) is boxes(load_sheet("launch"))
    True
    """

    @lru_cache(maxsize=SHEETS)
    def of(known: _Known) -> T:
        return function(known.sheet)

    @wraps(function)
    def asked(sheet: Sheet) -> T:
        return of(_Known(sheet.digest, sheet))

    return asked
