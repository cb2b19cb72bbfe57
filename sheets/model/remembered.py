"""A cache of results that depend only on a sheet: photos and tables of a few sheets come by the hundred."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from fairsheet.sheets.model.sheet import Sheet

SHEETS = 128  # kept for each function: enough for all sheets of a template with choices

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class _Key:
    """A sheet, identified by its digest: comparing whole sheets would take as long as the cached work."""

    digest: str
    sheet: Sheet = dataclasses.field(compare=False)


def remembered(function: Callable[[Sheet], T]) -> Callable[[Sheet], T]:
    """Cache a function for the last `SHEETS` sheets. It must be pure, and nobody may change its results.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> boxes = remembered(lambda sheet: [field.id for field in sheet.fields if field.kind == "box"])
    >>> boxes(load_sheet("launch")) is boxes(load_sheet("launch"))
    True
    """

    @lru_cache(maxsize=SHEETS)
    def compute(key: _Key) -> T:
        return function(key.sheet)

    @wraps(function)
    def cached(sheet: Sheet) -> T:
        return compute(_Key(sheet.digest, sheet))

    return cached
