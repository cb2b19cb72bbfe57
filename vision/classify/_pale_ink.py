"""Ink that is much paler than the sheet's own: erased, from the other side of the paper, or of another pen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.classify.areas import Mask
from fairsheet.vision.classify.patches import Patches

Floats = NDArray[np.floating]

STEP = 2  # every second row and column of a patch is enough; all sizes and counts below are of these pixels
PEN = 0.75  # quantile of the marks of a sheet that shows its pen: a few bold corrections are not above it
MUCH_PALER = 0.38  # of the pen: on 5 of 312 photos thin lines are paler; most erased marks are below 0.3
PART = 0.8  # of that bound: what is darker is of the same stroke as bold ink that it touches
STROKE = 6  # darkest pixels that show how dark a stroke is
LEAST_LEVEL = 0.04  # share of the light: paler specks next to bold ink are noise
LEAST_PIXELS = 20  # of pale ink: fewer are specks, not a stroke
MARGIN = 4  # at each side of a patch: if bold ink is only there, it belongs to a neighbour
PRIOR = 100.0  # weight, per pixel, of print being as dark on the photo as it was printed
LEAST_LIGHT = 64.0  # grey levels that the darkest print leaves for ink to take


def darkness(patches: Patches) -> Floats:
    """Return the share of the light that ink takes away (n, size / STEP, size / STEP), from patches (n, size, size, 3).

    The ink of each patch was stretched. Its true scale follows from the photo, which is fitted by least squares as a
    sum of paper, print and ink.
    """
    few = patches[:, ::STEP, ::STEP]
    photo, printed, ink = (255 - few[..., part].reshape(len(few), -1).astype(np.float32) for part in range(3))
    parts = np.stack([np.ones_like(ink), printed, ink], axis=1)
    prior = PRIOR * ink.shape[1] * np.array([0.0, 1.0, 0.0])
    squares = (parts @ parts.transpose(0, 2, 1)).astype(np.float64) + np.diag(prior) + np.eye(3)
    products = (parts @ photo[..., None])[..., 0] + prior
    paper, gain, scale = np.linalg.solve(squares, products[..., None]).astype(np.float32).transpose(1, 0, 2)
    taken = ink * scale / np.maximum(255 - paper - gain * printed, LEAST_LIGHT)
    return np.asarray(taken.reshape(few.shape[:3]))


def darkness_of_pen(dark: Floats) -> float:
    """Return the darkness of the pen of a sheet, from that of its marks."""
    strokes = np.partition(dark.reshape(len(dark), -1), -STROKE, axis=1)[:, -STROKE]
    return float(np.quantile(strokes, PEN, method="higher"))


def pale_ink(dark: Floats, bold: float) -> Mask:
    """Return a mask (n, rows, columns) of the ink that is much paler than `bold` and not next to a bold stroke.

    The mask is full if there is no bold stroke, or only that of a neighbour. It is empty if the pale ink is no stroke.
    """
    is_bold = dark >= bold
    # All patches as one picture: a stroke at the edge of one may reach into the next, which does no harm.
    parts = cv2.connectedComponents((dark >= PART * bold).view(np.uint8).reshape(-1, dark.shape[2]))[1]
    strokes = np.isin(parts, parts[is_bold.reshape(parts.shape)]).view(np.uint8)
    near = cv2.dilate(strokes, np.ones((3, 3), np.uint8)).reshape(dark.shape)
    pale = (near == 0) & (dark > LEAST_LEVEL)
    is_stroke = np.count_nonzero(pale, axis=(1, 2)) >= LEAST_PIXELS
    is_alone = is_stroke & ~is_bold[:, MARGIN:-MARGIN, MARGIN:-MARGIN].any(axis=(1, 2))
    pale[~is_stroke] = False
    pale[is_alone | (np.count_nonzero(is_bold, axis=(1, 2)) < STROKE)] = True
    return np.asarray(pale)


def without_ink(patches: Patches, pale: Mask) -> Patches:
    """Return the patches with bare print where the ink is pale."""
    gone = pale.repeat(STEP, axis=1).repeat(STEP, axis=2)
    photo, printed, ink = (patches[..., part] for part in range(3))
    bare = np.where(gone, np.maximum(photo, printed), photo)
    return np.stack([bare, printed, np.where(gone, np.uint8(255), ink)], axis=-1)
