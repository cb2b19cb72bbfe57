"""Measure how soft a photo is, and how its camera shows the print.

On a soft photo print spreads over the ink on it and next to it. So the smear of the camera is estimated by
least squares from the page as printed to the page seen. Ink is darker than the smeared print.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.percentile import percentile
from fairsheet.vision.printed.raster import PrintedPage, made_once

# sharpness below which the print is smeared: true for 5 of 32 ordinary photos, all hard ones, and no scans
SOFT = 0.7
LEAST_CLARITY = 0.5  # a blur of 4 px at 12 megapixels leaves 0.7; fitted on writers of half 0
SHARP = 0.5  # sharpness below which the thinnest lines become paler
NEAR, FAR = 2, 12  # px at `PX_PER_MM` between the pixels compared for the sharpness
EVERY = 24  # one row in 24 is measured
REDUCED = 2  # the smear is estimated and applied at half of `PX_PER_MM`: soft print has no finer details
REACH = 5  # px at that scale (1.25 mm) over which the camera may smear a point to either side
SAMPLES = 2000  # pixels in and around print from which the smear is estimated
ROUNDS = 2  # rounds of the estimation; each leaves out the pixels that were too dark in the last one: ink
INK = 3.0  # standard deviations of the residuals
LEAST_NOISE = 3.0  # grey levels, minimum of that deviation
RIDGE = 4.0  # grey levels: keeps the smear small where print determines little of it
DARK = 30  # grey levels from which a pixel counts as print
WIDE = 8  # px between pixels whose difference survives blur, in a picture of 3 to 4 px/mm
# steepness of the steepest edges: less from a blur of 4 px at 12 megapixels, 0.45 or more below 2 px
BLURRED = 0.36
STEEPEST = 99.9  # percentile of the differences in a picture that represents an edge


def sharpness_of(page: Gray, printed: PrintedPage) -> float:
    """Return how steep the edges of print are on a flat page: 1 as printed, 0.25 at a blur of 0.35 mm.

    It is the slope of near differences of the page over those of the print, divided by that of far ones, which
    survive blur. Ink and noise are not correlated with print, so they do not count.
    """
    near, far = (_slope(page, printed.gray, step) for step in (NEAR, FAR))
    return near / max(far, 1e-3)


def clarity_of(sharpness: float) -> float:
    """Return the share that blur leaves of thin ink's darkness and of logits' certainty: below 1 only on soft
    pages."""
    return min(1.0, LEAST_CLARITY + sharpness)


def thin_line_clarity(sharpness: float) -> float:
    """Return the share that blur leaves of the darkness of the thinnest lines, relative to wide ones."""
    return min(1.0, sharpness / SHARP)


def is_blurred(picture: Gray) -> bool:
    """Return whether a picture of 3 to 4 px/mm lacks steep edges, across or down, whatever it shows."""
    return any(_steepest(way, 1) < BLURRED * _steepest(way, WIDE) for way in (picture, picture.T))


def _steepest(picture: Gray, step: int) -> float:
    differences = np.subtract(picture[:, step:], picture[:, :-step], dtype=np.int16)
    return percentile(np.abs(differences).ravel(), STEEPEST)


def _slope(page: Gray, printed: Gray, step: int) -> float:
    """Return the slope of the differences of pixels `step` apart on a page over those of the print."""
    seen, drawn = (_differences(each, step) for each in (page, printed))
    return float(np.vdot(seen, drawn)) / max(float(np.vdot(drawn, drawn)), 1e-3)


def _differences(page: Gray, step: int) -> NDArray[np.float32]:
    """Return the differences across and down in one row of `EVERY`."""
    rows = page[:-step:EVERY].astype(np.float32)
    return np.concatenate([(rows[:, step:] - rows[:, :-step]).ravel(), (page[step::EVERY] - rows).ravel()])


def smear_print(page: Gray, printed: PrintedPage) -> Gray:
    """Return the page as printed, smeared as by the camera of this flat page."""
    print_, edges = _darkness(printed.gray), _edges_of(printed)
    seen = _darkness(page).take(edges)
    near = np.arange(-REACH, REACH + 1)
    moves = np.add.outer(near * print_.shape[1], near).ravel()
    moved = print_.take(np.add.outer(edges, moves))
    smear, plain = np.zeros(len(moves)), np.ones(len(edges), bool)
    for _ in range(ROUNDS):
        known = moved[plain]
        ridge = RIDGE**2 * len(known) * np.eye(len(moves), dtype=np.float32)
        smear = np.linalg.solve(known.T @ known + ridge, known.T @ seen[plain])
        left = seen - moved @ smear
        noise = max(float(np.median(np.abs(left[plain]))) / 0.6745, LEAST_NOISE)
        plain = np.abs(left) < INK * noise
    kernel = smear.reshape(2 * REACH + 1, -1).astype(np.float32)
    smeared = cv2.convertScaleAbs(255 - np.clip(cv2.filter2D(print_, -1, kernel), 0, 255))
    return np.asarray(cv2.resize(smeared, printed.gray.shape[::-1]), np.uint8)


def _darkness(page: Gray) -> NDArray[np.float32]:
    """Return the reduced page, as grey levels below white."""
    size = page.shape[1] // REDUCED, page.shape[0] // REDUCED
    return np.subtract(255, cv2.resize(page, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


@made_once
def _edges_of(printed: PrintedPage) -> NDArray[np.integer]:
    """Return the indices of pixels in and around print in the flattened reduced page."""
    dark = (_darkness(printed.gray) > DARK).astype(np.uint8)
    near = cv2.dilate(dark, np.ones((2 * REACH + 1, 2 * REACH + 1), np.uint8)) > 0
    inner = np.zeros(near.shape, bool)
    inner[REACH:-REACH, REACH:-REACH] = near[REACH:-REACH, REACH:-REACH]
    edges = np.flatnonzero(inner)
    return edges[:: max(1, len(edges) // SAMPLES)].copy()  # a view would keep all of them
