"""Simulate a camera: printed and filled-in pages on a table, as a phone or a flat-bed scanner shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import simplejpeg
from cv2.typing import MatLike
from numpy.typing import NDArray

from fairsheet.vision.geometry.detection import project
from fairsheet.vision.simulator._paper import Bend, random_bend
from fairsheet.vision.simulator._table_top import table_top
from fairsheet.vision.simulator.traces import Picture

Rng = np.random.Generator
Floats = NDArray[np.floating]

TWELVE_MEGAPIXELS = (3000, 4000)
LATTICE = 16  # px between the points at which the geometry and the light are computed
ROUNDS = 8  # of the iteration that finds the point of a bent sheet at a pixel
NOISE_TILE = 1024  # px


@dataclass(frozen=True)
class Difficulty:
    """How hard a picture is to read: ranges from which the values of each picture are drawn."""

    name: str
    tilt: float  # degrees of the camera's largest tilt
    lift: float  # mm by which bent paper rises, at most
    fills: tuple[float, float]  # share of the picture's width or height that the sheets fill
    blur: tuple[float, float]  # sigma of the lens and focus, px of a 12-megapixel photo
    motion: float  # px, at most
    noise: tuple[float, float]  # sigma, of 255
    exposure: tuple[float, float]  # brightness of paper in full light
    shade: float  # brightness of the darkest corner relative to the brightest, at least
    shadows: float  # probability that a shadow falls on the sheet
    quality: tuple[int, int]  # of the JPEG


SCAN = Difficulty("flat scan", 0, 0, (0.97, 1.0), (0.4, 0.9), 0, (0.5, 2), (0.93, 1.0), 0.97, 0, (75, 95))
ORDINARY = Difficulty(
    "ordinary", 15, 6, (0.82, 0.97), (0.6, 1.5), 1.5, (1.5, 6), (0.55, 0.95), 0.55, 0.35, (70, 95)
)
HARD = Difficulty("hard", 28, 14, (0.68, 0.93), (1.0, 2.6), 5, (4, 13), (0.35, 0.95), 0.35, 0.7, (45, 85))
CRUEL = Difficulty("cruel", 42, 25, (0.5, 0.9), (2.0, 4.5), 9, (8, 22), (0.2, 0.9), 0.25, 0.9, (20, 60))
DIFFICULTIES = {difficulty.name: difficulty for difficulty in (SCAN, ORDINARY, HARD)}


@dataclass(frozen=True, eq=False)
class _Lying:
    """A sheet in the world: its middle on the table (mm), its turn (radians), its size (mm), its bend."""

    middle: Floats
    turn: float
    width: float
    height: float
    bend: Bend

    def in_space(self, points: Floats) -> Floats:
        """Return points (n, 2), mm from the sheet's top left corner, as (n, 3) above the table."""
        bent = self.bend.in_space(points - (self.width / 2, self.height / 2))
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        flat = bent[:, :2] @ np.array([[cos, sin], [-sin, cos]]) + self.middle
        return np.column_stack([flat, bent[:, 2]])


@dataclass(frozen=True, eq=False)
class Scene:
    """Sheets on a table and the camera above them, which takes pictures of `width` by `height` px.

    The camera is a pinhole: a matrix (3, 4) from points above the table (x, y, up; mm) to px.
    """

    sheets: tuple[_Lying, ...]
    camera: Floats
    width: int
    height: int

    def sees(self, points: Floats, sheet: int = 0) -> Floats:
        """Return the px (n, 2) in the picture of points (n, 2) of a sheet, mm from its paper's top left corner."""
        return project(self.camera, self.sheets[sheet].in_space(points))


def arrange(
    papers: Sequence[tuple[float, float]],
    rng: Rng,
    difficulty: Difficulty = ORDINARY,
    *,
    size: tuple[int, int] = TWELVE_MEGAPIXELS,
    bends: Sequence[Bend] | None = None,
) -> Scene:
    """Arrange sheets of paper (width, height in mm) on a table; `bends`, one for each, are random by default."""
    lying = _lay_out(papers, rng, difficulty)
    if bends is not None:
        lying = [replace(sheet, bend=bend) for sheet, bend in zip(lying, bends, strict=True)]
    return Scene(tuple(lying), *_camera(lying, rng, difficulty, size))


