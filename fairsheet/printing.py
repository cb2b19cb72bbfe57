"""What goes on the labels of a game's pages."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deal import Deal
from sheets.label import Label
from sheets.model import Sheet


def labels_of(sheet: Sheet, deal: Deal, seats: Sequence[int]) -> list[Label]:
    """The labels of the pages of some seats, in order."""
    missions = tuple(deal.missions[letter] for letter in sorted(deal.missions))
    return [
        Label(sheet.name, sheet.fingerprint, deal.seed, deal.players, seat, deal.solo, missions, page)
        for seat in seats
        for page in range(1, sheet.pages + 1)
    ]
