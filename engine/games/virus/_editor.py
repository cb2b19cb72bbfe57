"""One player's hand in one turn of virus: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.games.virus._board import Board
from fairsheet.engine.play.editor import order_of
from fairsheet.engine.rules.wilds import WildEditor, WildOrder, panel_orders
from fairsheet.sheets.model.marks import Mark


class MarkOrder(WildOrder, frozen=True):
    """The order in which a player makes marks that the rules leave open; energies and plants by quarter.

    `rings` are those that the player draws round quarters with empty slots when the game is over.
    """

    energies: Mapping[str, tuple[str, ...]]
    plants: Mapping[str, tuple[str, ...]]
    rings: frozenset[str]


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    quarters = board.quarters
    return MarkOrder(
        energies={id_: ordered(quarter.energies, "circled") for id_, quarter in quarters.items()},
        plants={id_: ordered(quarter.plants, "circled") for id_, quarter in quarters.items()},
        panels=panel_orders(board, ordered),
        rings=frozenset(field for field, _ in order if field in board.rings),
    )


class VirusEditor(WildEditor):
    """Writes on a sheet of virus.

    Pending are an action, or the robot or energy of a full row (`tracks`); later what viruses do (`propagation`).
    """

    board: Board
    mark_order: MarkOrder
