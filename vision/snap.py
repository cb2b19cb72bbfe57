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
    """Patches of print that were looked for: centres (n, 2) mm, displacements (n, 2) mm, information (n, 2, 2).

    `likeness` (n,) is the correlation with the print, about 1 for a patch without ink and about 0 for a covered one.
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

    Patches are squares of `size` mm, `step` mm apart, searched up to `reach` mm off by normalised correlation.
    """
    side, margin = round(size * px_per_mm), round(reach * px_per_mm)
    height, width = blank.shape
    page = cv2.GaussianBlur(page, (0, 0), SOFT_EDGE).astype(np.uint8)
    blank = cv2.GaussianBlur(blank, (0, 0), SOFT_EDGE).astype(np.uint8)
    framed = cv2.copyMakeBorder(page, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    across, down = cv2.spatialGradient(blank)
    points, displacements, information, likeness = [], [], [], []
    for top in _starts(height, side, step * px_per_mm):
        for left in _starts(width, side, step * px_per_mm):
            patch = blank[top : top + side, left : left + side]
            if float(cv2.meanStdDev(patch)[1][0, 0]) < LEAST_PRINT:
                continue
            window = framed[top : top + side + 2 * margin, left : left + side + 2 * margin]
            scores = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
            (dx, dy), best = _peak(scores)
            points.append(((left + side / 2) / px_per_mm, (top + side / 2) / px_per_mm))
            displacements.append(((dx - margin) / px_per_mm, (dy - margin) / px_per_mm))
            gx = across[top : top + side, left : left + side].astype(np.float32)
            gy = down[top : top + side, left : left + side].astype(np.float32)
            information.append(_sureness(gx, gy, best))
            likeness.append(best)
    return Matches(
        np.array(points).reshape(-1, 2),
        np.array(displacements).reshape(-1, 2),
        np.array(information).reshape(-1, 2, 2),
        np.array(likeness),
    )


def _starts(length: int, side: int, step: float) -> list[int]:
    """Starts of patches that cover a length evenly from edge to edge."""
    count = max(2, round((length - side) / step) + 1)
    return [round(start) for start in np.linspace(0, length - side, count)]


def _peak(scores: NDArray[np.float32]) -> tuple[tuple[float, float], float]:
    """The place (x, y) of the highest score, refined by parabolas, and the score; 0 for a peak on the rim."""
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    height, width = scores.shape
    if not (0 < x < width - 1 and 0 < y < height - 1):
        return (float(x), float(y)), 0.0
    dx = _vertex(scores[y, x - 1], scores[y, x], scores[y, x + 1])
    dy = _vertex(scores[y - 1, x], scores[y, x], scores[y + 1, x])
    return (x + dx, y + dy), float(best)


def _vertex(before: float, peak: float, after: float) -> float:
    curvature = before - 2 * peak + after
    return float(0.5 * (before - after) / curvature) if curvature < 0 else 0.0


def _sureness(gx: NDArray[np.float32], gy: NDArray[np.float32], likeness: float) -> Floats:
    """The structure tensor of the print, scaled to 1 in its surest direction, times how well it was recognised."""
    if likeness < LEAST_LIKENESS:
        return np.zeros((2, 2))
    tensor = np.array(
        [[cv2.norm(gx, cv2.NORM_L2SQR), cv2.sumElems(gx * gy)[0]], [0, cv2.norm(gy, cv2.NORM_L2SQR)]]
    )
    tensor[1, 0] = tensor[0, 1]
    return np.asarray(tensor / max(float(np.linalg.eigvalsh(tensor)[1]), 1e-9) * likeness**2)