def photograph(
    pages: Picture | Sequence[Picture],
    rng: Rng,
    difficulty: Difficulty = ORDINARY,
    *,
    px_per_mm: float,
    size: tuple[int, int] = TWELVE_MEGAPIXELS,
    scene: Scene | None = None,
) -> Picture:
    """Return a picture (RGB, uncompressed) of one sheet of paper, or of several on a table.

    Pages are RGB at `px_per_mm`, each with the whole paper. `size` is the shorter and the longer side in px.
    The picture is upright or not as suits the sheets. They have any of four orientations, unless a `scene` is
    given. The same generator state gives the same picture.
    """
    sheets = [pages] if isinstance(pages, np.ndarray) else list(pages)
    papers = [(page.shape[1] / px_per_mm, page.shape[0] / px_per_mm) for page in sheets]
    scene = scene or arrange(papers, rng, difficulty, size=size)
    width, height = scene.width, scene.height
    scan = difficulty is SCAN
    photo = np.full((height, width, 3), 235, np.uint8) if scan else table_top(height, width, rng)
    light = _light(height, width, rng, difficulty)
    for page, sheet in zip(sheets, scene.sheets, strict=True):
        _put(photo, light, page, sheet, scene.camera, px_per_mm, rng)
    return _expose(photo, light, rng, difficulty, min(width, height) / TWELVE_MEGAPIXELS[0])


def to_jpeg(photo: Picture, rng: Rng, difficulty: Difficulty = ORDINARY) -> bytes:
    """Return the picture as a JPEG file with a quality of this difficulty."""
    quality = int(rng.integers(*difficulty.quality, endpoint=True))
    return bytes(simplejpeg.encode_jpeg(np.ascontiguousarray(photo), quality=quality))


def _lay_out(papers: Sequence[tuple[float, float]], rng: Rng, difficulty: Difficulty) -> list[_Lying]:
    """Lay out sheets in rows of at most three, slightly turned, with gaps between them."""
    columns = min(3, len(papers))
    quarter = int(rng.integers(4))
    lying = []
    for number, (width, height) in enumerate(papers):
        row, column = divmod(number, columns)
        middle = np.array([column * width * 1.1, row * height * 1.1]) + rng.normal(0, 3, 2) * (
            len(papers) > 1
        )
        askew = math.radians(rng.normal(0, 4)) if len(papers) > 1 else 0.0
        turned = math.pi * int(rng.integers(2)) if len(papers) > 1 and rng.random() < 0.3 else 0.0
        bend = random_bend(width, height, difficulty.lift * rng.random(), rng)
        lying.append(_Lying(middle, askew + turned, width, height, bend))
    roll = quarter * math.pi / 2 + math.radians(rng.normal(0, 0.5 if difficulty is SCAN else 4))
    cos, sin = math.cos(roll), math.sin(roll)
    spin = np.array([[cos, sin], [-sin, cos]])
    return [_Lying(s.middle @ spin, s.turn + roll, s.width, s.height, s.bend) for s in lying]


