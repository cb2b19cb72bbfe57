"""Items that need places of their own, held against trying out every way to place them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from fairsheet.engine.solver.matching import unmatched

Choices = Mapping[str, Sequence[int]]

CHOICES: st.SearchStrategy[Choices] = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.integers(1, 5), unique=True, max_size=4)
)


def fit(choices: Choices, items: Iterable[str]) -> bool:
    """Whether these items can have places of their own."""
    items = list(items)
    return any(len(set(places)) == len(items) for places in product(*(choices[item] for item in items)))


@given(CHOICES)
def test_only_items_that_do_not_fit_are_unmatched(choices: Choices) -> None:
    found = list(unmatched(choices))
    assert bool(found) is not fit(choices, choices)
    for items in found:
        assert not fit(choices, items)
        assert all(fit(choices, rest) for rest in combinations(items, len(items) - 1))
