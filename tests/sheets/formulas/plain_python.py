"""Compare formulas on random fillings with plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet

FILLINGS = pytest.mark.parametrize("number", [500, pytest.param(10_000, marks=pytest.mark.soak)])

Marks = Mapping[str, Mark]


def random_fillings(kinds: Mapping[str, Sequence[Mark]], number: int, seed: int) -> list[dict[str, Mark]]:
    """Yield random marks, of every density, of the `kinds` that each field accepts."""
    chance = random.Random(seed)
    shares = (chance.random() for _ in range(number))
    return [
        {id_: chance.choice(of) for id_, of in kinds.items() if chance.random() < share} for share in shares
    ]


def assert_given(
    made: Sheet, wanted: Callable[[Marks], int], fillings: Iterable[Marks], different: int
) -> None:
    """Check that the first score of a sheet is as computed, within its bounds, and not constant."""
    formula = made.scores[0].formula
    value = compile_formula(formula, made)
    least, greatest = bounds(formula, made)
    found = [(value(marks), wanted(marks)) for marks in fillings]
    assert [got for got, _ in found] == [right for _, right in found]
    assert all(least <= got <= greatest for got, _ in found)
    assert len({got for got, _ in found}) > different
