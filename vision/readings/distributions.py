"""Distributions over the marks of a field, by the ink only, or by ink and rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from fairsheet.sheets.model.marks import Mark

Distribution = dict[Mark | None, float]
T = TypeVar("T")


def likeliest(distribution: Distribution) -> Mark | None:
    """Return the likeliest mark."""
    return max(distribution, key=distribution.__getitem__)


def normalized(distribution: Mapping[T, float]) -> dict[T, float]:
    """Return a distribution scaled to add up to 1."""
    whole = sum(distribution.values())
    return {each: probability / whole for each, probability in distribution.items()}


def reweigh(distribution: Distribution, weight: Callable[[Mark | None], float]) -> Distribution:
    """Return a distribution with each probability multiplied by the weight of its mark."""
    if len(distribution) == 1:  # most fields
        return distribution
    return normalized({mark: probability * weight(mark) for mark, probability in distribution.items()})


def written(chosen: Mapping[str, Mark | None]) -> dict[str, Mark]:
    """Return the fields that have ink, with their marks."""
    return {field: mark for field, mark in chosen.items() if mark is not None}
