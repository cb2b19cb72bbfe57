"""Random table tops for the background of photos."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from fairsheet.vision.simulator.traces import Picture

Rng = np.random.Generator

COARSE = 4  # px of the picture per px of the pattern
COLOURS = (
    (150, 105, 65), (95, 62, 40), (200, 165, 120), (60, 62, 66), (120, 122, 125), (45, 70, 95),
    (92, 110, 80), (190, 185, 175), (120, 40, 45),
)  # fmt: skip


def table_top(height: int, width: int, rng: Rng) -> Picture:
    """Return a picture (height, width, 3) of wood, cloth, stone, tiles or a plain colour."""
    rows, columns = height // COARSE + 1, width // COARSE + 1
    base = np.array(COLOURS[int(rng.integers(len(COLOURS)))], np.float32) * rng.uniform(0.7, 1.15)
    kind = int(rng.integers(5))
    pattern: Any
    if kind == 0:  # wood: long fibres and rings
        fibres = cv2.resize(rng.standard_normal((rows, columns // 24 + 2), np.float32), (columns, rows))
        wave = cv2.resize(
            rng.standard_normal((5, 5), np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC
        )
        pattern = 0.07 * fibres + 0.06 * np.sin(np.arange(rows, dtype=np.float32)[:, None] / 9 + 3 * wave)
        if rng.random() < 0.5:
            pattern = cv2.resize(np.ascontiguousarray(pattern.T), (columns, rows))
    elif kind == 1:  # cloth: a weave
        y, x = np.mgrid[:rows, :columns].astype(np.float32)
        pitch = rng.uniform(2.5, 6)
        pattern = 0.08 * (np.sin(2 * math.pi * x / pitch) + np.sin(2 * math.pi * y / pitch))
        if rng.random() < 0.5:  # checked
            side = rng.uniform(40, 160)
            pattern += 0.2 * ((x // side + y // side) % 2)
    elif kind == 2:  # stone: speckles
        fine = rng.standard_normal((rows, columns), np.float32)
        pattern = (
            0.12 * fine
            + 0.1 * cv2.GaussianBlur(rng.standard_normal((rows, columns), np.float32), (0, 0), 3) * 4
        )
    elif kind == 3:  # tiles or boards with dark joints
        y, x = np.mgrid[:rows, :columns].astype(np.float32)
        side, tall = rng.uniform(80, 300), rng.uniform(60, 300)
        pattern = 0.05 * np.sin(x / side * 5 + y / tall * 3) - 0.3 * ((x % side < 3) | (y % tall < 3))
    else:
        pattern = np.zeros((rows, columns), np.float32)
    cloud = cv2.resize(
        rng.standard_normal((7, 7), np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC
    )
    coarse = np.clip(base * (1 + pattern + 0.04 * cloud)[..., None], 0, 255).astype(np.uint8)
    for _ in range(int(rng.poisson(1.2))):  # cards, dice, pens and cups are on the table
        _clutter(coarse, rng)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _clutter(picture: Picture, rng: Rng) -> None:
    rows, columns = picture.shape[:2]
    at = (float(rng.uniform(0, columns)), float(rng.uniform(0, rows)))
    colour = tuple(int(part) for part in rng.integers(20, 245, 3))
    if rng.random() < 0.6:
        size = (float(rng.uniform(20, columns / 4)), float(rng.uniform(10, rows / 5)))
        corners = cv2.boxPoints((at, size, float(rng.uniform(0, 90))))
        cv2.fillPoly(picture, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    else:
        cv2.circle(
            picture, (int(at[0]), int(at[1])), int(rng.uniform(8, columns / 10)), colour, -1, cv2.LINE_AA
        )
