"""What a player of the solo game has beside the sheet: an order of marking on the panel, and the turn being played."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fairsheet.engine.play.editor import order_of
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.sheets.model.marks import Mark


class SoloOrder(msgspec.Struct, frozen=True):
    """The order in which a player marks what the rules leave open on the panel."""

    given: tuple[tuple[str, tuple[str, ...]], ...]  # by action
    circled: tuple[str, ...]
    crossed: tuple[str, ...]

    def given_of(self, action: str) -> tuple[str, ...]:
        """The marks of the cards of an action."""
        return dict(self.given)[action]


def solo_order(panel: Panel, order: Sequence[tuple[str, Mark]]) -> SoloOrder:
    """The panel's part of a mark order."""
    ordered = order_of(order)
    return SoloOrder(
        tuple((action, ordered(row.fields, "crossed")) for action, row in panel.rows.items()),
        ordered(panel.bonuses.fields, "circled"),
        ordered(panel.bonuses.fields, "crossed"),
    )


class SoloPart(msgspec.Struct, frozen=True):
    """What a player of the solo game has beside the sheet: an order of marking, and the turn being played.

    `leaves` is the card of the turn, from 1, that leaves the game, when that is done, and `thrown_out` how.
    `nothing`: no number could be written, and no error was left.
    """

    order: SoloOrder
    leaves: int | None = None
    thrown_out: bool | None = None
    nothing: bool = False
