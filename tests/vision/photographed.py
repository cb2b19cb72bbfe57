"""Pictures for the scanner's tests: a page with fiducials and print, and a camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.page_geometry import FIDUCIALS, FRAME

Gray = NDArray[np.uint8]
PX_PER_MM = 8


def printed_page() -> Gray:
    """Return a frame with fiducials, a grid of boxes and some words, like our sheets."""
    page = np.full((round(FRAME.h * PX_PER_MM), round(FRAME.w * PX_PER_MM)), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for fiducial in FIDUCIALS:
        rect = fiducial.rect
        marker = cv2.aruco.generateImageMarker(dictionary, fiducial.id, int(rect.w * PX_PER_MM))
        x, y = int(rect.x * PX_PER_MM), int(rect.y * PX_PER_MM)
        page[y : y + marker.shape[0], x : x + marker.shape[1]] = marker
    rng = np.random.default_rng(7)
    for row in range(17):
        for column in range(int(rng.integers(6, 14))):
            x, y = 16 + 12 * column, 28 + 13 * row
            corner, far = (x * PX_PER_MM, y * PX_PER_MM), ((x + 9) * PX_PER_MM, (y + 9) * PX_PER_MM)
            cv2.rectangle(page, corner, far, 70, 2)
            if rng.random() < 0.5:
                cv2.putText(page, str(rng.integers(99)), corner, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 90, 1)
    return page


@dataclass(frozen=True)
class Shot:
    """A photo, and the homography (3, 3) from frame mm to its px."""

    gray: Gray
    homography: NDArray[np.float64]


def photograph(
    page: Gray,
    *,
    size: tuple[int, int] = (1500, 2000),
    turn: float = 0.0,
    tilt: float = 0.0,
    fill: float = 0.85,
    centre: tuple[float, float] = (0.5, 0.5),
    blur: float = 0.7,
    noise: float = 3.0,
    shadow: float = 0.0,
    table: int = 110,
) -> Shot:
    """Return a photo of the page on a table, turned by degrees.

    The far edge is shorter by the share `tilt`; `size` is width, height.
    """
    width, height = size
    scale = fill * height / FRAME.h
    half_w, half_h = FRAME.w * scale / 2, FRAME.h * scale / 2
    outline = np.array(
        [(-half_w * (1 - tilt), -half_h), (half_w * (1 - tilt), -half_h), (half_w, half_h), (-half_w, half_h)]
    )
    angle = np.radians(turn)
    spin = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    there = outline @ spin.T + (centre[0] * width, centre[1] * height)
    frame = np.array([(0, 0), (FRAME.w, 0), (FRAME.w, FRAME.h), (0, FRAME.h)])
    homography, _ = cv2.findHomography(frame.astype(np.float64), there)
    to_mm = np.array([(1 / PX_PER_MM, 0, 0.5 / PX_PER_MM), (0, 1 / PX_PER_MM, 0.5 / PX_PER_MM), (0, 0, 1)])
    paper = cv2.copyMakeBorder(page, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=250)
    off = np.array([(1, 0, -40), (0, 1, -40), (0, 0, 1)], dtype=np.float64)
    photo = cv2.warpPerspective(
        paper, homography @ to_mm @ off, size, flags=cv2.INTER_AREA, borderValue=float(table)
    ).astype(np.float32)
    across = np.linspace(0.95, 0.75, width, dtype=np.float32)
    photo *= across
    if shadow:
        photo[:, : width // 2] *= 1 - shadow
    grain = np.random.default_rng(5).normal(0, noise, (height, width)).astype(np.float32)
    photo = cv2.GaussianBlur(photo, (0, 0), blur) + grain
    return Shot(np.clip(photo, 0, 255).astype(np.uint8), np.asarray(homography))


def bent(page: Gray, depth: float) -> tuple[Gray, NDArray[np.float32]]:
    """Return the page as if its paper were curled, and the shifts.

    Rows and columns are shifted by up to `depth` mm. The shifts (height, width, 2) are px from the bent page to
    the flat one.
    """
    height, width = page.shape
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    down = depth * PX_PER_MM * np.sin(np.pi * rows / height) * np.sin(2.2 * columns / width + 0.3)
    across = 0.6 * depth * PX_PER_MM * np.sin(np.pi * columns / width) * np.sin(1.5 * rows / height)
    picture = cv2.remap(page, columns + across, rows + down, cv2.INTER_LINEAR, borderValue=255.0)
    return np.asarray(picture, dtype=np.uint8), np.stack([across, down], axis=-1)
