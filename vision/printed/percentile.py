"""Percentiles of lists of numbers."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def percentile(values: NDArray[np.number], percent: float) -> float:
    """Return a percentile as numpy does, which takes ten times as long for a short list and loads masked
    arrays.

    >>> percentile(np.array([4, 1, 2, 8]), 50)
    3.0
    """
    at = (len(values) - 1) * percent / 100
    below = math.floor(at)
    parted = np.partition(values, below)
    low, greater = float(parted[below]), parted[below + 1 :]
    if at == below:
        return low
    high = float(greater.min())  # faster than a partition at two places
    return low + (high - low) * (at - below)
