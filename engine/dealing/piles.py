"""The cards of a game with an unknown seed, in three piles."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import Deal, Offer, check_turn

Piles = tuple[tuple[Card, ...], ...]


class FoundCards(msgspec.Struct, frozen=True):
    """A possible deal: the mission of each letter, and the cards of each pile in order."""

    missions: Mapping[str, str]
    piles: Piles


class PiledDeal(Deal, frozen=True, kw_only=True):
    """The cards of each pile in order, from pass to pass.

    Every pass begins with the last card of the pass before. The turns after the last card have no offers.
    """

    piles: Piles

    def offers(self, turn: int) -> tuple[Offer, ...]:
        """Return the offers of a turn, pile by pile: the number of a card with the action of the card before.

        Raises FairsheetError for a turn outside of `TURNS`.
        """
        check_turn(turn)
        return tuple(
            Offer(pile[turn].number, pile[turn - 1].action) for pile in self.piles if turn < len(pile)
        )
