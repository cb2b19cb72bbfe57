"""Simulate printers and wear of paper: faint toner, streaks, spreading dots; creases, smudges, stains."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from fairsheet.vision.simulator.traces import Picture

Rng = np.random.Generator
CREASES = 0.4  # probability of a first crease, and of another one after each


def as_printed(page: Picture, rng: Rng) -> Picture:
    """Simulate a home printer on a page (grey or RGB): more or less toner, spreading or thin dots, streaks."""
    height, width = page.shape[:2]
    soft: Any = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.3, 0.9)) if rng.random() < 0.6 else page
    strength = np.full((height, width), math.exp(rng.normal(0, 0.18)), np.float32)
    if rng.random() < 0.12:
        strength *= rng.uniform(0.4, 0.8)  # the cartridge is nearly empty
    if rng.random() < 0.3:  # screened greys look blotchy
        coarse = rng.standard_normal((height // 2, width // 2), np.float32)
        blotches: Any = cv2.resize(cv2.GaussianBlur(coarse, (0, 0), 0.8), (width, height))
        strength *= np.clip(1 + rng.uniform(0.1, 0.6) * blotches, 0.2, 1.8)
    if rng.random() < 0.15:  # streaks along the paper path
        streaks = np.repeat(np.clip(rng.normal(1, 0.15, (1, width // 16 + 1)), 0.5, 1.2), 16, axis=1)
        strength *= streaks[:, :width].astype(np.float32)
    if page.ndim == 3:
        strength = strength[..., None]
    return np.asarray(np.clip(255 - (255 - soft.astype(np.float32)) * strength, 0, 255), np.uint8)


def worn(page: Picture, rng: Rng, *, px_per_mm: float) -> Picture:
    """Simulate wear of a page: sometimes creases, smudges of a hand, or the ring of a cup."""
    height, width = page.shape[:2]
    shade = np.full((height, width), 255, np.uint8)
    while rng.random() < CREASES:  # a crease: a line that is darker on one side
        across = rng.random() < 0.5
        at = rng.uniform(0.1, 0.9) * (height if across else width)
        lean = rng.normal(0, 0.02) * (width if across else height)
        ends = ((0, at), (width, at + lean)) if across else ((at, 0), (at + lean, height))
        points = [(int(x * 16), int(y * 16)) for x, y in ends]
        thick = max(1, round(rng.uniform(0.15, 0.5) * px_per_mm))
        cv2.line(shade, points[0], points[1], int(rng.uniform(205, 240)), thick, cv2.LINE_AA, 4)
    while rng.random() < 0.5:  # a smudge, faint and soft
        middle = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        size = tuple(max(1, int(side * px_per_mm)) for side in rng.uniform((2, 1), (18, 6)))
        cv2.ellipse(shade, middle, size, float(rng.uniform(0, 180)), 0, 360, int(rng.uniform(228, 248)), -1)
    if rng.random() < 0.06:  # the ring of a cup
        middle = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        cv2.circle(shade, middle, int(rng.uniform(30, 42) * px_per_mm), 225, max(1, round(1.5 * px_per_mm)))
    soft: Any = cv2.GaussianBlur(shade, (0, 0), 0.25 * px_per_mm)
    if page.ndim == 3:
        soft = cv2.merge([soft, soft, soft])
    return np.asarray(cv2.multiply(page, soft, scale=1 / 255), np.uint8)
