"""Even out the light: remove shadows, lamps and grey paper, keep print and ink."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Gray = NDArray[np.uint8]

REDUCTION = 4  # pixels: the side of the cells in which the light is measured
WIDEST_DARK = 25  # cells (12.5 mm on a flat page); wider dark areas count as shadow, not as print
SOFTNESS = 1.5  # cells over which the light may change gradually
DARKEST_LIGHT = 24  # below this, print is lost in noise, so it is not brightened


def even_light(gray: Gray) -> Gray:
    """Return the flat page divided by its light, so that paper is about 255.

    The light is the grey closing of the reduced page: dark objects narrower than `WIDEST_DARK` vanish from it,
    while the edges of shadows stay in place.
    """
    height, width = gray.shape
    cells = cv2.resize(
        gray, (max(1, width // REDUCTION), max(1, height // REDUCTION)), interpolation=cv2.INTER_AREA
    )
    kernel = np.ones((WIDEST_DARK, WIDEST_DARK), np.uint8)
    light = cv2.morphologyEx(
        cv2.medianBlur(cells, 3), cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_REPLICATE
    )
    light = cv2.GaussianBlur(light, (0, 0), SOFTNESS)
    light = np.maximum(light, DARKEST_LIGHT).astype(np.uint8)
    light = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(gray, light, scale=255), dtype=np.uint8)
