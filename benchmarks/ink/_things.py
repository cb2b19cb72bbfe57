"""Draw things on a sheet: outlines, twelve materials, highlights, shadows, and translucency."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Rng = np.random.Generator
# coordinates x, y (mm) from the middle of a thing, in its own axes -> coverage (0 to 1), height (0 to 1)
Shape = Callable[[Floats, Floats], tuple[Floats, Floats]]

EDGE_MM = 0.12  # width of the soft edge of an outline
SHADOW = (0.55, 0.9)  # share of light left in a shadow
SHADOW_MM = (0.4, 2.5)  # range of the length of a shadow, and of its softness
LONG_MM = 90.0  # half the length of a finger or a pen that reaches into the photo


@dataclass(frozen=True)
class Material:
    """A material: colour (RGB, 0 to 255), gloss (`shines`, 0 to 1), transparency (`clear`, 0 to 1) and a pattern.

    The pattern is a factor of the colour at each point.
    """

    name: str
    colour: tuple[float, float, float]
    shines: float = 0.0
    clear: float = 0.0
    pattern: Callable[[Floats, Floats], Floats] = lambda x, y: np.ones_like(x)


def _stripes(x: Floats, y: Floats) -> Floats:
    return np.asarray(np.where((x / 2.3) % 2 < 1, 1.0, 0.25))


def _grain(x: Floats, y: Floats) -> Floats:
    return np.asarray(0.85 + 0.15 * np.sin(x * 5 + 1.5 * np.sin(y * 0.3)))


def _weave(x: Floats, y: Floats) -> Floats:
    return np.where((np.floor(x / 3.1) + np.floor(y / 3.1)) % 2 > 0, 1.0, 0.5)


def _words(x: Floats, y: Floats) -> Floats:
    return np.where(((y % 4.2) < 1.6) & ((x * 1.7 + np.sin(y // 4.2 * 9)) % 1.9 < 1.0), 0.25, 1.0)


MATERIALS = (
    Material("matt", (120, 150, 110)),
    Material("glossy", (150, 40, 45), shines=1.0),
    Material("translucent", (235, 238, 240), shines=0.4, clear=0.3),
    Material("white paper", (250, 249, 246)),
    Material("skin", (205, 160, 135), shines=0.15),
    Material("brass", (190, 155, 80), shines=0.8),
    Material("silver", (185, 187, 190), shines=1.0),
    Material("black", (30, 30, 32), shines=0.3),
    Material("striped", (225, 220, 215), pattern=_stripes),
    Material("wood", (185, 140, 95), pattern=_grain),
    Material("chequered", (220, 215, 205), pattern=_weave),
    Material("printed", (248, 246, 240), pattern=_words),
)


def _disc(radius: float) -> Shape:
    def shape(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        away = np.hypot(x, y)
        relief = 0.25 * (np.sin(x * 3.1) * np.sin(y * 2.7) > 0.4)  # the relief of a coin
        return _coverage(radius - away), np.clip(1 - (away / radius) ** 4, 0, 1) * (1 - relief)

    return shape


def _ring(radius: float, width: float) -> Shape:
    """Return the shape of a rubber band, a rim of glasses, a bracelet."""

    def shape(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        away = np.abs(np.hypot(x, y) - radius)
        return _coverage(width / 2 - away), np.clip(1 - (2 * away / width) ** 2, 0, 1)

    return shape


def _block(width: float, height: float) -> Shape:
    """Return the shape of a card, a slip, an eraser, a die, a cube."""

    def shape(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        inner = np.minimum(width / 2 - np.abs(x), height / 2 - np.abs(y))
        return _coverage(inner), np.clip(inner / 1.2, 0, 1)

    return shape


def _rod(width: float) -> Shape:
    """Return the shape of a finger, a pen, a cable, from its rounded tip downwards."""

    def shape(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        away = np.hypot(x, np.maximum(-(y + width / 4), 0))
        beyond = y - LONG_MM
        return _coverage(np.minimum(width / 2 - away, -beyond)), np.clip(1 - (2 * away / width) ** 2, 0, 1)

    return shape


def _coverage(inner: Floats) -> Floats:
    """Return the coverage (0 to 1) of points, given their distances (mm) inside an outline."""
    return np.asarray(np.clip(0.5 + inner / EDGE_MM, 0, 1))


SHAPES: dict[str, Callable[[Rng], Shape]] = {
    "coin": lambda rng: _disc(rng.uniform(8, 13)),
    "finger": lambda rng: _rod(rng.uniform(14, 20)),
    "pen": lambda rng: _rod(rng.uniform(7, 11)),
    "cable": lambda rng: _rod(rng.uniform(3.5, 6)),
    "rim of glasses": lambda rng: _ring(rng.uniform(18, 26), rng.uniform(3, 5)),
    "card": lambda rng: _block(rng.uniform(40, 63), rng.uniform(50, 88)),
    "cup": lambda rng: _disc(rng.uniform(30, 42)),
    "eraser": lambda rng: _block(rng.uniform(10, 22), rng.uniform(20, 45)),
    "cube": lambda rng: _block(*[rng.uniform(8, 16)] * 2),
    "slip": lambda rng: _block(rng.uniform(12, 40), rng.uniform(8, 20)),
}


def outline(
    size: tuple[int, ...],
    px_per_mm: float,
    at: tuple[float, float],
    turn: float,
    shape: Shape,
    step: int = 12,
) -> NDArray[np.bool_]:
    """Return a mask of the thing on a page of this size (px), sampled every `step` px."""
    rows, columns = np.mgrid[0 : size[0] : step, 0 : size[1] : step] / px_per_mm
    return np.asarray(shape(*_rotate(columns - at[0], rows - at[1], turn))[0] > 0)


def _rotate(right: Floats, down: Floats, turn: float) -> tuple[Floats, Floats]:
    return right * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - right * np.sin(turn)


def lay(
    page: NDArray[np.uint8],
    px_per_mm: float,
    at: tuple[float, float],
    turn: float,
    shape: Shape,
    material: Material,
    rng: Rng,
) -> tuple[NDArray[np.uint8], Floats]:
    """Return the page (RGB) with a thing, and the share of each px that it hides (0 to 1).

    The middle of the thing is `at` (mm of the page); it is rotated by `turn` (radians).
    """
    height, width = page.shape[:2]
    # a third of the resolution is still finer than that of the camera
    rows, columns = np.mgrid[0:height:3, 0:width:3] / px_per_mm
    x, y = _rotate(columns - at[0], rows - at[1], turn)
    inside, rise = shape(x, y)
    lamp = rng.uniform(0, 2 * np.pi)
    light = 0.72 + 0.28 * rise
    across, along = np.gradient(rise, 3 / px_per_mm, axis=(1, 0))
    light += np.clip(0.25 * (across * np.cos(lamp) + along * np.sin(lamp)), -0.25, 0.25)
    spot = (x - rng.uniform(-4, 4)) ** 2 / rng.uniform(4, 30) + (y - rng.uniform(-6, 6)) ** 2 / rng.uniform(
        9, 90
    )
    shine = material.shines * np.clip(np.exp(-spot) + np.clip(rise - 0.97, 0, 1) * 6, 0, 1)
    colour = np.array(material.colour) * (light * material.pattern(x, y))[..., None]
    colour = colour * (1 - shine[..., None]) + 255 * shine[..., None]
    far, soft = rng.uniform(*SHADOW_MM), rng.uniform(*SHADOW_MM)
    right, down = (way * far * px_per_mm / 3 for way in (np.cos(lamp), np.sin(lamp)))
    cast = np.array([[1, 0, right], [0, 1, down]])
    shadow = cv2.warpAffine(inside.astype(np.float32), cast, inside.shape[::-1])
    shadow = cv2.GaussianBlur(shadow, (0, 0), soft / 2 * px_per_mm / 3) * (1 - rng.uniform(*SHADOW))
    hidden = inside * (1 - material.clear * (1 - shine))

    def full(picture: Floats) -> Floats:
        return np.asarray(cv2.resize(picture.astype(np.float32), (width, height)))

    hides = full(hidden)
    lit = page * (1 - full(shadow))[..., None]
    laid = lit * (1 - hides[..., None]) + full(np.clip(colour, 0, 255)) * hides[..., None]
    return np.clip(laid, 0, 255).astype(np.uint8), hides
