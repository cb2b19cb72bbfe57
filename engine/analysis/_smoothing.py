"""The most likely course of a value that moves in random steps between two known ends and was measured in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fairsheet.sheets.support.frozen_values import Frozen


class Measured(Frozen, frozen=True):
    """A measured value with the variance of its error, and the variance of the step that leads to it."""

    value: float
    error: float
    step: float


def smooth_steps(start: float, measured: Sequence[Measured]) -> Iterator[tuple[float, float]]:
    """Yield for each step its expected length and the variance of it, given all measured values.

    `start` and the last value have no error. The steps add up to the way from one to the other, because each is the
    weighted mean of what comes before and after it (a Kalman smoother of a random walk).

    >>> walk = [Measured(3.0, 1.0, 1.0), Measured(2.0, 0.0, 1.0)]
    >>> [(round(step, 2), round(variance, 2)) for step, variance in smooth_steps(0.0, walk)]
    [(1.67, 0.33), (0.33, 0.33)]
    """
    forward = [(start, 0.0)]
    for each in measured:
        value, variance = forward[-1]
        forward.append(_weighed(value, variance + each.step, each.value, each.error))
    backward = [(measured[-1].value, measured[-1].error)]
    for before, each in pairwise(reversed(measured)):
        value, variance = backward[-1]
        backward.append(_weighed(value, variance + before.step, each.value, each.error))
    for (left, near), (right, far), each in zip(forward, reversed(backward), measured, strict=False):
        share = each.step / (each.step + near + far)
        yield (right - left) * share, share * (near + far)


def _weighed(one: float, variance: float, other: float, error: float) -> tuple[float, float]:
    """Return the mean of two values weighed by their precision, and its variance."""
    weight = variance / (variance + error) if variance + error else 0.0
    return one + (other - one) * weight, variance * (1 - weight)
