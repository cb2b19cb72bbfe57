"""Simulate accidents of sheets and photos at a table: stains, corrections, thumbs, messenger apps.

The names of conditions are accepted like levels of difficulty by `benchmarks/reading.py`; photos are ordinary ones:

    python -m benchmarks.reading --folder build/reading --handwriting DIR --levels coffee chat …
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FIDUCIALS
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.traces import GEL_GREEN, PENCIL, Pen, Picture

Rng = np.random.Generator

CHAT_SIZE, CHAT_QUALITY = 1600, 60  # px of the longer side, JPEG quality
SCREEN = (1170, 2532)  # px of a phone's screen, width and height
COLOURS = ((255, 236, 150), (190, 225, 255), (200, 245, 200), (255, 205, 215))  # of paper, RGB
RUBBED = 0.14  # share of pencil that an eraser leaves
THROUGH = 0.12  # share of felt tip that shows on the other side
FLUID = 252  # grey level of correction fluid
SMEAR_MM = (4.0, 9.0)  # length over which a hand smears fresh ink
COFFEE = (0.62, 0.42, 0.25)  # transmittance for red, green and blue
SKIN = (196, 150, 122)  # RGB


@dataclass(frozen=True)
class Page:
    """A page to write on: its picture (RGB), its resolution, and the origin of its frame (mm)."""

    picture: Picture
    px_per_mm: float
    origin: Point

    def window(self, rect: Rect) -> tuple[slice, slice]:
        """Return the rows and columns (px) of a rectangle of the frame."""
        left, top = rect.x + self.origin.x, rect.y + self.origin.y
        rows, columns = (top, top + rect.h), (left, left + rect.w)
        down, across = (
            slice(*(max(0, round(end * self.px_per_mm)) for end in ends)) for ends in (rows, columns)
        )
        return down, across


@dataclass(frozen=True)
class Condition:
    """Changes to a page and its photo.

    `before` changes the page before writing, given the same page with false marks, and their places. `after` changes
    the page with ink, given the page without it. `photo` changes the photo; `hand` and the pens replace the usual ones.
    """

    before: Callable[[Page, Picture, list[Rect], Rng], Picture] = lambda page, false, fields, rng: (
        page.picture
    )
    after: Callable[[Page, Picture, Rng], Picture] = lambda page, bare, rng: page.picture
    photo: Callable[[Picture, Rng], Picture] = lambda photo, rng: photo
    hand: Callable[[Hand], Hand] = lambda hand: hand
    pen: Pen | None = None
    false_pen: Pen = PENCIL


def _erase(page: Page, false: Picture, fields: list[Rect], rng: Rng) -> Picture:
    """Add erased pencil marks, of which a little remains."""
    left = RUBBED * (page.picture.astype(np.float32) - false)
    return np.clip(page.picture - left, 0, 255).astype(np.uint8)


def _apply_fluid(page: Page, false: Picture, fields: list[Rect], rng: Rng) -> Picture:
    """Add false marks under correction fluid, which also hides the print."""
    picture = false.copy()
    for rect in fields:
        part = picture[page.window(rect.grown(-0.4))]
        blot = np.zeros(part.shape[:2], np.uint8)
        middle = part.shape[1] // 2, part.shape[0] // 2
        cv2.ellipse(blot, middle, (int(part.shape[1] * 0.46), int(part.shape[0] * 0.46)), 0, 0, 360, 255, -1)
        part[cv2.GaussianBlur(blot, (0, 0), 3) > 127] = FLUID
    return picture


def _spill_coffee(page: Page, bare: Picture, rng: Rng) -> Picture:
    """Add the ring of a cup, and drops."""
    height, width = page.picture.shape[:2]
    stain = np.zeros((height, width), np.float32)
    x, y = (int(rng.uniform(0.2, 0.8) * side) for side in (width, height))
    cv2.circle(stain, (x, y), round(38 * page.px_per_mm), 0.45, round(2.5 * page.px_per_mm))
    cv2.circle(stain, (x, y), round(37 * page.px_per_mm), 0.12, -1)
    for _ in range(4):
        drop = int(rng.uniform(0, width)), int(rng.uniform(0, height))
        cv2.circle(stain, drop, round(rng.uniform(1, 4) * page.px_per_mm), 0.4, -1)
    soft = np.asarray(cv2.GaussianBlur(stain, (0, 0), 0.4 * page.px_per_mm), np.float32)[..., None]
    return np.asarray(page.picture * (1 - soft * (1 - np.array(COFFEE))), np.uint8)


def _crease(page: Page, bare: Picture, rng: Rng) -> Picture:
    """Add two folds, each a dark and a light line."""
    picture = page.picture.astype(np.float32)
    for axis in (0, 1):
        place = int(picture.shape[axis] * rng.uniform(0.4, 0.6))
        away = np.abs(np.arange(picture.shape[axis]) - place) / page.px_per_mm
        shade = 1 - 0.45 * np.exp(-((away / 0.35) ** 2)) + 0.1 * np.exp(-(((away - 0.9) / 0.5) ** 2))
        picture *= shade[:, None, None] if axis == 0 else shade[None, :, None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def _colour_paper(page: Page, bare: Picture, rng: Rng) -> Picture:
    colour = np.array(COLOURS[int(rng.integers(len(COLOURS)))], np.float32) / 255
    return (page.picture * colour).astype(np.uint8)


def _show_through(page: Page, bare: Picture, rng: Rng) -> Picture:
    """Felt tip on the back shows: the ink of this side, mirrored, stands for it."""
    ink = bare.astype(np.float32) - page.picture
    behind = cv2.GaussianBlur(ink[:, ::-1], (0, 0), 0.3 * page.px_per_mm)
    return np.clip(page.picture - THROUGH * behind, 0, 255).astype(np.uint8)


def _smear(page: Page, bare: Picture, rng: Rng) -> Picture:
    """Smear fresh ink over the paper, as a left hand does."""
    ink = bare.astype(np.float32) - page.picture
    length = round(rng.uniform(*SMEAR_MM) * page.px_per_mm)
    kernel = np.concatenate([np.zeros(length), np.linspace(1, 0, length)])[None]
    dragged = cv2.filter2D(ink, -1, kernel / kernel.sum())
    return np.clip(page.picture - 0.5 * dragged, 0, 255).astype(np.uint8)


def _cover_with_thumb(page: Page, bare: Picture, rng: Rng) -> Picture:
    """Put a thumb over one of the markers."""
    rect = FIDUCIALS[int(rng.integers(len(FIDUCIALS)))].rect
    rows, columns = page.window(rect)
    middle = (columns.start + columns.stop) // 2, (rows.start + rows.stop) // 2
    axes = round(14 * page.px_per_mm), round(9 * page.px_per_mm)
    picture = page.picture.copy()
    cv2.ellipse(picture, middle, axes, rng.uniform(0, 180), 0, 360, SKIN, -1, cv2.LINE_AA)
    return picture


def _send_by_chat(photo: Picture, rng: Rng) -> Picture:
    """Make a photo smaller and compress it again, as a messenger app does."""
    scale = CHAT_SIZE / max(photo.shape[:2])
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, CHAT_QUALITY])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _take_screenshot(photo: Picture, rng: Rng) -> Picture:
    """Make a screenshot of the photo on a phone, with bars above and below."""
    width, height = SCREEN
    if photo.shape[1] > photo.shape[0]:
        width, height = height, width
    scale = min(width / photo.shape[1], height / photo.shape[0])
    shown = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    screen = np.full((height, width, 3), 12, np.uint8)
    top, left = (height - shown.shape[0]) // 2, (width - shown.shape[1]) // 2
    screen[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    cv2.putText(screen, "IMG 2041   12:47", (30, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (240, 240, 240), 2)
    return screen


def _make_childish(hand: Hand) -> Hand:
    """Make a hand large and unsteady."""
    return replace(hand, size=0.95, sloppiness=2.0, wobble=0.025)


CONDITIONS: dict[str, Condition] = {
    "chat": Condition(photo=_send_by_chat),
    "screenshot": Condition(photo=_take_screenshot),
    "thumb": Condition(after=_cover_with_thumb),
    "coffee": Condition(after=_spill_coffee),
    "creases": Condition(after=_crease),
    "coloured paper": Condition(after=_colour_paper),
    "felt tip through": Condition(after=_show_through),
    "erased pencil": Condition(before=_erase),
    "correction fluid": Condition(before=_apply_fluid, false_pen=GEL_GREEN),
    "green pen": Condition(pen=GEL_GREEN),
    "child": Condition(hand=_make_childish),
    "smears": Condition(after=_smear),
}
