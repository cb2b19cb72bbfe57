"""How bent paper departs from a plane: a smooth field of displacements over the frame, fitted to measured ones.

The field is a tensor product of uniform cubic B-splines with a penalty on the second differences of its
coefficients (P-spline; Eilers and Marx 1996). It is fitted by reweighted least squares, which down-weights
wrong measurements (Cauchy weights).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FRAME
from fairsheet.vision.printed.percentile import percentile

Floats = NDArray[np.floating]

SPACING = 22.0  # mm between knots: fine enough for folds, and each piece has several measurements
STIFFNESS = 0.1  # 1/mm²: permits folds and waves, and still smooths measurements of 0.1 mm accuracy
ACCURACY = 0.1  # mm: standard error of one good measurement
REPEATS = 3  # of the reweighting
RIDGE = 1e-3  # 1/mm²: keeps the field at zero where there are no measurements


def _shape(frame: Rect) -> tuple[int, int]:
    """Return the number of rows and columns of coefficients."""
    return int(np.ceil(frame.h / SPACING)) + 3, int(np.ceil(frame.w / SPACING)) + 3


@dataclass(frozen=True, eq=False)
class Bend:
    """Coefficients (rows, columns, 2) of the displacements, mm."""

    coefficients: Floats

    def at(self, points: Floats) -> Floats:
        """Return displacements (n, 2) at points (n, 2), all mm of the frame."""
        return _Samples(points, self.coefficients.shape[:2]).of(self.coefficients.reshape(-1, 2))

    def on_grid(self, xs: Floats, ys: Floats) -> Floats:
        """Return displacements (len(ys), len(xs), 2) at every crossing, mm."""
        rows, columns = self.coefficients.shape[:2]
        across, down = _dense(xs, columns), _dense(ys, rows)
        return np.stack([down @ self.coefficients[:, :, axis] @ across.T for axis in (0, 1)], axis=-1)


FLAT = Bend(np.zeros((*_shape(FRAME), 2)))


def fit_bend(points: Floats, displacements: Floats, information: Floats, frame: Rect = FRAME) -> Bend:
    """Return the smooth field through displacements (n, 2) measured at points (n, 2) of a frame, mm.

    `information` (n, 2) is how sure each measurement is in x and in y: 1 for a good one, 0 for none. If it has
    one column, it is for both, which saves time.
    """
    if len(points) == 0:
        return FLAT
    shape = _shape(frame)
    samples = _Samples(points, shape)
    weights = np.ones(len(points))
    for _ in range(REPEATS):
        precision = information * weights[:, None] / ACCURACY**2
        matrices = [samples.normal_matrix(each) + _penalty(*shape) for each in precision.T]
        pulls = np.column_stack([samples.pull(each) for each in (precision * displacements).T])
        coefficients = np.hstack(list(map(_solve, matrices, np.hsplit(pulls, len(matrices)))))
        errors = np.sqrt(((displacements - samples.of(coefficients)) ** 2 * information).sum(axis=1))
        scale = max(ACCURACY, 1.4826 * percentile(errors, 50))
        weights = 1 / (1 + (errors / scale) ** 2)
    return Bend(coefficients.reshape(*shape, 2))


def _solve(matrix: Floats, pulls: Floats) -> Floats:
    """Solve by Cholesky's method; OpenCV's, because numpy starts threads, which cost more than they save here."""
    return np.asarray(cv2.solve(matrix, pulls, flags=cv2.DECOMP_CHOLESKY)[1])


class _Samples:
    """The splines at some points: only the 16 that are not zero there, so that the normal matrix is cheap."""

    def __init__(self, points: Floats, shape: tuple[int, int]) -> None:
        self._size, across_all = shape[0] * shape[1], shape[1]
        first_column, across = _splines(points[:, 0], across_all)
        first_row, down = _splines(points[:, 1], shape[0])
        rows, columns = first_row[:, None] + np.arange(4), first_column[:, None] + np.arange(4)
        self.indices = (rows[:, :, None] * across_all + columns[:, None, :]).reshape(-1, 16)
        self.values = (down[:, :, None] * across[:, None, :]).reshape(-1, 16)

    @cached_property
    def _products(self) -> tuple[NDArray[np.int64], Floats]:
        """The products (n, 16, 16) of each two splines at a point, after their places in the normal matrix."""
        places = self.indices[:, :, None] * self._size + self.indices[:, None, :]
        return places.ravel(), self.values[:, :, None] * self.values[:, None, :]

    def of(self, coefficients: Floats) -> Floats:
        """Return the field (n, 2) with coefficients (m, 2)."""
        return np.asarray(np.einsum("nk,nkc->nc", self.values, coefficients[self.indices]))

    def normal_matrix(self, precision: Floats) -> Floats:
        """Return the sum (m, m) over all points of precision times the outer product of the splines there."""
        size, (places, products) = self._size, self._products
        weights = (precision[:, None, None] * products).ravel()
        return np.bincount(places, weights, size * size).reshape(size, size).astype(float)

    def pull(self, forces: Floats) -> Floats:
        """Return the sum (m,) over all points of force times the splines there."""
        products = forces[:, None] * self.values
        return np.bincount(self.indices.ravel(), products.ravel(), self._size).astype(float)


def _splines(positions: Floats, count: int) -> tuple[NDArray[np.int64], Floats]:
    """Return, for positions in mm from the frame's edge, the first of four splines there, and values (n, 4)."""
    t = np.asarray(positions, dtype=np.float64) / SPACING
    first = np.clip(np.floor(t), 0, count - 4).astype(np.int64)
    u = t - first  # the outermost pieces extend beyond the frame
    pieces = ((1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3)
    return first, np.stack(pieces, axis=-1) / 6


def _dense(positions: Floats, count: int) -> Floats:
    """Return the same as a matrix (n, count)."""
    first, values = _splines(positions, count)
    matrix = np.zeros((len(first), count))
    np.put_along_axis(matrix, first[:, None] + np.arange(4), values, axis=1)
    return matrix


@cache
def _penalty(down_all: int, across_all: int) -> Floats:
    """Return the stiffness as a quadratic form over the coefficients: both second differences and the mixed
    one."""
    columns, rows = np.eye(across_all), np.eye(down_all)
    across = np.kron(rows, np.diff(columns, 2, axis=0))
    down = np.kron(np.diff(rows, 2, axis=0), columns)
    twist = np.kron(np.diff(rows, axis=0), np.diff(columns, axis=0))
    form = across.T @ across + down.T @ down + 2 * twist.T @ twist
    return np.asarray(STIFFNESS * form + RIDGE * np.eye(len(form)))
