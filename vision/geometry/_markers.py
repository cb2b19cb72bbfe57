"""Find square markers of ArUco's dictionary 4x4_50 in a picture.

Quadrangles are traced in a thresholded picture and their modules compared with the dictionary. The steps are
those of S. Garrido-Jurado et al., "Automatic generation and detection of highly reliable fiducial markers under
occlusion", Pattern Recognition 47 (2014). OpenCV's own detector compares all quadrangles with each other, so
that a picture of a chessboard takes it minutes. Here the number of pixels bounds the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.printed.illumination import Gray

Points = NDArray[np.floating]  # (n, 2): x, y
Quads = NDArray[np.float64]  # (n, 4, 2): corners, clockwise in the picture

MOST_MARKERS = 128  # of one picture, the largest ones; enough for sixteen sheets
MODULES = 6  # of a marker with its black border, per side
DATA = slice(1, MODULES - 1)  # the modules inside the border
THRESHOLD = 7  # grey levels below the mean of its neighbourhood from which a pixel is dark
SOLID = 3  # px: a marker has dark squares of this side, thin print and noise have few; ...
NEAR_SOLID = 11  # px: ... only what is dark in a square of this side around one is traced
MOST_OUTLINES = 4_000  # the longest outlines are tried: four times as many as in a usual photo
LEAST_SIDE = 10  # px; smaller squares cannot be distinguished
STRAIGHT = 0.03  # share of its perimeter by which a quadrangle's outline may depart from straight lines
LEAST_CONTRAST = 12  # grey levels between a marker's dark and its light modules
LEAST_LIKENESS = 0.82  # correlation with a marker: 0.84 at a blur of half a module, print has at most 0.76
# share of its contrast by which an inner module may miss its colour: more if mirrored, less if blurred
MOST_OFF = 0.72
SAMPLES = 3  # per module and direction


@dataclass(frozen=True, eq=False)
class Marker:
    """One marker in a picture; `corners` (4, 2) are px, clockwise from the marker's own top left."""

    id: int
    corners: Points

    @cached_property
    def side(self) -> float:
        """Mean length of its sides, px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())


def find_markers(gray: Gray, windows: Sequence[int]) -> list[Marker]:
    """Return the markers of a picture, at most `MOST_MARKERS`, largest first.

    `windows` are the odd sides (px) of the neighbourhoods that decide which pixels are dark.
    """
    found: list[Marker] = []
    for window in windows:
        found += _decode(gray, _quads(gray, window))
    distinct: list[Marker] = []
    for marker in sorted(found, key=lambda marker: -marker.side):
        if len(distinct) == MOST_MARKERS:
            break
        if not any(_are_same(marker, other) for other in distinct):
            distinct.append(marker)
    return distinct


def _are_same(marker: Marker, other: Marker) -> bool:
    """Return whether both are the same square: outlined twice, or found with two windows."""
    apart = np.abs(marker.corners.mean(axis=0) - other.corners.mean(axis=0)).max()
    return marker.id == other.id and bool(apart < other.side / 2)


def _quads(gray: Gray, window: int) -> Quads:
    """Return the outlines of dark shapes that are convex quadrangles."""
    dark = cv2.adaptiveThreshold(
        gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, THRESHOLD
    )
    solid = cv2.erode(dark, np.ones((SOLID, SOLID), np.uint8))
    dark = cv2.bitwise_and(dark, cv2.dilate(solid, np.ones((NEAR_SOLID, NEAR_SOLID), np.uint8)))
    outlines = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
    large = sorted((outline for outline in outlines if len(outline) >= 4 * LEAST_SIDE), key=len, reverse=True)
    quads = []
    for contour in large[:MOST_OUTLINES]:
        corners = cv2.approxPolyDP(contour, STRAIGHT * len(contour), True)
        if len(corners) == 4 and cv2.isContourConvex(corners):
            quads.append(corners[:, 0])
    if not quads:
        return np.empty((0, 4, 2))
    found = np.array(quads, dtype=np.float64)
    diagonals = found[:, 2:] - found[:, :2]
    inside_out = _cross(diagonals[:, 0], diagonals[:, 1]) < 0
    found[inside_out] = found[inside_out, ::-1]
    sides = np.linalg.norm(found - np.roll(found, 1, axis=1), axis=2)
    return np.asarray(found[sides.min(axis=1) >= LEAST_SIDE / 2])


def _decode(gray: Gray, quads: Quads) -> list[Marker]:
    """Return the quadrangles that are markers."""
    if len(quads) == 0:
        return []
    modules = _modules(gray, quads)
    ids, patterns = _dictionary()
    likeness = _standardized(modules) @ _standardized(patterns).T
    best = likeness.argmax(axis=1)
    black, white = (
        np.average(modules, axis=(1, 2), weights=weights) for weights in (~patterns[best], patterns[best])
    )
    contrast = np.maximum(white - black, 1e-6)[:, None, None]
    off = np.abs((modules - black[:, None, None]) / contrast - patterns[best])[:, DATA, DATA].max(axis=(1, 2))
    is_alike = (likeness.max(axis=1) >= LEAST_LIKENESS) & (off <= MOST_OFF)
    readable = (white - black >= LEAST_CONTRAST) & is_alike
    markers = []
    for index in np.flatnonzero(readable).tolist():
        id_, turn = divmod(ids[best[index]], 4)
        markers.append(Marker(id_, np.roll(quads[index], turn, axis=0)))
    return markers


def _modules(gray: Gray, quads: Quads) -> NDArray[np.float32]:
    """Return how light every module is: (n, MODULES, MODULES)."""
    side = MODULES * SAMPLES
    places = (np.arange(side) + 0.5) / side
    square = np.stack([*np.meshgrid(places, places), np.ones((side, side))], axis=-1).reshape(-1, 3)
    seen = square @ _homographies(quads).transpose(0, 2, 1)
    across, down = ((seen[..., axis] / seen[..., 2]).astype(np.float32) for axis in (0, 1))
    light = cv2.remap(gray, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cells = light.reshape(-1, MODULES, SAMPLES, MODULES, SAMPLES)
    return np.asarray(cells.mean(axis=(2, 4)), dtype=np.float32)


def _homographies(quads: Quads) -> NDArray[np.float64]:
    """Return homographies (n, 3, 3) from the unit square to each quadrangle: Heckbert, "Fundamentals of texture
    mapping" (1989)."""
    first, second, third, fourth = (quads[:, corner] for corner in range(4))
    right, lower, slant = second - third, fourth - third, first - second + third - fourth
    area = _cross(right, lower)
    g, h = _cross(slant, lower) / area, _cross(right, slant) / area
    columns = (second - first + g[:, None] * second, fourth - first + h[:, None] * fourth, first)
    matrices = np.ones((len(quads), 3, 3))
    matrices[:, :2] = np.stack(columns, axis=-1)
    matrices[:, 2, 0], matrices[:, 2, 1] = g, h
    return matrices


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return cross products of vectors (n, 2)."""
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])


def _standardized(modules: NDArray[np.float32] | NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the modules of squares (n, MODULES * MODULES) with mean 0 and length 1, so that products correlate."""
    flat = modules.reshape(len(modules), -1).astype(np.float64)
    flat -= flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6))


@cache
def _dictionary() -> tuple[Sequence[int], NDArray[np.bool_]]:
    """Return each marker in its four turns: 4 * its id + its corners before the top left one, and its white modules."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    ids, patterns = [], []
    for id_ in range(len(dictionary.bytesList)):
        modules = cv2.aruco.generateImageMarker(dictionary, id_, MODULES) > 0
        for turn in range(4):  # counter-clockwise, which takes the top left corner to the bottom left
            ids.append(4 * id_ + turn)
            patterns.append(np.rot90(modules, turn))
    return ids, np.array(patterns)
