"""Sheets between two neighbours, whose sides belong to one of them or to both.

Sheet k lies between seat k, on the near side, and the next seat, on the far side. The fact `side` of a field says
whose it is; `fairsheet.sheets.model.sheet.Field.side` reads it.
"""

from __future__ import annotations

from typing import Literal

Side = Literal["near", "far"]

NEAR: Side = "near"
FAR: Side = "far"
SIDES = (NEAR, FAR)


def next_seat(seat: int, players: int) -> int:
    """Return the left-hand neighbour; after the last seat comes the first one.

    >>> next_seat(1, 3), next_seat(3, 3)
    (2, 1)
    """
    return seat % players + 1
