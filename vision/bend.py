"""How bent paper departs from a plane: a smooth field of displacements over the frame, fitted to measured
ones.

The field is a tensor product of uniform cubic B-splines with a penalty on the second differences of its
coefficients (P-spline; Eilers and Marx 1996), fitted by reweighted least squares so that wrong measurements
lose their say (Cauchy weights).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheets.page import FRAME

Floats = NDArray[np.floating[Any]]

SPACING = (
    19.0  # mm between knots: fine enough for a fold, coarse enough that each piece has several measurements
)
STIFFNESS = 5.0  # 1/mm²: the second difference of a strongly bent sheet is about half a mm per knot
ACCURACY = 0.1  # mm: standard error of one good measurement
REPEATS = 4  # of the reweighting
RIDGE = 1e-3  # 1/mm²: holds the field at zero where nothing was measured

_COLUMNS = int(np.ceil(FRAME.w / SPACING)) + 3
_ROWS = int(np.ceil(FRAME.h / SPACING)) + 3


@dataclass(frozen=True, eq=False)
class Bend:
    """Coefficients (rows, columns, 2) of the displacements, mm."""

    coefficients: Floats

    def at(self, points: Floats) -> Floats:
        """Displacements (n, 2) at points (n, 2), all mm of the frame."""
        return np.asarray(_basis(points) @ self.coefficients.reshape(-1, 2))

    def on_grid(self, xs: Floats, ys: Floats) -> Floats:
        """Displacements (len(ys), len(xs), 2) at every crossing, mm."""
        across, down = _splines(xs, _COLUMNS), _splines(ys, _ROWS)
        return np.stack([down @ self.coefficients[:, :, axis] @ across.T for axis in (0, 1)], axis=-1)


FLAT = Bend(np.zeros((_ROWS, _COLUMNS, 2)))


def fit_bend(points: Floats, displacements: Floats, information: Floats) -> Bend:
    """The smooth field through displacements (n, 2) measured at points (n, 2), mm.

    `information` (n, 2) says how sure each measurement is in x and in y: 1 for a good one, 0 for none.
    """
    if len(points) == 0:
        return FLAT
    basis = _basis(points)
    weights = np.ones(len(points))
    for _ in range(REPEATS):
        coefficients = np.column_stack(
            [_solve(basis, displacements[:, axis], information[:, axis] * weights) for axis in (0, 1)]
        )
        fitted = basis @ coefficients
        errors = np.sqrt(((displacements - fitted) ** 2 * information).sum(axis=1))
        scale = max(ACCURACY, 1.4826 * float(np.median(errors)))
        weights = 1 / (1 + (errors / scale) ** 2)
    return Bend(coefficients.reshape(_ROWS, _COLUMNS, 2))


def _solve(basis: Floats, displacements: Floats, information: Floats) -> Floats:
    """Coefficients (m,) of least squares with the penalty."""
    weighted = basis.T * (information / ACCURACY**2)
    return np.linalg.solve(weighted @ basis + _penalty(), weighted @ displacements)


def _splines(positions: Floats, count: int) -> Floats:
    """Values (n, count) of the uniform cubic B-splines at positions in mm from the frame's edge."""
    t = np.asarray(positions, dtype=np.float64) / SPACING
    first = np.clip(np.floor(t), 0, count - 4).astype(int)
    u = t - first  # outside the frame the outermost pieces are continued
    pieces = ((1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3)
    values = np.zeros((len(t), count))
    rows = np.arange(len(t))
    for offset, piece in enumerate(pieces):
        values[rows, first + offset] = piece / 6
    return values


def _basis(points: Floats) -> Floats:
    across, down = _splines(points[:, 0], _COLUMNS), _splines(points[:, 1], _ROWS)
    return np.asarray((down[:, :, None] * across[:, None, :]).reshape(len(points), -1))


@cache
def _penalty() -> Floats:
    """The stiffness as a quadratic form over the coefficients: both second differences and the mixed one."""
    columns, rows = np.eye(_COLUMNS), np.eye(_ROWS)
    across = np.kron(rows, np.diff(columns, 2, axis=0))
    down = np.kron(np.diff(rows, 2, axis=0), columns)
    twist = np.kron(np.diff(rows, axis=0), np.diff(columns, axis=0))
    form = across.T @ across + down.T @ down + 2 * twist.T @ twist
    return np.asarray(STIFFNESS * form + RIDGE * np.eye(_COLUMNS * _ROWS))
