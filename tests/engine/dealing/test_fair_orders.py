"""Test with chi-square over many seeds that the orders of seeds are as even as chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from math import factorial, sqrt

import numpy as np
import pytest

from fairsheet.engine.dealing.cards import DECK
from fairsheet.engine.dealing.deal import PILES, deal, pile_of, solo_deck_of, solo_stack_of
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.dealing.solo_deck import KEPT
from fairsheet.sheets.library.solo_sheets import EFFECT_LETTERS
from fairsheet.sheets.library.templates import load_sheet

FEW_SEEDS, MANY_SEEDS = 2_000, 100_000
# allowed standard deviations from the mean; chance exceeds this once in 100,000 tests
FARTHEST = 4.5


def seeds(count: int) -> Iterable[str]:
    return (f"table-{number}" for number in range(count))


def deviation(counts: np.ndarray, expected: float, freedom: int) -> float:
    """Return chi-square's distance from its mean in standard deviations; a large `freedom` makes it nearly normal."""
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    return (chi_square - freedom) / sqrt(2 * freedom)


def deck_deviation(count: int) -> float:
    """Return the deviation of the cards' positions in the deck."""
    places = np.zeros((len(DECK), len(DECK)), np.int64)
    for seed in seeds(count):
        deck = [card for pile in range(1, PILES + 1) for card in pile_of(seed, pile, 0)]
        assert sorted(deck) == list(range(1, len(DECK) + 1))
        places[np.arange(len(DECK)), np.array(deck) - 1] += 1
    return deviation(places, count / len(DECK), (len(DECK) - 1) ** 2)


def orders_deviation(count: int, items: int) -> float:
    """Return the deviation of all orders of a few items."""
    found = Counter(tuple(Stream(seed, "deck").shuffled(range(items))) for seed in seeds(count))
    counts = np.array([found[order] for order in permutations(range(items))])
    return deviation(counts, count / factorial(items), factorial(items) - 1)


def effects_deviation(count: int) -> float:
    """Return the deviation of the effect cards' positions in both passages of the solo game."""
    first = np.zeros((len(EFFECT_LETTERS), 24), np.int64)
    second = np.zeros((len(EFFECT_LETTERS), KEPT + len(EFFECT_LETTERS)), np.int64)
    for seed in seeds(count):
        stack = solo_stack_of(seed)
        for row, letter in enumerate(EFFECT_LETTERS):
            first[row, stack.index(letter) - 42] += 1
            second[row, solo_deck_of(seed).second.index(KEPT + row)] += 1
    freedom = len(EFFECT_LETTERS) * (first.shape[1] - 1 + second.shape[1] - 1)
    both = [(counts - count / counts.shape[1]) ** 2 / (count / counts.shape[1]) for counts in (first, second)]
    return (float(sum(each.sum() for each in both)) - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("items", [5, pytest.param(6, marks=pytest.mark.soak)])
def test_every_order_of_cards_is_equally_likely(items: int) -> None:
    count = FEW_SEEDS if items == 5 else MANY_SEEDS
    for found in (deck_deviation(count), orders_deviation(count, items), effects_deviation(count)):
        assert abs(found) < FARTHEST


def test_missions_are_drawn_evenly() -> None:
    launch = load_sheet("launch")
    found = Counter(tuple(deal(launch, seed, 2).missions.values()) for seed in seeds(FEW_SEEDS))
    assert len(found) == 8
    assert abs(deviation(np.array(list(found.values())), FEW_SEEDS / 8, 7)) < FARTHEST


def test_an_uneven_shuffle_is_noticed() -> None:
    """A shuffle that swaps with any position, instead of earlier ones only, prefers some orders."""

    def shuffled(seed: str) -> tuple[int, ...]:
        stream, items = Stream(seed, "deck"), [0, 1, 2, 3, 4]
        for place in range(5):
            other = stream.below(5)
            items[place], items[other] = items[other], items[place]
        return tuple(items)

    found = Counter(map(shuffled, seeds(FEW_SEEDS)))
    counts = np.array([found[order] for order in permutations(range(5))])
    assert deviation(counts, FEW_SEEDS / 120, 119) > FARTHEST
