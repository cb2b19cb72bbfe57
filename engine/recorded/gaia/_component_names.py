"""The names of components, from their only source: next to their fields on the players' record, otherwise on the set-up
sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fairsheet.engine.recorded.gaia._box import RECORD, SETUP
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Shape, Text
from fairsheet.sheets.model.geometry import Point

SIZE = 7.0  # points
BASELINE = 4.0  # mm from the top
COLOURS = {  # of homes, for use in a sentence
    "terra": Message("blue"),
    "oxide": Message("red"),
    "volcanic": Message("orange"),
    "desert": Message("yellow"),
    "swamp": Message("brown"),
    "titanium": Message("grey"),
    "ice": Message("white"),
}


@cache
def _all_words() -> Mapping[str, Message]:
    """Return the printed name of each component, by its id."""
    return {
        part.component: Message(shape.text)
        for sheet in (load_sheet(SETUP), load_sheet(RECORD))
        for part in reversed(sheet.drawn_parts)
        for number in part.shapes
        if isinstance(shape := sheet.shapes[number], Text)
    }


def words_of(component: str) -> Message:
    """Return the name of a component.

    >>> words_of("ft-ore")
    '7, ore'
    """
    return _all_words()[component]


def name_printed(component: str) -> tuple[Shape, ...]:
    """Return the name as a shape for the place of the component."""
    return (Text(Point(0, BASELINE), words_of(component), SIZE, font="condensed-bold"),)
