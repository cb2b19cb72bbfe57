"""What a player of the solo game has beside the sheet: an order of marking on the panel, and the turn being played."""

from __future__ import annotations

import msgspec

from fairsheet.engine.play.editor import MarkOrder


class SoloPart(msgspec.Struct, frozen=True):
    """What a player of the solo game has beside the sheet: an order of marking, and the turn being played.

    `leaves` is the card of the turn, from 1, that leaves the game, when that is done, and `thrown_out` how.
    `nothing`: no number could be written, and no error was left.
    """

    order: MarkOrder
    leaves: int | None = None
    thrown_out: bool | None = None
    nothing: bool = False
