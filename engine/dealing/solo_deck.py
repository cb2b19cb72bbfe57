"""The deck of the solo game: 63 cards and three effect cards, played in two passages.

The seed shuffles the first passage. In each of its turns, one card leaves the game, and the two others go to the
discard pile. This pile is shuffled with the effect cards into the second passage.
`docs/interfaces/dealing.md` describes the method in enough detail to reimplement it.

    >>> turns = first_passage(deck_of("coral-otter-42", range(1, 64)))
    >>> turns[0].cards[0], turns[-1].turn
    (Card(number=1, action='robot'), 21)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from fairsheet.engine.dealing.cards import DECK, Card
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.sheets.library.solo_sheets import EFFECT_LETTERS

CARDS = 3  # turned over in a turn; one of them leaves the game
FIRST_TURNS = len(DECK) // CARDS
KEPT = len(DECK) - FIRST_TURNS  # cards of the second passage
SECOND_CARDS = KEPT + len(EFFECT_LETTERS)
SECOND_TURNS = KEPT // CARDS
LAST_TURN = FIRST_TURNS + SECOND_TURNS  # in the turn after it the deck is empty for the second time

BOTTOM = len(DECK) // 3  # cards among which the effect cards are shuffled
_EFFECTS_STREAM = "solo effects"
_SECOND_STREAM = "solo second passage"


class SoloTurn(msgspec.Struct, frozen=True):
    """A turn: three cards, and the letters of effect cards that come up before the last of them.

    Effect cards left after the last turn are a turn without cards. The first `effects_first` effect cards come up
    before the first card.
    """

    turn: int
    cards: tuple[Card, ...]
    effects: tuple[str, ...]
    effects_first: int = 0


class SoloDeck(msgspec.Struct, frozen=True):
    """The order of the cards in both passages, top card first.

    `first` has places in `DECK`, from 1, and letters of effect cards. `second` has places, from 0, in the discard pile,
    which ends with the effect cards.
    """

    first: tuple[int | str, ...]
    second: tuple[int, ...]

    @property
    def sources(self) -> list[tuple[int, int]]:
        """The turn in which each card of the second passage was kept, and its place (0 or 1) there."""
        return [(place // 2 + 1, place % 2) for place in self.second if place < KEPT]


def deck_of(seed: str, pack: Sequence[int]) -> SoloDeck:
    """Return the deck of a seed. `pack` is its shuffled pack, as places in `DECK` from 1.

    The effect cards are shuffled into the last third of the first passage.
    """
    bottom: list[int | str] = [*pack[-BOTTOM:], *EFFECT_LETTERS]
    first = (*pack[:-BOTTOM], *Stream(seed, _EFFECTS_STREAM).shuffled(bottom))
    return SoloDeck(first, tuple(Stream(seed, _SECOND_STREAM).shuffled(range(SECOND_CARDS))))


def first_passage(deck: SoloDeck) -> tuple[SoloTurn, ...]:
    """Return the turns of the first passage."""
    return tuple(_turns(_first_stack(deck), 1, ()))


def second_passage(deck: SoloDeck, gone: Sequence[Card]) -> tuple[SoloTurn, ...]:
    """Return the turns of the second passage, given the card that left the game in each turn of the first.

    Effect cards left below the first passage come up in the first of these turns; those left below the second one are a
    turn without cards.
    """
    below = left_below(_first_stack(deck))
    kept: list[Card] = []  # on the discard pile, in the order in which they came up
    for turn, leaves in zip(first_passage(deck), gone, strict=True):
        place = turn.cards.index(leaves)
        kept += turn.cards[:place] + turn.cards[place + 1 :]
    stack = [kept[place] if place < KEPT else EFFECT_LETTERS[place - KEPT] for place in deck.second]
    turns = list(_turns(stack, FIRST_TURNS + 1, below))
    if effects := left_below(stack):
        turns.append(SoloTurn(LAST_TURN + 1, (), effects, len(effects)))
    return tuple(turns)


class DealtEffect(msgspec.Struct, frozen=True):
    """An effect card that comes up for the first or the second time, in a turn, perhaps before its first card."""

    letter: str
    time: int
    turn: int
    is_before_cards: bool = False


@lru_cache(maxsize=256)
def effects_of_deck(deck: SoloDeck) -> tuple[DealtEffect, ...]:
    """Return all effect cards as they come up. Their turns do not depend on the cards that left."""
    first = first_passage(deck)
    turns = (*first, *second_passage(deck, [turn.cards[0] for turn in first]))
    effects: list[DealtEffect] = []
    for turn in turns:
        for index, letter in enumerate(turn.effects):
            time = 1 + sum(each.letter == letter for each in effects)
            effects.append(DealtEffect(letter, time, turn.turn, index < turn.effects_first))
    return tuple(effects)


def _first_stack(deck: SoloDeck) -> list[Card | str]:
    """Return the first passage, top card first, as cards and letters."""
    return [DECK[each - 1] if isinstance(each, int) else each for each in deck.first]


def left_below(stack: Sequence[Card | str]) -> tuple[str, ...]:
    """Return the effect cards below the last card with a number."""
    last = max(index for index, each in enumerate(stack) if isinstance(each, Card))
    return tuple(each for each in stack[last + 1 :] if isinstance(each, str))


def _turns(stack: Iterable[Card | str], turn: int, effects: tuple[str, ...]) -> Iterator[SoloTurn]:
    """Yield the turns of a stack from a turn on; `effects` come up before it."""
    cards: list[Card] = []
    early = len(effects)
    for each in stack:
        if isinstance(each, str):
            effects = (*effects, each)
            early += not cards
            continue
        cards.append(each)
        if len(cards) == CARDS:
            yield SoloTurn(turn, tuple(cards), effects, early)
            turn, cards, effects, early = turn + 1, [], (), 0
