"""Ink much paler than the rest of the sheet: erased, from the back of the paper, or of another pen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.classify.areas import Mask
from fairsheet.vision.classify.patches import Patches

Floats = NDArray[np.floating]

STEP = 2  # every second row and column of a patch is enough; all sizes and counts below are of these pixels
PEN = 0.75  # quantile of a sheet's marks that represents its pen: a few bold corrections do not exceed it
# relative to the pen: thin lines are paler on 5 of 312 photos; most erased marks are below 0.3
MUCH_PALER = 0.38
PART = 0.8  # share of that limit from which ink belongs to the bold stroke that it touches
STROKE = 6  # number of darkest pixels that show how dark a stroke is
LEAST_LEVEL = 0.04  # share of the light: paler specks next to bold ink are noise
LEAST_PIXELS = 20  # pixels of pale ink: fewer are specks, not a stroke
MARGIN = 4  # at each side of a patch: bold ink found only there belongs to a neighbour
PRIOR = 100.0  # weight, per pixel, of the prior that print is as dark on the photo as it was printed
LEAST_LIGHT = 64.0  # least grey levels that the darkest print leaves for ink to darken


def darkness(patches: Patches) -> Floats:
    """Return the share of the light that ink absorbs (n, size / STEP, size / STEP), from patches (n, size,
    size, 3).

    The ink of each patch was stretched. Its true scale follows from a least-squares fit of the photo as a sum
    of paper, print and ink.
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


def measure_pen(dark: Floats) -> float:
    """Return the darkness of a sheet's pen from the darkness of its marks."""
    strokes = np.sort(dark.reshape(len(dark), -1), axis=1)[:, -STROKE]  # many are alike: `partition` is slow
    return float(np.quantile(strokes, PEN, method="higher"))


def find_pale_ink(dark: Floats, bold: float) -> Mask:
    """Return a mask (n, rows, columns) of the ink that is much paler than `bold` and not next to a bold stroke.

    The mask is full if there is no bold stroke, or only that of a neighbour. It is empty if the pale ink is not
    a stroke.
    """
    is_bold = dark >= bold
    # all patches as one picture: a stroke at the edge of one may touch the next, which is harmless
    count, labels = cv2.connectedComponents((dark >= PART * bold).view(np.uint8).reshape(-1, dark.shape[2]))
    parts, strokes = np.asarray(labels, np.intp), np.zeros(count, np.uint8)
    strokes[parts[is_bold.reshape(parts.shape)]] = 1
    near = cv2.dilate(strokes[parts], np.ones((3, 3), np.uint8)).reshape(dark.shape)
    pale = (near == 0) & (dark > LEAST_LEVEL)
    is_stroke = pale.sum(axis=(1, 2), dtype=np.uint16) >= LEAST_PIXELS
    is_alone = is_stroke & ~is_bold[:, MARGIN:-MARGIN, MARGIN:-MARGIN].any(axis=(1, 2))
    pale[~is_stroke] = False
    pale[is_alone | (is_bold.sum(axis=(1, 2), dtype=np.uint16) < STROKE)] = True
    return np.asarray(pale)


def remove_ink(patches: Patches, pale: Mask) -> Patches:
    """Return the patches with bare print where the ink is pale."""
    gone = pale.repeat(STEP, axis=1).repeat(STEP, axis=2)
    photo, printed, ink = (patches[..., part] for part in range(3))
    bare = np.where(gone, np.maximum(photo, printed), photo)
    return np.stack([bare, printed, np.where(gone, np.uint8(255), ink)], axis=-1)
