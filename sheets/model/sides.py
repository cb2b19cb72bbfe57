"""Sheets that lie between two neighbours: the sides by which their fields belong to one of them or to both.

Sheet k lies between seat k, whose side is near, and the next seat, who sits opposite at the far side. A field says
whose it is by the fact `side`; `fairsheet.sheets.model.sheet.Field.side` reads it.
"""

from __future__ import annotations

from typing import Literal

Side = Literal["near", "far"]

NEAR: Side = "near"
FAR: Side = "far"
SIDES = (NEAR, FAR)


def next_seat(seat: int, players: int) -> int:
    """The left-hand neighbour; after the last seat comes the first one.

    >>> next_seat(1, 3), next_seat(3, 3)
    (2, 1)
    """
    return seat % players + 1
