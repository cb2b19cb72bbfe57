"""What goes on the labels of a game's pages."""

from __future__ import annotations

from collections.abc import Sequence

from engine.record import Table
from sheets.label import Label
from sheets.model import Sheet


def labels_of(sheet: Sheet, game: Table, seats: Sequence[int]) -> list[Label]:
    """The labels of the pages of some seats, in order."""
    missions = tuple(card for _, card in sorted((game.missions or {}).items()))
    return [
        Label(sheet.name, sheet.fingerprint, game.seed, game.players, seat, game.solo, missions, page)
        for seat in seats
        for page in range(1, sheet.pages + 1)
    ]
