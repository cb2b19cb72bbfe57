"""Restore a DataMatrix that is too blurred, noisy or bent for a barcode reader.

We know where we printed it. First its grid is fitted to the picture by the finder pattern, which all codes of a
size share. Then two estimates alternate. One is how the camera smears modules: least squares for each part of
the code, which also includes light, contrast and bends. The other is which modules are black: projected
gradient descent with Nesterov's momentum. The result is drawn as a clean code, which error correction and check
sum must confirm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.printed.illumination import Gray

Floats = NDArray[np.floating]
Bits = NDArray[np.bool_]

Size = tuple[int, int]  # rows and columns of modules

# The sizes of labels' codes, and of their copies:
SQUARES = tuple((side, side) for side in (20, 22, 24, 26, 32, 36, 40, 44, 48, 52))
COPIES: tuple[Size, ...] = ((12, 64), (16, 64))
_REGIONS: dict[Size, Size] = {
    **{(side, side): (1, 1) if side <= 26 else (2, 2) for side, _ in SQUARES},
    **dict.fromkeys(COPIES, (1, 4)),
}  # rows and columns of a code's regions, each with its own finder pattern
SIZES_TRIED = 2  # the number of sizes to restore, those with the clearest finder pattern
LEAST_FIT = 0.5  # correlation of a finder pattern: bare paper stays below 0.4, and codes below 0.7 are lost
REACH = 5.0  # mm of the largest error in the code's place
COARSE = 0.5  # mm between the places tried first
STEPS = (0.3, 0.15, 0.3, 0.15, 0.08, 0.04)  # mm of the moves of the corners afterwards, as long as they help
MOST_MOVES = 4  # rounds with each step
FOCUS = 0.12  # mm of the smoothing against noise while the grid is fitted
SAMPLES = 3  # samples per module and direction
SMEAR = 2  # modules over which a module may be smeared
PARTS = (1, 2, 2, 3)  # parts per side, by round; later rounds estimate the smear for smaller parts
LEAST_DIVIDED = 20  # modules
OVERLAP = 3  # modules by which parts overlap
RIDGE = 3.0  # regularization: keeps the smear small if little is known
DESCENTS = 40
DRAWN = 8  # px per module of the clean code
QUIET = 4  # modules around it

_CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
_SHIFTS = [np.ones((4, 1)) * axis for axis in np.eye(2)]
_GROWTHS = [(_CORNERS - 0.5) * axis for axis in np.eye(2)]
_BENDS = [np.eye(4)[:, [corner]] * axis for corner in range(4) for axis in np.eye(2)]
_MOVES = [np.asarray(move, np.float32) for move in (*_SHIFTS, *_GROWTHS, *_BENDS)]


def restore_codes(
    picture: Gray, px_per_mm: float, place: Rect, sizes: Sequence[Size] = SQUARES
) -> Iterator[Gray]:
    """Yield clean drawings of a code of one of these sizes, better ones later.

    `place` is the code with its quiet zone of one module, in mm from the top left corner of the picture,
    accurate to `REACH`.
    """
    sharp = np.asarray(cv2.GaussianBlur(picture, (0, 0), FOCUS * px_per_mm), np.uint8)
    grids = {size: _locate(sharp, px_per_mm, place, size) for size in sizes}
    there = [size for size in sizes if _fit(sharp, grids[size], *_outline(size)) > LEAST_FIT]
    ranked = sorted(there, key=lambda size: -_evidence(sharp, grids[size], size))
    for size in ranked[:SIZES_TRIED]:
        for bits in _restore(picture, grids[size], size):
            yield _draw(bits)


# --- the grid -------------------------------------------------------------------------------------------------


@cache
def _finder(size: Size) -> NDArray[np.int8]:
    """Return the modules (rows, columns) that all codes share: 1 black, 0 white, -1 for data."""
    regions = _REGIONS[size]
    rows, columns = (count // parts for count, parts in zip(size, regions, strict=True))
    region = np.full((rows, columns), -1, np.int8)
    region[0], region[:, -1] = np.arange(columns) % 2 == 0, np.arange(rows) % 2 == 1
    region[:, 0] = region[-1] = 1
    return np.tile(region, regions)


@cache
def _outline(size: Size) -> tuple[Floats, Floats]:
    """Return middles (n, 2) of the modules of the finder pattern and of the quiet zone, and their darkness (n).

    The code is 1 wide and 1 high.
    """
    modules = np.pad(_finder(size), 1, constant_values=0)
    return _middles(modules, modules >= 0, size)


@cache
def _timing(size: Size) -> tuple[Floats, Floats]:
    """Return the same for the rows and columns of alternating modules, which show the size."""
    finder = np.pad(_finder(size), 1, constant_values=-1)
    (height, width), (down, across) = size, _REGIONS[size]
    row = (np.arange(height + 2) - 1) % (height // down) == 0
    column = (np.arange(width + 2) - 1) % (width // across) == width // across - 1
    return _middles(finder, (finder >= 0) & (row[:, None] | column), size)


def _middles(modules: NDArray[np.int8], chosen: Bits, size: Size) -> tuple[Floats, Floats]:
    rows, columns = np.nonzero(chosen)
    places = np.column_stack([(columns - 0.5) / size[1], (rows - 0.5) / size[0]])
    return places.astype(np.float32), modules[rows, columns].astype(np.float32)


def _locate(picture: Gray, px_per_mm: float, place: Rect, size: Size) -> Floats:
    """Return the corners (4, 2) of a code of this size near there, clockwise from the top left, px of the
    picture."""
    pattern = _outline(size)
    steps = np.arange(-REACH, REACH + COARSE / 2, COARSE).astype(np.float32) * px_per_mm
    offsets = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    nominal = _nominal(place, px_per_mm, size)
    fits = _correlations(picture, _points(nominal, pattern[0]) + offsets[:, None], pattern[1])
    fit = float(fits.max())
    corners: Floats = nominal + offsets[fits.argmax()]
    for step in STEPS:
        for _ in range(MOST_MOVES):
            before = fit
            for move in _MOVES:
                for signed in (step * px_per_mm * move, -step * px_per_mm * move):
                    moved: Floats = corners + signed
                    if (found := _fit(picture, moved, *pattern)) > fit:
                        corners, fit = moved, found
            if fit == before:
                break
    return corners


def _nominal(place: Rect, px_per_mm: float, size: Size) -> Floats:
    """Return the corners (4, 2) of a code that is exactly there, px of the picture."""
    module = np.array([place.w / (size[1] + 2), place.h / (size[0] + 2)])
    inner = np.array([place.x, place.y]) + module + _CORNERS * ((place.w, place.h) - 2 * module)
    return np.asarray(inner * px_per_mm - 0.5, np.float32)


def _fit(picture: Gray, corners: Floats, places: Floats, dark: Floats) -> float:
    """Return the correlation of the picture at the places of a code with their expected darkness."""
    return float(_correlations(picture, _points(corners, places)[None], dark)[0])


def _evidence(picture: Gray, corners: Floats, size: Size) -> float:
    """Return how clearly a code of this size is there.

    The correlation of the timing modules in standard deviations of noise, because few modules correlate with
    anything.
    """
    places, dark = _timing(size)
    return _fit(picture, corners, places, dark) * math.sqrt(len(dark))


def _points(corners: Floats, places: Floats) -> Floats:
    """Return the positions (n, 2) in the picture, px, of places (n, 2) of a code with these corners."""
    matrix = cv2.getPerspectiveTransform(_CORNERS, corners)
    return np.asarray(cv2.perspectiveTransform(places[None], matrix)[0])


def _correlations(picture: Gray, points: Floats, dark: Floats) -> Floats:
    """Return the correlation of the picture at each row of points (m, n, 2) with their expected darkness (n)."""
    across, down = np.ascontiguousarray(points[..., 0]), np.ascontiguousarray(points[..., 1])
    seen = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light, wanted = seen - seen.mean(axis=1, keepdims=True), dark - dark.mean()
    lengths = np.linalg.norm(light, axis=1) * np.linalg.norm(wanted)
    return np.asarray(-(light @ wanted) / (lengths + 1e-6))


# --- its modules ----------------------------------------------------------------------------------------------


def _restore(picture: Gray, corners: Floats, size: Size) -> Iterator[Bits]:
    """Yield which modules (rows, columns) are black, round by round."""
    seen = _sample(picture, corners, size)
    finder = _finder(size)
    known, black = finder >= 0, finder == 1
    dark = np.where(known, black, _guess(seen)).astype(np.float32)
    for parts in PARTS:
        down, across = (_edges(count, parts) for count in size)
        found = dark.copy()
        for top, bottom in pairwise(down):
            for left, right in pairwise(across):
                rows = slice(max(0, top - OVERLAP), bottom + OVERLAP)
                columns = slice(max(0, left - OVERLAP), right + OVERLAP)
                kernels, offsets = _smear(seen, dark, rows, columns)
                part = _darkness(seen - offsets, kernels, dark, known)
                found[top:bottom, left:right] = part[top:bottom, left:right]
        dark = found
        yield dark > 0.5


def _edges(count: int, parts: int) -> list[int]:
    """Return the borders between the parts of `count` modules; strips have too few rows to divide."""
    if count < LEAST_DIVIDED:
        return [0, count]
    return [round(count * part / parts) for part in range(parts + 1)]


def _sample(picture: Gray, corners: Floats, size: Size) -> Floats:
    """Return the darkness (rows, columns, SAMPLES²) of modules at several points, scaled to deviation 1."""
    fine = 2  # samples of the picture for each of these, per direction
    rows, columns = size
    height, width = rows * SAMPLES * fine, columns * SAMPLES * fine
    matrix = cv2.getPerspectiveTransform(_CORNERS * np.array([width, height], np.float32) - 0.5, corners)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(
        picture, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    mean = warped.reshape(rows * SAMPLES, fine, columns * SAMPLES, fine).mean((1, 3))
    modules = mean.reshape(rows, SAMPLES, columns, SAMPLES).swapaxes(1, 2).reshape(rows, columns, -1)
    return np.asarray((modules.mean() - modules) / (modules.std() + 1e-6), np.float32)


def _guess(seen: Floats) -> Floats:
    """Return a guess of the darkness (rows, columns; 0 to 1) of modules from their contrast with neighbours."""
    light = seen.mean(axis=2)
    sharp = light + 0.9 * (light - cv2.blur(light, (3, 3)))
    sharp = sharp - cv2.GaussianBlur(sharp, (0, 0), 6.0)
    return np.asarray(np.clip(sharp / (2 * sharp.std() + 1e-6) + 0.5, 0, 1))


def _smear(seen: Floats, dark: Floats, rows: slice, columns: slice) -> tuple[Floats, Floats]:
    """Return how each sample shows the modules around its own: kernels (k, k, SAMPLES²) and offsets (SAMPLES²)."""
    width = 2 * SMEAR + 1
    around = np.lib.stride_tricks.sliding_window_view(np.pad(dark, SMEAR), (width, width))
    there = around[rows, columns].reshape(-1, width * width)
    equations = np.column_stack([there, np.ones(len(there), np.float32)])
    normal = equations.T @ equations + RIDGE * np.diag([*[1.0] * width * width, 0.01])
    wanted = seen[rows, columns].reshape(len(there), -1)
    found = np.linalg.solve(normal, equations.T @ wanted).astype(np.float32)
    return found[:-1].reshape(width, width, -1), found[-1]


def _darkness(seen: Floats, kernels: Floats, start: Floats, known: Bits) -> Floats:
    """Return the darkness (rows, columns; 0 to 1) of modules whose smear is most like `seen`; `known` ones
    stay."""
    samples = range(kernels.shape[2])
    forth = [np.ascontiguousarray(kernels[..., k]) for k in samples]
    back = [np.ascontiguousarray(kernel[::-1, ::-1]) for kernel in forth]
    step = 1 / (float((np.abs(kernels).sum((0, 1)) ** 2).sum()) + 1e-6)
    dark, ahead, momentum = start, start, 1.0
    for _ in range(DESCENTS):
        gradient = np.zeros_like(start)
        for k in samples:
            off = cv2.filter2D(ahead, -1, forth[k], borderType=cv2.BORDER_CONSTANT) - seen[..., k]
            gradient += cv2.filter2D(off, -1, back[k], borderType=cv2.BORDER_CONSTANT)
        moved = np.where(known, start, np.clip(ahead - step * gradient, 0, 1))
        faster = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead = moved + (momentum - 1) / faster * (moved - dark)
        dark, momentum = moved, faster
    return dark


def _draw(bits: Bits) -> Gray:
    paper = np.pad(np.where(bits, 0, 255), QUIET, constant_values=255).astype(np.uint8)
    return np.kron(paper, np.ones((DRAWN, DRAWN), np.uint8))
