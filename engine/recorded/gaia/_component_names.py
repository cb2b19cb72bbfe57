"""The names of components in both languages: they are told once, beside their fields on the players' record, and
those that have no field there on the set-up sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fairsheet.engine.recorded.gaia._box import RECORD, SETUP
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Point, Shape, Text

SIZE = 7.0  # points
LINES = (2.6, 5.5)  # mm from the top to the baselines


@cache
def _all_words() -> Mapping[str, tuple[str, ...]]:
    """By component its names, as its part of the record or of the set-up sheet prints them."""
    return {
        part.component: tuple(
            shape.text for number in part.shapes if isinstance(shape := sheet.shapes[number], Text)
        )[-2:]
        for sheet in (load_sheet(SETUP), load_sheet(RECORD))
        for part in reversed(sheet.drawn_parts)
    }


def words_of(component: str) -> tuple[str, ...]:
    """The names of a component: English, then Czech; only one where both are the same.

    >>> words_of("ft-ore")
    ('7, ore', '7, materiál')
    """
    return _all_words()[component]


def names_printed(component: str) -> tuple[Shape, ...]:
    """Both names, one below the other."""
    fonts = ("condensed-bold", "condensed")
    colours = ("ink", "dark")
    return tuple(
        Text(Point(0, y), words, SIZE, font=font, colour=colour)
        for y, words, font, colour in zip(LINES, words_of(component), fonts, colours, strict=False)
    )
