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
    low, above = float(parted[below]), parted[below + 1 :]  # its least follows: faster than a second place
    return low if at == below else low + (float(above.min()) - low) * (at - below)
