"""The corporations that a seed offers to a player, as they are printed on the record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.recorded import Draw
from engine.recorded.ares.draw import corporations_of
from sheets.library import load_sheet
from sheets.model import Icon, Point, Shape, Text

SIZE = 7.0  # points
BASELINE = 2.9  # mm below the top of the place


def corporations_printed(drawn: Draw, seat: int) -> tuple[Shape, ...]:
    """Both corporations of a seat in words."""
    first, second = (corporation_names()[id_] for id_ in corporations_of(drawn, seat))
    words = f"the seed offers {first} or {second} · semínko nabízí {first} nebo {second}"
    return (Text(Point(0, BASELINE), words, SIZE, colour="dark"),)


@cache
def corporation_names() -> Mapping[str, str]:
    """By corporation its name, as it is printed behind its icon.

    >>> corporation_names()["unmi"]
    'UNMI'
    """
    sheet = load_sheet("ares-record")
    fields = {field.rect: field.id for field in sheet.fields if field.id.startswith("corp.")}
    names = {}
    for number, shape in enumerate(sheet.shapes):
        if isinstance(shape, Icon) and shape.rect in fields:
            behind = next(other for other in sheet.shapes[number:] if isinstance(other, Text))
            names[fields[shape.rect].removeprefix("corp.")] = behind.text
    return names
