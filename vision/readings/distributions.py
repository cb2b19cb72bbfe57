"""Distributions over the marks of a field: what the ink, or ink and rules, say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from fairsheet.sheets.model.marks import Mark

Distribution = dict[Mark | None, float]
T = TypeVar("T")


def likeliest(distribution: Distribution) -> Mark | None:
    """The likeliest mark."""
    return max(distribution, key=distribution.__getitem__)


def normalized(distribution: Mapping[T, float]) -> dict[T, float]:
    """A distribution that adds up to 1."""
    whole = sum(distribution.values())
    return {each: probability / whole for each, probability in distribution.items()}


def weighed(distribution: Distribution, weight: Callable[[Mark | None], float]) -> Distribution:
    """The distribution with every probability times the weight of its mark."""
    return normalized({mark: probability * weight(mark) for mark, probability in distribution.items()})


def written(chosen: Mapping[str, Mark | None]) -> dict[str, Mark]:
    """The fields that bear ink."""
    return {field: mark for field, mark in chosen.items() if mark is not None}
