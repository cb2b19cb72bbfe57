"""Restoring a DataMatrix that is too blurred, noisy or bent for a reader of codes.

We know where we printed it. So its grid is laid over the picture by the modules that every code of a size has in common
(its finder pattern), and then two things are estimated in turn, each from the other: how the camera has smeared
modules (by least squares, for each part of the code, which also takes up light, contrast and a bend), and which modules
are black (projected gradient descent with Nesterov's momentum). What is found is drawn as a clean code; whether it
is one is for error correction and check sum to say.
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

# Of the codes that labels have, and of their copies:
SQUARES = tuple((side, side) for side in (20, 22, 24, 26, 32, 36, 40, 44, 48, 52))
COPIES: tuple[Size, ...] = ((12, 64), (16, 64))
_REGIONS: dict[Size, Size] = {
    **{(side, side): (1, 1) if side <= 26 else (2, 2) for side, _ in SQUARES},
    **dict.fromkeys(COPIES, (1, 4)),
}  # rows and columns of regions of a code, each with a finder pattern of its own
SIZES_TRIED = 2  # those whose finder pattern is most surely there
LEAST_FIT = 0.5  # of a finder pattern: bare paper stays below 0.4, and codes below 0.7 are beyond help
REACH = 5.0  # mm by which the code may be off
COARSE = 0.5  # mm between the places that are tried first
STEPS = (0.3, 0.15, 0.3, 0.15, 0.08, 0.04)  # mm by which the corners are then moved, as long as that helps
MOST_MOVES = 4  # rounds with each step
FOCUS = 0.12  # mm; noise is smoothed by so much to find the grid
SAMPLES = 3  # a module and direction
SMEAR = 2  # modules by which a module may be smeared
PARTS = (1, 2, 2, 3)  # a side; round by round, the smear is estimated for smaller parts
LEAST_DIVIDED = 20  # modules
OVERLAP = 3  # modules by which parts are seen to overlap
RIDGE = 3.0  # keeps the smear small where little is known
DESCENTS = 40
DRAWN = 8  # px a module of the clean code
QUIET = 4  # modules around it

_CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
_SHIFTS = [np.ones((4, 1)) * axis for axis in np.eye(2)]
_GROWTHS = [(_CORNERS - 0.5) * axis for axis in np.eye(2)]
_BENDS = [np.eye(4)[:, [corner]] * axis for corner in range(4) for axis in np.eye(2)]
_MOVES = [np.asarray(move, np.float32) for move in (*_SHIFTS, *_GROWTHS, *_BENDS)]


def restored_codes(
    picture: Gray, px_per_mm: float, place: Rect, sizes: Sequence[Size] = SQUARES
) -> Iterator[Gray]:
    """Clean drawings of what a code of one of these sizes may say, better ones later.

    The code lies at `place`, its quiet zone of one module included: mm from the top left corner of the picture,
    good to `REACH`.
    """
    sharp = np.asarray(cv2.GaussianBlur(picture, (0, 0), FOCUS * px_per_mm), np.uint8)
    grids = {size: _located(sharp, px_per_mm, place, size) for size in sizes}
    there = [size for size in sizes if _fit(sharp, grids[size], *_outline(size)) > LEAST_FIT]
    ranked = sorted(there, key=lambda size: -_evidence(sharp, grids[size], size))
    for size in ranked[:SIZES_TRIED]:
        for bits in _restored(picture, grids[size], size):
            yield _drawn(bits)


# --- the grid -------------------------------------------------------------------------------------------------


@cache
def _finder(size: Size) -> NDArray[np.int8]:
    """The modules (rows, columns) that all codes have in common: 1 black, 0 white, -1 for those that bear data."""
    regions = _REGIONS[size]
    rows, columns = (count // parts for count, parts in zip(size, regions, strict=True))
    region = np.full((rows, columns), -1, np.int8)
    region[0], region[:, -1] = np.arange(columns) % 2 == 0, np.arange(rows) % 2 == 1
    region[:, 0] = region[-1] = 1
    return np.tile(region, regions)


@cache
def _outline(size: Size) -> tuple[Floats, Floats]:
    """Middles (n, 2) of the modules of the finder pattern and of the quiet zone, the code being 1 wide and 1 high, and
    how dark they are (n)."""
    modules = np.pad(_finder(size), 1, constant_values=0)
    return _middles(modules, modules >= 0, size)


@cache
def _timing(size: Size) -> tuple[Floats, Floats]:
    """The same of those in whose rows and columns black and white take turns, which show the size."""
    finder = np.pad(_finder(size), 1, constant_values=-1)
    (height, width), (down, across) = size, _REGIONS[size]
    row = (np.arange(height + 2) - 1) % (height // down) == 0
    column = (np.arange(width + 2) - 1) % (width // across) == width // across - 1
    return _middles(finder, (finder >= 0) & (row[:, None] | column), size)


def _middles(modules: NDArray[np.int8], chosen: Bits, size: Size) -> tuple[Floats, Floats]:
    rows, columns = np.nonzero(chosen)
    places = np.column_stack([(columns - 0.5) / size[1], (rows - 0.5) / size[0]])
    return places.astype(np.float32), modules[rows, columns].astype(np.float32)


def _located(picture: Gray, px_per_mm: float, place: Rect, size: Size) -> Floats:
    """The corners (4, 2) of a code of this size about there, clockwise from the top left: px of the picture."""
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
    """The corners (4, 2) of a code that is exactly there: px of the picture."""
    module = np.array([place.w / (size[1] + 2), place.h / (size[0] + 2)])
    inner = np.array([place.x, place.y]) + module + _CORNERS * ((place.w, place.h) - 2 * module)
    return np.asarray(inner * px_per_mm - 0.5, np.float32)


def _fit(picture: Gray, corners: Floats, places: Floats, dark: Floats) -> float:
    """The correlation of the picture at the places of a code with how dark they should be."""
    return float(_correlations(picture, _points(corners, places)[None], dark)[0])


def _evidence(picture: Gray, corners: Floats, size: Size) -> float:
    """How surely a code of this size is there: the correlation of the modules that show it, in standard deviations of
    that of noise, for few modules correlate with anything."""
    places, dark = _timing(size)
    return _fit(picture, corners, places, dark) * math.sqrt(len(dark))


def _points(corners: Floats, places: Floats) -> Floats:
    """Where places (n, 2) of a code with these corners lie in the picture (n, 2), px."""
    matrix = cv2.getPerspectiveTransform(_CORNERS, corners)
    return np.asarray(cv2.perspectiveTransform(places[None], matrix)[0])


def _correlations(picture: Gray, points: Floats, dark: Floats) -> Floats:
    """The correlation of the picture at each row of points (m, n, 2) with how dark these should be (n)."""
    across, down = np.ascontiguousarray(points[..., 0]), np.ascontiguousarray(points[..., 1])
    seen = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light, wanted = seen - seen.mean(axis=1, keepdims=True), dark - dark.mean()
    lengths = np.linalg.norm(light, axis=1) * np.linalg.norm(wanted)
    return np.asarray(-(light @ wanted) / (lengths + 1e-6))


# --- its modules ----------------------------------------------------------------------------------------------


def _restored(picture: Gray, corners: Floats, size: Size) -> Iterator[Bits]:
    """Which modules (rows, columns) are black, round by round."""
    seen = _sampled(picture, corners, size)
    finder = _finder(size)
    known, black = finder >= 0, finder == 1
    dark = np.where(known, black, _guessed(seen)).astype(np.float32)
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
    """Where `count` modules are divided: strips have too few rows for it."""
    if count < LEAST_DIVIDED:
        return [0, count]
    return [round(count * part / parts) for part in range(parts + 1)]


def _sampled(picture: Gray, corners: Floats, size: Size) -> Floats:
    """How dark the modules are (rows, columns, SAMPLES²), each seen at several points, on a scale with deviation 1."""
    fine = 2  # samples of the picture for each of these, a direction
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


def _guessed(seen: Floats) -> Floats:
    """How dark the modules are (rows, columns; 0 to 1), against those around them."""
    light = seen.mean(axis=2)
    sharp = light + 0.9 * (light - cv2.blur(light, (3, 3)))
    sharp = sharp - cv2.GaussianBlur(sharp, (0, 0), 6.0)
    return np.asarray(np.clip(sharp / (2 * sharp.std() + 1e-6) + 0.5, 0, 1))


def _smear(seen: Floats, dark: Floats, rows: slice, columns: slice) -> tuple[Floats, Floats]:
    """How each sample shows the modules around its own: kernels (k, k, SAMPLES²), and what is added (SAMPLES²)."""
    width = 2 * SMEAR + 1
    around = np.lib.stride_tricks.sliding_window_view(np.pad(dark, SMEAR), (width, width))
    there = around[rows, columns].reshape(-1, width * width)
    equations = np.column_stack([there, np.ones(len(there), np.float32)])
    normal = equations.T @ equations + RIDGE * np.diag([*[1.0] * width * width, 0.01])
    wanted = seen[rows, columns].reshape(len(there), -1)
    found = np.linalg.solve(normal, equations.T @ wanted).astype(np.float32)
    return found[:-1].reshape(width, width, -1), found[-1]


def _darkness(seen: Floats, kernels: Floats, start: Floats, known: Bits) -> Floats:
    """The darkness (rows, columns; 0 to 1) of modules that, smeared, look most like `seen`; `known` ones stay."""
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


def _drawn(bits: Bits) -> Gray:
    paper = np.pad(np.where(bits, 0, 255), QUIET, constant_values=255).astype(np.uint8)
    return np.kron(paper, np.ones((DRAWN, DRAWN), np.uint8))
