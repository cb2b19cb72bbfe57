"""Simulate faults of printers and scanners: bands of pale print, repeated or skipped rows, one-bit pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

PX_PER_MM = 8  # of the scans: about 200 dpi
JERKS_MM = (0.3, 0.6, 1.0, 1.6, 2.5, 4.0)
JERK_AT = (0.35, 0.62)  # place as a share of the page length: of repeated, of skipped rows
BANDS = ((0.7, 20.0), (0.4, 40.0), (0.15, 25.0), (0.08, 60.0))  # least share of the toner, width (mm)
BEGINS = 140  # grey level up to which a one-bit pixel is black
SPECKS = 0.004  # share of the pixels that line noise makes black
PICTURE_NOISE = 4.0  # grey levels

Gray = NDArray[np.uint8]
Rng = np.random.Generator


def scan_page(page: Any, px_per_mm: float, rng: Rng) -> Gray:
    """Return a scan (grey, `PX_PER_MM`) of a page (RGB, `px_per_mm`)."""
    height, width = (round(side * PX_PER_MM / px_per_mm) for side in page.shape[:2])
    gray = cv2.cvtColor(page, cv2.COLOR_RGB2GRAY)
    soft = cv2.GaussianBlur(cv2.resize(gray, (width, height), interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    return np.asarray(np.clip(soft * 0.97 + rng.normal(0, PICTURE_NOISE, soft.shape), 0, 255), np.uint8)


def fade_band(page: Any, bare: Any, px_per_mm: float, least: float, width: float, rng: Rng) -> Any:
    """Return the page with only the share `least` of the toner in a band of `width` mm; the ink is unchanged."""
    away = (np.arange(page.shape[1]) - page.shape[1] * rng.uniform(0.3, 0.7)) / (width * px_per_mm / 2)
    toner = 1 - (1 - least) * np.exp(-(away**4))
    pale = 255 - (255 - bare.astype(np.float32)) * toner[None, :, None]
    return np.clip(pale - (bare.astype(np.float32) - page), 0, 255).astype(np.uint8)


def jerk_scans(scan: Gray) -> Iterator[tuple[float, str, Gray]]:
    """Yield the scan with repeated or skipped rows, as (shift of the page in mm, kind of fault, picture)."""
    for mm in JERKS_MM:
        count, (first, second) = round(mm * PX_PER_MM), (round(at * len(scan)) for at in JERK_AT)
        repeated = np.repeat(scan[first : first + 1], count, axis=0)
        yield mm, "rows repeated", np.concatenate([scan[:first], repeated, scan[first:]])
        yield mm, "rows skipped", np.concatenate([scan[:second], scan[second + count :]])


def reduce_to_one_bit(scan: Gray, rng: Rng) -> Iterator[tuple[str, Gray]]:
    """Yield one-bit versions of the scan by several methods, as (method, picture)."""
    black = np.where(scan > BEGINS, 255, 0).astype(np.uint8)
    yield "threshold", black
    yield "noisy line", np.where(rng.random(scan.shape) < SPECKS, 0, black).astype(np.uint8)
    yield "fax, 98 rows an inch", np.repeat(black[::2], 2, axis=0)
    yield "ordered dither", _dither_ordered(scan)
    yield "Floyd-Steinberg", _diffuse_errors(scan)


def _dither_ordered(scan: Gray) -> Gray:
    """Return an ordered dither (B. Bayer, An optimum method for two-level rendition of continuous-tone pictures)."""
    matrix = np.zeros((1, 1))
    for _ in range(3):
        matrix = np.block([[4 * matrix, 4 * matrix + 2], [4 * matrix + 3, 4 * matrix + 1]])
    repeats = [side // 8 + 1 for side in scan.shape]
    limits = np.tile((matrix + 0.5) / 64 * 255, repeats)[: scan.shape[0], : scan.shape[1]]
    return np.where(scan > limits, 255, 0).astype(np.uint8)


def _diffuse_errors(scan: Gray) -> Gray:
    from PIL import Image

    return np.asarray(Image.fromarray(scan).convert("1").convert("L"), np.uint8)
