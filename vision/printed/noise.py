"""Measure the noise of a flat page and smooth it: marks almost lost in noise are read with and without
smoothing."""

from __future__ import annotations

import cv2
import numpy as np

from fairsheet.vision.printed.illumination import Gray

NOISY = 2.5  # grey levels from which the unsure marks of a page are also read smoothed
SMOOTHED = 1.2  # px at PX_PER_MM, the standard deviation of the kernel
EVERY = 16  # one row in 16 is measured


def noise_of(page: Gray) -> float:
    """Return the standard deviation of the noise on a page, grey levels.

    J. Immerkaer, Fast Noise Variance Estimation, 1996: the difference of two Laplacians removes straight edges.
    Here the median replaces the mean, so that drawn marks do not count.
    """
    rows = np.arange(1, page.shape[0] - 1, EVERY)
    above, here, below = (page[rows + step].astype(np.int16) for step in (-1, 0, 1))
    across = above - 2 * here + below
    laplacian = across[:, :-2] - 2 * across[:, 1:-1] + across[:, 2:]
    # counted, because sorting takes five times as long
    sizes = np.bincount(np.abs(laplacian).ravel()).cumsum()
    return float(np.searchsorted(sizes, laplacian.size / 2)) / 0.6745 / 6


def smooth(page: Gray) -> Gray:
    """Return the page with less noise, and softer."""
    return np.asarray(cv2.GaussianBlur(page, (0, 0), SMOOTHED), np.uint8)
