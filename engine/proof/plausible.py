"""The marks that a sheet can have with the cards of its seed, and how often: they help to read bad handwriting.

>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.engine.games.registry import rules_of
>>> from fairsheet.sheets.library.templates import load_sheet
>>> game = rules_of(load_sheet("launch"))
>>> marks = plausible_marks(game, deal(game.sheet, "coral-otter-42", players=3), turns=5)
>>> sorted(marks["floor-8.1"], key=str)
[8, 'X']
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.play.game import Game
from fairsheet.engine.rules.offers import near
from fairsheet.sheets.model.marks import Mark

CHANGED = 0.2  # weight of an offer for a nearby number, into which it may be changed


def plausible_marks(game: Game, deal: Deal, turns: int) -> Mapping[str, frozenset[Mark]]:
    """Return for every slot the marks that it can get in a number of turns, each mark on its own.

    Numbers are those that one of the offers dealt can put there, regardless of the rest of the sheet. Other marks are
    not filtered: a slot that accepts an X keeps it.
    """
    offers: defaultdict[int, set[Offer]] = defaultdict(set)  # by each number into which they may be changed
    for offer in {offer for turn in range(1, turns + 1) for offer in deal.possible_offers(turn)}:
        for number in near(offer.number):
            offers[number].add(offer)
    return {
        field.id: frozenset(
            mark
            for mark in field.accepts
            if isinstance(mark, str) or any(game.can_take(field.id, mark, offer) for offer in offers[mark])
        )
        for field in game.sheet.fields
        if field.kind == "slot"
    }


def frequencies(deal: Deal, turns: int) -> Mapping[int, float]:
    """Return how often each number comes up in a number of turns, relative to the mean of all numbers dealt.

    >>> from fairsheet.engine.dealing.deal import deal
    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> often = frequencies(deal(load_sheet("launch"), "coral-otter-42", players=3), turns=30)
    >>> [round(often[number], 1) for number in (1, 8, 15, 16)]
    [0.5, 1.2, 0.3, 0.1]
    """
    offered = Counter(offer.number for turn in range(1, turns + 1) for offer in deal.possible_offers(turn))
    count: defaultdict[int, float] = defaultdict(float)
    for number, times in offered.items():
        for other in near(number):
            count[other] += times * (1.0 if other == number else CHANGED)
    mean = sum(count.values()) / max(len(offered), 1)
    return {number: times / mean for number, times in count.items()}