def _camera(
    lying: Sequence[_Lying], rng: Rng, difficulty: Difficulty, size: tuple[int, int]
) -> tuple[Floats, int, int]:
    """Return a camera that sees all sheets, and the width and height of its picture."""
    edges = [_edge(sheet) for sheet in lying]
    points = np.concatenate([sheet.in_space(edge) for sheet, edge in zip(lying, edges, strict=True)])
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    middle, extent = (low + high) / 2, high - low
    short, long = size
    width, height = (short, long) if extent[1] >= extent[0] else (long, short)
    tilt = math.radians(difficulty.tilt) * math.sqrt(rng.random())
    toward = rng.uniform(0, 2 * math.pi)
    distance = float(extent.max()) * rng.uniform(1.25, 1.8)
    axis = np.array([math.cos(toward), math.sin(toward), 0.0])
    rotation, _ = cv2.Rodrigues(axis * tilt)
    # x right, y down, depth away from the camera; up on the table is towards the camera
    view = np.column_stack([rotation @ np.diag([1.0, 1.0, -1.0]), np.array([0.0, 0.0, distance])])
    view[:, 3] -= view[:, :2] @ middle
    seen = project(view, points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    focal = float(min(width / (high - low)[0], height / (high - low)[1])) * rng.uniform(*difficulty.fills)
    room = np.array([width, height]) - (high - low) * focal
    shift = room / 2 + room * rng.uniform(-0.35, 0.35, 2) - low * focal
    inner = np.array([[focal, 0, shift[0]], [0, focal, shift[1]], [0, 0, 1]])
    return inner @ view, width, height


def _edge(sheet: _Lying) -> Floats:
    """Return points along the sheet's outline, clockwise, mm from its top left corner."""
    along = np.linspace(0, 1, 40, endpoint=False)
    zero, one = np.zeros(40), np.ones(40)
    sides = ((along, zero), (one, along), (1 - along, one), (zero, 1 - along))
    return np.asarray(np.concatenate([np.column_stack(side) for side in sides]) * (sheet.width, sheet.height))


def _put(
    photo: Picture,
    light: NDArray[np.float32],
    page: Picture,
    sheet: _Lying,
    camera: Floats,
    px_per_mm: float,
    rng: Rng,
) -> None:
    """Draw one sheet into the photo, and its own shading and shadow into the light."""
    edge = project(camera, sheet.in_space(_edge(sheet)))
    height, width = photo.shape[:2]
    left, top = np.clip(np.floor(edge.min(axis=0) / LATTICE) - 1, 0, None).astype(int) * LATTICE
    right, bottom = np.minimum(
        np.ceil(edge.max(axis=0) / LATTICE).astype(int) * LATTICE + LATTICE, (width, height)
    )
    middle = (LATTICE - 1) / 2  # of a cell, the position of its value when the lattice is enlarged
    columns = np.arange(left, right + 2 * LATTICE, LATTICE) + middle
    rows = np.arange(top, bottom + 2 * LATTICE, LATTICE) + middle
    across, down = np.meshgrid(columns, rows)
    shown = _find_points(np.column_stack([across.ravel(), down.ravel()]), sheet, camera)
    lattice = (shown * px_per_mm - 0.5).reshape(*across.shape, 2).astype(np.float32)
    maps = cv2.resize(lattice, (len(columns) * LATTICE, len(rows) * LATTICE), interpolation=cv2.INTER_LINEAR)
    maps = np.ascontiguousarray(maps[: bottom - top, : right - left])
    x, y = cv2.split(maps)
    drawn = cv2.remap(page, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillPoly(mask, [np.rint((edge - (left, top)) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    part = photo[top:bottom, left:right]
    # the sheet's own shadow on the table
    soft = cv2.blur(cv2.resize(mask, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA), (9, 9))
    shift = np.array([[1, 0, rng.uniform(-3, 3)], [0, 1, rng.uniform(-3, 3)]])
    soft = cv2.warpAffine(soft, shift, soft.shape[::-1])
    dim = 255 - (cv2.resize(soft, mask.shape[::-1]) * rng.uniform(0.1, 0.5)).astype(np.uint8)
    np.copyto(part, cv2.multiply(part, cv2.merge([dim] * 3), scale=1 / 255))
    cv2.copyTo(drawn, mask, part)
    # bent paper is brighter on the side towards the lamp
    slope = sheet.bend.slope(shown - (sheet.width / 2, sheet.height / 2)).reshape(across.shape)
    facing = (1 + rng.uniform(-1.2, 1.2) * slope).astype(np.float32)
    cells = light[
        top // LATTICE : top // LATTICE + len(rows) - 1, left // LATTICE : left // LATTICE + len(columns) - 1
    ]
    cells *= np.clip(facing[: cells.shape[0], : cells.shape[1]], 0.6, 1.3)


def _find_points(pixels: Floats, sheet: _Lying, camera: Floats) -> Floats:
    """Return the points of a bent sheet seen at pixels (n, 2): mm from its top left corner.

    A fixed-point iteration that starts from the flat sheet and corrects for the bend.
    """
    corners = np.array([(0, 0), (sheet.width, 0), (sheet.width, sheet.height), (0, sheet.height)], np.float64)
    seen = project(camera, sheet.in_space(corners))
    plane = np.asarray(cv2.findHomography(corners, seen)[0], np.float64)
    back = np.linalg.inv(plane)
    places = project(back, pixels)
    for _ in range(ROUNDS):
        bounded = np.clip(places, -20, (sheet.width + 20, sheet.height + 20))
        shift = project(camera, sheet.in_space(bounded)) - project(plane, bounded)
        places = project(back, pixels - shift)
    return places


def _light(height: int, width: int, rng: Rng, difficulty: Difficulty) -> NDArray[np.float32]:
    """Return the light on the table in cells of LATTICE px: lamp or window, vignetting, soft-edged shadows."""
    rows, columns = height // LATTICE + 1, width // LATTICE + 1
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    y, x = y / rows - 0.5, x / columns - 0.5
    angle = rng.uniform(0, 2 * math.pi)
    ramp = x * math.cos(angle) + y * math.sin(angle)
    ramp = (ramp - ramp.min()) / (ramp.max() - ramp.min())
    darkest = rng.uniform(difficulty.shade, 1)
    light = darkest + (1 - darkest) * ramp ** rng.uniform(0.7, 1.6)
    light *= 1 - rng.uniform(0, 0.25) * (1 - difficulty.shade) * 2 * (x**2 + y**2)
    while rng.random() < difficulty.shadows:
        angle, offset = rng.uniform(0, 2 * math.pi), rng.uniform(-0.35, 0.35)
        edge = x * math.cos(angle) + y * math.sin(angle) - offset + 0.03 * np.sin(rng.uniform(3, 12) * y)
        if rng.random() < 0.4:  # an arm or a phone
            edge = np.abs(edge) - rng.uniform(0.06, 0.2)
        inside = 1 / (1 + np.exp(np.clip(edge / rng.uniform(0.004, 0.06), -30, 30)))
        light *= 1 - rng.uniform(0.15, 0.55) * inside
        if rng.random() < 0.5:
            break
    return np.asarray(light, np.float32)


def _expose(
    photo: MatLike, light: NDArray[np.float32], rng: Rng, difficulty: Difficulty, scale: float
) -> Picture:
    """Apply lens, sensor and software. `scale` is the picture's size relative to 12 megapixels."""
    height, width = photo.shape[:2]
    exposure = rng.uniform(*difficulty.exposure)
    tint = np.ones(3) if difficulty is SCAN else 1 + rng.normal(0, 0.07, 3) * (1.0, 0.5, 1.3)
    balance = np.clip(tint / tint.max(), 0.5, 1) * exposure
    cells = np.clip(light[..., None] * balance * 255, 0, 255).astype(np.float32)
    size = (light.shape[1] * LATTICE, light.shape[0] * LATTICE)
    lit = cv2.resize(cells.astype(np.uint8), size, interpolation=cv2.INTER_LINEAR)[:height, :width]
    photo = cv2.multiply(photo, lit, scale=1 / 255)
    sigma = rng.uniform(*difficulty.blur) * scale
    photo = cv2.GaussianBlur(photo, (0, 0), max(0.3, sigma))
    shake = rng.uniform(0, difficulty.motion) * scale
    if shake > 1:
        photo = cv2.filter2D(photo, -1, _motion(shake, rng.uniform(0, math.pi)))
    photo = _add_noise(np.asarray(photo, np.uint8), rng.uniform(*difficulty.noise), rng)
    levels = np.arange(256) / 255
    curve = levels ** rng.uniform(0.8, 1.15)
    lift = rng.uniform(0, 0.06)
    photo = cv2.LUT(photo, np.clip((lift + (1 - lift) * curve) * 255, 0, 255).astype(np.uint8))
    if rng.random() < 0.3:
        photo = cv2.medianBlur(photo, 3)
    if rng.random() < 0.6:  # phones sharpen
        amount = rng.uniform(0.2, 0.9)
        photo = cv2.addWeighted(
            photo, 1 + amount, cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.8, 1.6)), -amount, 0
        )
    return np.asarray(photo, np.uint8)


def _motion(length: float, angle: float) -> NDArray[np.float32]:
    side = 2 * math.ceil(length / 2) + 3
    kernel = np.zeros((side, side), np.float32)
    middle, tip = side // 2, np.array([math.cos(angle), math.sin(angle)]) * length / 2
    ends = [(int((middle + sign * tip[0]) * 16), int((middle + sign * tip[1]) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(kernel, (0, 0), 0.5) / max(kernel.sum(), 1e-6), np.float32)


def _add_noise(photo: Picture, sigma: float, rng: Rng) -> Picture:
    """Add noise of the sensor: one tile repeated over the picture."""
    height, width = photo.shape[:2]
    grey = rng.standard_normal((NOISE_TILE, NOISE_TILE, 1), np.float32)
    colour = rng.standard_normal((NOISE_TILE, NOISE_TILE, 3), np.float32)
    tile: Any = (grey * 0.85 + colour * 0.5) * sigma
    if rng.random() < 0.6:  # smoothed by the phone's software
        tile = cv2.GaussianBlur(tile, (0, 0), 0.6) * 1.6
    tile = np.clip(tile + 128, 0, 255).astype(np.uint8)
    for top in range(0, height, NOISE_TILE):
        for left in range(0, width, NOISE_TILE):
            part = photo[top : top + NOISE_TILE, left : left + NOISE_TILE]
            part[:] = cv2.addWeighted(part, 1, tile[: part.shape[0], : part.shape[1]], 1, -128)
    return photo
