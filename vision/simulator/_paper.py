"""Bent sheets of paper in space: curled, wavy or folded, but never stretched."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Floats = NDArray[np.floating]

STEP = 1.0  # mm between the points of a profile


@dataclass(frozen=True, eq=False)
class Bend:
    """A sheet bent about parallel lines: its height and its position along the direction of bending.

    `direction` is a unit vector on the sheet. `flat`, `along` and `up` (n,) map points of the flat sheet to
    places in space: mm from the sheet's middle.
    """

    direction: Floats
    flat: Floats
    along: Floats
    up: Floats

    def in_space(self, points: Floats) -> Floats:
        """Return points (n, 2) of the flat sheet, mm from its middle, as (n, 3)."""
        place = points @ self.direction
        moved = np.interp(place, self.flat, self.along) - place
        return np.column_stack(
            [points + moved[:, None] * self.direction, np.interp(place, self.flat, self.up)]
        )

    def slope(self, points: Floats) -> Floats:
        """Return how steeply the sheet rises at points (n, 2) of the flat sheet."""
        rise = np.gradient(self.up, self.flat)
        return np.asarray(np.interp(points @ self.direction, self.flat, rise))


def curled(width: float, height: float, lift: float, turn: float) -> Bend:
    """Return a sheet whose ends rise by `lift` mm; `turn` (radians) is the direction of bending, 0 across the
    page."""
    direction, flat = _profile(width, height, turn)
    return _bent(direction, flat, lift * (flat / -flat[0]) ** 2)


def waved(width: float, height: float, lift: float, waves: float, turn: float) -> Bend:
    """Return a sheet with `waves` waves that rise by `lift` mm, like paper that was wet."""
    direction, flat = _profile(width, height, turn)
    return _bent(direction, flat, lift * (1 - np.cos(math.pi * waves * (flat / -flat[0] + 1))) / 2)


def folded(width: float, height: float, degrees: float, parts: int, turn: float) -> Bend:
    """Return a sheet folded into equal `parts` and opened again: neighbours rise and fall by `degrees` in turn."""
    direction, flat = _profile(width, height, turn)
    place = (flat / -flat[0] + 1) / 2 * parts
    ridge = np.abs(place - 2 * np.round(place / 2))  # 0 at every other fold, 1 at those between
    return _bent(direction, flat, ridge * 2 * -flat[0] / parts * math.sin(math.radians(degrees)))


def random_bend(width: float, height: float, amount: float, rng: Rng) -> Bend:
    """Return a bend that lifts some part of a sheet (mm) by about `amount` mm."""
    angle = rng.choice((0.0, math.pi / 2, rng.uniform(0, math.pi)))
    direction, flat = _profile(width, height, angle)
    at = flat / -flat[0]
    curl = amount * rng.uniform(0, 1) * (at + rng.uniform(-0.6, 0.6)) ** 2
    waves = amount * rng.uniform(0, 0.35) * np.sin(rng.uniform(2, 7) * at + rng.uniform(0, 7))
    up = curl + waves
    if rng.random() < 0.3:  # carried home folded in half
        up += amount * rng.uniform(0.2, 0.8) * (1 - np.abs(at - rng.normal(0, 0.05)))
    return _bent(direction, flat, up)


def _profile(width: float, height: float, turn: float) -> tuple[Floats, Floats]:
    """Return the direction of bending, and points along it that extend beyond the sheet, mm from its middle."""
    direction = np.array([math.cos(turn), math.sin(turn)])
    half = (abs(direction[0]) * width + abs(direction[1]) * height) / 2 + 2
    return direction, np.arange(-half, half + STEP, STEP)


def _bent(direction: Floats, flat: Floats, up: Floats) -> Bend:
    rise = np.clip(np.gradient(up, flat), -0.8, 0.8)
    along = np.cumsum(np.sqrt(1 - rise**2)) * STEP
    return Bend(direction, flat, along - np.interp(0.0, flat, along), up - up.min())
