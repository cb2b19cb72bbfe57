"""Measure how far a nearly flat page is from the blank page that we printed, patch by patch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from fairsheet.vision.geometry._dewarp import Floats
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.percentile import percentile
from fairsheet.vision.printed.visibility import SOFT_EDGE, Picture

LEAST_PRINT = 6.0  # grey levels: standard deviation of a patch of the blank page that shows enough print
LEAST_LIKENESS = 0.35  # correlation below which a patch is covered, or not found
FEWEST_OF_LINE = 4  # patches that locate a row or column
KNOWN_OF_LINE = 0.2  # information that each of them needs
STRAIGHT = 0.2  # mm: maximum distance of the rows or columns of a flat sheet from a line
WIDEST_STEP = 40.0  # mm, three rows of patches: across more blank paper, a bend looks like a step


class Matches(NamedTuple):
    """Searched patches of print: their centres and their displacements, both (n, 2) mm.

    `information` (n, 2) is how sure the displacement is in x and in y, up to 1; along an edge that can slide it
    is about 0. `likeness` (n,) is the correlation with the print: near 1 without ink, about 0 for a covered
    patch. `astray` (n,) patches fit best at the rim of their search and may be beyond it.
    """

    points: Floats
    displacements: Floats
    information: Floats
    likeness: Floats
    astray: NDArray[np.bool_]

    @property
    def found(self) -> NDArray[np.bool_]:
        """Which patches were recognised."""
        return (self.likeness >= LEAST_LIKENESS) & ~self.astray

    def among(self, chosen: NDArray[np.bool_]) -> Matches:
        """Return only the chosen patches."""
        return Matches._make(column[chosen] for column in self)


@dataclass(frozen=True, eq=False)
class Print:
    """The patches of a blank page that show print, all `side` px wide and high.

    `corners` (n, 2) px are their top left corners. `pixels` (n, side²) have mean 0 and length 1, so that products
    correlate. `information` (n, 2) is how surely each can be placed in x and in y.
    """

    side: int
    corners: NDArray[np.int64]
    pixels: NDArray[np.float32]
    information: Floats


def print_of(blank: Gray, px_per_mm: float, size: float, step: float) -> Print:
    """Return the patches of a blank page that show print: squares of `size` mm, `step` mm apart.

    The information of a patch about x, for any y, is Gxx - Gxy²/Gyy of its structure tensor G; scaled to at
    most 1.
    """
    side, soft, step = round(size * px_per_mm), _soften(blank), step * px_per_mm
    height, width = soft.shape
    tops, lefts = np.meshgrid(_starts(height, side, step), _starts(width, side, step), indexing="ij")
    corners = np.column_stack([lefts.ravel(), tops.ravel()]).astype(np.int64)
    pixels = _squares(soft, corners, side)
    pixels -= pixels.mean(axis=1, keepdims=True)
    lengths = np.sqrt(np.vecdot(pixels, pixels))
    shown = lengths >= LEAST_PRINT * side
    corners, pixels = corners[shown], pixels[shown] / lengths[shown, None]
    gx, gy = (_squares(gradient, corners, side) for gradient in cv2.spatialGradient(soft))
    gxx, gyy, gxy = (np.vecdot(a, b) for a, b in ((gx, gx), (gy, gy), (gx, gy)))
    known = np.column_stack([gxx - gxy**2 / np.maximum(gyy, 1), gyy - gxy**2 / np.maximum(gxx, 1)])
    information = np.maximum(known, 0) / np.maximum(np.maximum(gxx, gyy), 1)[:, None]
    return Print(side, corners, pixels, information)


def match_patches(page: Gray, printed: Print, px_per_mm: float, reach: float) -> Matches:
    """Find the printed patches on `page`, a picture of the frame of the same shape and scale as their page.

    They are searched up to `reach` mm away by normalised correlation.
    """
    margin = round(reach * px_per_mm)
    framed = cv2.copyMakeBorder(_soften(page), margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    places, likeness, astray = _peaks(_correlations(framed.astype(np.float32), printed, 2 * margin + 1))
    sureness = np.where((likeness < LEAST_LIKENESS) | astray, 0, likeness**2)
    return Matches(
        (printed.corners + printed.side / 2) / px_per_mm,
        (places - margin) / px_per_mm,
        printed.information * sureness[:, None],
        likeness,
        astray,
    )


def _correlations(framed: Picture, printed: Print, moves: int) -> Floats:
    """Return the correlations (n, moves across, moves down) of patches with a page at each place of their search.

    OpenCV's `matchTemplate` takes twice as long for patches of this size.
    """
    side, wide, (left, top) = printed.side, printed.side + moves - 1, printed.corners.T
    near = sliding_window_view(framed, (wide, wide))[top, left]
    # zeros after each row of a patch make it as wide as the area around it, so that its moves are slices of that
    rows = np.pad(printed.pixels.reshape(-1, side, side), ((0, 0), (0, 0), (0, moves - 1)))
    patches = rows.reshape(len(rows), 1, side * wide)[..., : side * wide - moves + 1]
    slices = sliding_window_view(near.reshape(len(near), wide**2), patches.shape[-1], axis=1)
    alike = np.stack([np.vecdot(slices[:, across::wide], patches) for across in range(moves)], axis=1)
    lines = np.arange(wide) - np.arange(moves)[:, None]
    of_move = ((lines >= 0) & (lines < side)).astype(np.float32)  # which lines each move compares
    total, power = (of_move @ (each.swapaxes(1, 2) @ of_move.T).astype(float) for each in (near, near**2))
    return np.asarray(alike / np.sqrt(np.maximum(power - total**2 / side**2, 1)))  # below 1 if constant


def greatest_step(matches: Matches) -> float:
    """Return the largest step (mm) between two rows of patches, or between two columns; 0 if there is none.

    A scanner that skips or repeats rows leaves a step. It counts only if all other rows fit a line, which bent and
    folded paper does not, and if the print on both sides is at most `WIDEST_STEP` apart.
    """
    seen, steps = matches.among(matches.found), [0.0]
    for axis in (0, 1):
        known = seen.among(seen.information[:, axis] >= KNOWN_OF_LINE)
        lines = [known.points[:, axis] == place for place in sorted(set(known.points[:, axis].tolist()))]
        lines = [line for line in lines if line.sum() >= FEWEST_OF_LINE]
        places = np.array([known.points[line, axis][0] for line in lines])
        off = np.array([percentile(known.displacements[line, axis], 50) for line in lines])
        for step in range(2, len(lines) - 2):  # excluding this line: its patches may be on both sides
            jump = abs(off[step + 1] - off[step - 1])
            if jump <= STRAIGHT or places[step + 1] - places[step - 1] > WIDEST_STEP:
                continue
            others = np.arange(len(lines)) != step
            given = np.stack([np.ones_like(places), places, places > places[step]], axis=1)[others]
            fit = np.linalg.lstsq(given, off[others])[0]
            if np.abs(given @ fit - off[others]).max() <= STRAIGHT:
                steps.append(min(jump, abs(fit[2])))
    return max(steps)


def _soften(gray: Gray) -> Gray:
    return np.asarray(cv2.GaussianBlur(gray, (0, 0), SOFT_EDGE), dtype=np.uint8)


def _squares(picture: MatLike, corners: NDArray[np.int64], side: int) -> NDArray[np.float32]:
    """Return the pixels (n, side²) of squares with these top left corners."""
    squares = sliding_window_view(picture, (side, side))[corners[:, 1], corners[:, 0]]
    return squares.reshape(len(corners), side**2).astype(np.float32)


def _starts(length: int, side: int, step: float) -> list[int]:
    """Return starts of patches that cover a length evenly from edge to edge."""
    count = max(2, round((length - side) / step) + 1)
    return [round(start) for start in np.linspace(0, length - side, count)]


def _peaks(scores: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return the places (n, 2) of the highest scores (n, across, down), refined by parabolas, the scores (n), and
    which are on the rim."""
    every, sides = np.arange(len(scores)), np.array(scores.shape[1:])
    best = np.column_stack(np.unravel_index(scores.reshape(-1, sides.prod()).argmax(axis=1), sides))
    x, y = np.clip(best, 1, sides - 2).T
    near = [(scores[every, x + step, y], scores[every, x, y + step]) for step in (-1, 0, 1)]
    before, peak, after = (np.column_stack(each) for each in near)
    curvature = np.minimum(before - 2 * peak + after, -1e-9)
    places = best + np.clip((before - after) / curvature / 2, -0.5, 0.5)
    return places, scores[every, *best.T], ((best == 0) | (best == sides - 1)).any(axis=1)
