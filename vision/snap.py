"""Measuring how far a nearly flat page is still off the blank page that we printed, patch by patch."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bend import Floats
from vision.light import Gray

LEAST_PRINT = (
    6.0  # grey levels: standard deviation below which a patch of the blank page shows too little print
)
LEAST_LIKENESS = 0.35  # correlation below which a patch is covered, or not found
SOFT_EDGE = (
    0.6  # px: blank and photo are made about equally soft, so that edges are not matched by their noise
)


@dataclass(frozen=True, eq=False)
class Matches:
    """Patches of print that were looked for: their centres and how far off they are, both (n, 2) mm.

    `information` (n, 2) says how sure the displacement is in x and in y, up to 1; along an edge that can
    slide it is about 0. `likeness` (n,) is the correlation with the print: near 1 without ink, about 0 for a
    covered patch.
    """

    points: Floats
    displacements: Floats
    information: Floats
    likeness: Floats

    @property
    def found(self) -> NDArray[np.bool_]:
        """Which patches were recognised."""
        return self.likeness >= LEAST_LIKENESS


def match_patches(
    page: Gray, blank: Gray, px_per_mm: float, size: float, step: float, reach: float
) -> Matches:
    """Where the printed patches of `blank` are on `page`, a picture of the frame of the same shape and scale.

    Patches are squares of `size` mm, `step` mm apart, searched up to `reach` mm off by normalised
    correlation.
    """
    side, margin = round(size * px_per_mm), round(reach * px_per_mm)
    page, blank = _softened(page), _softened(blank)
    framed = cv2.copyMakeBorder(page, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    corners, information = _patches(blank, side, step * px_per_mm)
    displacements, likeness = np.zeros((len(corners), 2)), np.zeros(len(corners))
    for index, (left, top) in enumerate(corners.tolist()):
        patch = blank[top : top + side, left : left + side]
        window = framed[top : top + side + 2 * margin, left : left + side + 2 * margin]
        scores = np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), dtype=np.float32)
        peak, likeness[index] = _peak(scores)
        displacements[index] = peak
    sureness = np.where(likeness < LEAST_LIKENESS, 0, likeness**2)
    return Matches(
        (corners + side / 2) / px_per_mm,
        (displacements - margin) / px_per_mm,
        information * sureness[:, None],
        likeness,
    )


def _softened(gray: Gray) -> Gray:
    return np.asarray(cv2.GaussianBlur(gray, (0, 0), SOFT_EDGE), dtype=np.uint8)


def _patches(blank: Gray, side: int, step: float) -> tuple[NDArray[np.int64], Floats]:
    """The patches that show print: top left corners (n, 2) px, and how surely each can be placed in x and y
    (n, 2).

    What a patch knows of x, whatever y may be, is Gxx - Gxy²/Gyy of its structure tensor G; scaled to at most
    1.
    """
    height, width = blank.shape
    lefts, tops = np.meshgrid(_starts(width, side, step), _starts(height, side, step))
    corners = np.column_stack([lefts.ravel(), tops.ravel()])
    across, down = (gradient.astype(np.float32) for gradient in cv2.spatialGradient(blank))
    sums, squares = cv2.integral2(blank)
    mean = _sums(sums, corners, side) / side**2
    contrast = np.sqrt(np.maximum(_sums(squares, corners, side) / side**2 - mean**2, 0))
    gxx, gyy, gxy = (
        _sums(cv2.integral(product), corners, side)
        for product in (across * across, down * down, across * down)
    )
    known = np.column_stack([gxx - gxy**2 / np.maximum(gyy, 1), gyy - gxy**2 / np.maximum(gxx, 1)])
    information = np.clip(known / np.maximum(np.maximum(gxx, gyy), 1)[:, None], 0, 1)
    printed = contrast >= LEAST_PRINT
    return corners[printed], information[printed]


def _sums(integral: NDArray[np.generic], corners: NDArray[np.int64], side: int) -> Floats:
    """Sums over the squares with these top left corners."""
    left, top = corners.T
    table = integral.astype(np.float64)
    right, bottom = left + side, top + side
    return np.asarray(table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left])


def _starts(length: int, side: int, step: float) -> NDArray[np.int64]:
    """Starts of patches that cover a length evenly from edge to edge."""
    count = max(2, round((length - side) / step) + 1)
    return np.round(np.linspace(0, length - side, count)).astype(np.int64)


def _peak(scores: NDArray[np.float32]) -> tuple[tuple[float, float], float]:
    """The place (x, y) of the highest score, refined by parabolas, and the score; 0 for a peak on the rim."""
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    height, width = scores.shape
    if not (0 < x < width - 1 and 0 < y < height - 1):
        return (float(x), float(y)), 0.0
    dx = _vertex(scores[y, x - 1], best, scores[y, x + 1])
    dy = _vertex(scores[y - 1, x], best, scores[y + 1, x])
    return (x + dx, y + dy), float(best)


def _vertex(before: float, peak: float, after: float) -> float:
    curvature = before - 2 * peak + after
    return float(0.5 * (before - after) / curvature) if curvature < 0 else 0.0
