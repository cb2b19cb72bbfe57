"""A deal with other unseen cards: everything that was revealed up to a turn stays.

So a search plays on from a position without looking at the cards to come.

>>> from random import Random
>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.sheets.library.templates import load_sheet
>>> dealt = deal(load_sheet("launch"), "coral-otter-42", players=3)
>>> other = redeal(dealt, 7, Random(1))
>>> other.offers(7) == dealt.offers(7), other.offers(9) == dealt.offers(9)
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from fairsheet.engine.dealing.deal import PILES, TURNS_PER_PASS, Deal, Offer, SoloDeal, next_pass, offers_on
from fairsheet.engine.dealing.solo_deck import BOTTOM, CARDS, FIRST_TURNS, KEPT, SoloDeck
from fairsheet.sheets.library.solo_sheets import EFFECT_LETTERS

T = TypeVar("T")

Pile = tuple[int, ...]  # top card first, as places in `DECK` from 1


class RedealtDeal(Deal, frozen=True, kw_only=True):
    """A deal whose unseen cards were dealt again.

    `passes` are the three piles in each pass so far; `reshuffle` is the seed that shuffles them for all later passes.
    """

    passes: tuple[tuple[Pile, ...], ...]
    reshuffle: str

    @property
    def known_seed(self) -> None:
        """See `Deal.known_seed`."""
        return None

    def _pile(self, number: int, passes: int) -> Pile:
        return _pile_of(self.passes, self.reshuffle, number, passes)

    def _offers_of(self, turn: int) -> tuple[Offer, ...]:
        return _offers_in(self.passes, self.reshuffle, turn)


class RedealtSoloDeal(SoloDeal, frozen=True, kw_only=True):
    """A solo deal whose unseen cards were dealt again."""

    order: SoloDeck

    @property
    def known_seed(self) -> None:
        """See `Deal.known_seed`."""
        return None

    @property
    def _deck(self) -> SoloDeck:
        return self.order


def redeal(dealt: Deal, turn: int, rng: Random) -> Deal:
    """Return a deal with the same cards up to a turn, and the unseen cards in an order of `rng`.

    Turn 0 is the set-up. The numbers and actions of open cards stay, and so do actions that the next turn offers,
    because the backs of the next cards are visible. The order depends only on `rng` and on what was revealed.
    """
    same = {name: getattr(dealt, name) for name in Deal.__struct_fields__}
    if isinstance(dealt, SoloDeal):
        return RedealtSoloDeal(**same, gone=dealt.gone, order=_reshuffled(dealt.deck, turn, rng))
    number, index = divmod(max(turn - 1, 0), TURNS_PER_PASS)
    passes = [tuple(dealt.pile(pile, each) for pile in range(1, PILES + 1)) for each in range(number + 1)]
    seen = index + 2 if turn else 1
    unseen = [pile[seen:] for pile in passes[-1]]
    if number == 0:  # any unseen card can be in any pile
        cards = _shuffled([card for rest in unseen for card in rest], rng)
        rests = [cards[pile::PILES] for pile in range(PILES)]
    else:
        rests = [_shuffled(rest, rng) for rest in unseen]
    passes[-1] = tuple((*pile[:seen], *rest) for pile, rest in zip(passes[-1], rests, strict=True))
    return RedealtDeal(**same, passes=tuple(passes), reshuffle=f"{rng.getrandbits(128):032x}")


def _reshuffled(deck: SoloDeck, turn: int, rng: Random) -> SoloDeck:
    """Return the deck with another order of the cards that come after a turn.

    Effect cards that are still unseen in the first passage are in its last third.
    """
    seen = _end_of([isinstance(card, int) for card in deck.first], turn * CARDS)
    unseen = deck.first[seen:]
    cards = _shuffled([card for card in unseen if isinstance(card, int)], rng)
    upper = max(len(deck.first) - BOTTOM - len(EFFECT_LETTERS) - seen, 0)
    lower: list[int | str] = [*cards[upper:], *(card for card in unseen if isinstance(card, str))]
    first = (*deck.first[:seen], *cards[:upper], *_shuffled(lower, rng))
    seen = _end_of([place < KEPT for place in deck.second], (turn - FIRST_TURNS) * CARDS)
    return SoloDeck(first, (*deck.second[:seen], *_shuffled(deck.second[seen:], rng)))


def _end_of(are_numbers: Sequence[bool], cards: int) -> int:
    """Return the place after a number of cards that are no effect cards; the end if there are fewer."""
    places = [place for place, is_number in enumerate(are_numbers) if is_number]
    if cards > len(places):
        return len(are_numbers)
    return places[cards - 1] + 1 if cards > 0 else 0


@lru_cache(maxsize=1 << 12)  # a playout asks several times for those of a turn
def _offers_in(passes: tuple[tuple[Pile, ...], ...], reshuffle: str, turn: int) -> tuple[Offer, ...]:
    in_pass, index = divmod(turn - 1, TURNS_PER_PASS)
    piles = [_pile_of(passes, reshuffle, number, in_pass) for number in range(1, PILES + 1)]
    return offers_on(piles, index)


@lru_cache(maxsize=1024)
def _pile_of(passes: tuple[tuple[Pile, ...], ...], reshuffle: str, number: int, wanted: int) -> Pile:
    if wanted < len(passes):
        return passes[wanted][number - 1]
    return next_pass(_pile_of(passes, reshuffle, number, wanted - 1), reshuffle, number, wanted)


def _shuffled(cards: Iterable[T], rng: Random) -> list[T]:
    """Return cards in an order that does not depend on the one in which they were dealt."""
    in_order = sorted(cards, key=str)
    return rng.sample(in_order, len(in_order))
