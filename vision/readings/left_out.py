"""Pages of a file without a sheet, such as blank backs: they are left out, and one line reports them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from fairsheet.languages.messages import Message, joined

NoSheet = Literal["blank", "thumbnail"]


@dataclass(frozen=True)
class LeftOut:
    """A page without a sheet, counted from 1, with the name of its picture."""

    name: str
    page: int
    what: NoSheet


def left_out_words(pages: Collection[NoSheet]) -> Message:
    """Return a message with the number of pages left out, at least one.

    >>> left_out_words(["blank", "blank", "blank"]), left_out_words(["thumbnail", "blank"])
    ('3 blank pages left out', '1 blank page left out, 1 thumbnail left out')
    """
    words = {
        "blank": Message("{n} blank page left out", "{n} blank pages left out"),
        "thumbnail": Message("{n} thumbnail left out", "{n} thumbnails left out"),
    }
    counts = {what: sum(page == what for page in pages) for what in words}
    return joined(", ", [words[what].filled(n=count) for what, count in counts.items() if count])
