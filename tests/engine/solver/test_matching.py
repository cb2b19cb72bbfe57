"""Test items that need separate places, compared with a search through all placements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.solver.matching import matchable, unmatched

Choices = Mapping[str, Sequence[int]]

CHOICES: st.SearchStrategy[Choices] = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.integers(1, 5), unique=True, max_size=4)
)


def fit(choices: Choices, items: Iterable[str]) -> bool:
    """Return whether these items can have separate places."""
    items = list(items)
    return any(len(set(places)) == len(items) for places in product(*(choices[item] for item in items)))


@given(CHOICES)
@settings(max_examples=50)
def test_only_items_that_do_not_fit_are_unmatched(choices: Choices) -> None:
    found = list(unmatched(choices))
    assert bool(found) is not fit(choices, choices)
    for items in found:
        assert not fit(choices, items)
        assert all(fit(choices, rest) for rest in combinations(items, len(items) - 1))


@settings(max_examples=50)
@given(st.lists(st.lists(st.integers(1, 5), max_size=4, unique=True), max_size=5), st.sets(st.integers(1, 5)))
def test_matchable_keeps_pairs_of_some_matching(rows: list[list[int]], vacant: set[int]) -> None:
    kept: list[set[int]] = [set() for _ in rows]
    for places in permutations(range(1, 6), len(rows)):
        left = set(range(1, 6)) - set(places)
        if left <= vacant and all(place in row for place, row in zip(places, rows, strict=True)):
            for index, place in enumerate(places):
                kept[index].add(place)
    found = matchable(dict(enumerate(rows)), 5, sorted(vacant))
    if found is None:
        assert all(not row for row in kept)
    else:
        assert [set(found[index]) for index in range(len(rows))] == kept


def test_more_items_than_places_have_no_matching() -> None:
    assert matchable({"a": [1], "b": [1]}, places=1, vacant=[]) is None
