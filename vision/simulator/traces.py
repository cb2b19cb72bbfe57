"""Ink on paper: draw the traces of a pen as they darken a page."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.geometry import Point
from fairsheet.vision.simulator.glyphs import Stroke
from fairsheet.vision.simulator.shapes import Trace

Rng = np.random.Generator
Picture = NDArray[np.uint8]  # (height, width) grey, or (height, width, 3) red, green, blue

FINEST = 32  # px per mm at which strokes are drawn before reduction
GRAIN_TILE = 512  # px a side
FRAME_ORIGIN = Point(0, 0)


@dataclass(frozen=True)
class Pen:
    """A pen: width of its line in mm, colour of its ink (red, green, blue, 0 to 1), density and grain."""

    name: str
    width: float
    colour: tuple[float, float, float]
    density: float = 1.0
    grain: float = 0.1
    pressure: float = 0.15  # variation of width and density along a stroke


BALLPOINT_BLUE = Pen("ballpoint, blue", 0.42, (0.12, 0.18, 0.62), 0.92, 0.2)
BALLPOINT_BLACK = Pen("ballpoint, black", 0.42, (0.13, 0.13, 0.15), 0.95, 0.2)
BALLPOINT_RED = Pen("ballpoint, red", 0.42, (0.78, 0.1, 0.14), 0.92, 0.2)
GEL_BLACK = Pen("gel pen, black", 0.5, (0.06, 0.06, 0.08), 1.0, 0.04)
GEL_GREEN = Pen("gel pen, green", 0.5, (0.08, 0.48, 0.25), 0.95, 0.05)
PENCIL = Pen("pencil", 0.5, (0.32, 0.32, 0.34), 0.75, 0.55, 0.3)
HARD_PENCIL = Pen("hard pencil", 0.4, (0.42, 0.42, 0.44), 0.65, 0.5, 0.3)
FELT_TIP = Pen("felt tip, black", 0.9, (0.08, 0.07, 0.09), 0.95, 0.05)
FINELINER = Pen("fineliner, black", 0.32, (0.09, 0.09, 0.11), 0.97, 0.05, 0.05)
PENS = (
    BALLPOINT_BLUE, BALLPOINT_BLACK, BALLPOINT_RED, GEL_BLACK, GEL_GREEN, PENCIL, HARD_PENCIL, FELT_TIP, FINELINER,
)  # fmt: skip


def some_pen(rng: Rng) -> Pen:
    """Return one of `PENS`, randomly sharp and full."""
    pen = PENS[int(rng.integers(len(PENS)))]
    width = pen.width * math.exp(rng.normal(0, 0.22))
    red, green, blue = (float(np.clip(part * math.exp(rng.normal(0, 0.15)), 0, 0.9)) for part in pen.colour)
    return Pen(
        pen.name,
        width,
        (red, green, blue),
        float(np.clip(pen.density * (1 - rng.gamma(1.2, 0.08)), 0.35, 1)),
        float(np.clip(pen.grain + rng.normal(0, 0.06), 0, 0.7)),
        pen.pressure,
    )


class Ink:
    """The ink of one pen on a page: coverage 0 to 255 (height, width). `origin` is the frame's on the page, mm."""

    def __init__(self, shape: tuple[int, int], px_per_mm: float, origin: Point = FRAME_ORIGIN) -> None:
        self.cover: Picture = np.zeros(shape, np.uint8)
        self.px_per_mm = px_per_mm
        self.origin = origin

    def draw(self, traces: Iterable[Trace], pen: Pen, rng: Rng) -> None:
        """Add traces given in mm of the frame."""
        for trace in traces:
            for stroke in trace.strokes:
                self._stroke(stroke, pen, min(pen.width, trace.widest), rng)
            if trace.image is not None:
                self._image(trace, pen, rng)

    def on(self, page: Picture, pen: Pen) -> Picture:
        """Return the page with the ink on it; a grey page takes the ink's brightness."""
        if page.ndim == 2:
            light = float(np.dot(pen.colour, (0.299, 0.587, 0.114)))
            return np.asarray(cv2.multiply(page, _transmit(self.cover, light), scale=1 / 255), np.uint8)
        layers = [
            cv2.multiply(page[..., part], _transmit(self.cover, pen.colour[part]), scale=1 / 255)
            for part in range(3)
        ]
        return np.asarray(cv2.merge(layers), np.uint8)

    def _stroke(self, stroke: Stroke, pen: Pen, width: float, rng: Rng) -> None:
        scale = self.px_per_mm
        finer = max(1, round(FINEST / scale))
        points = (stroke + np.array([self.origin.x, self.origin.y])) * scale
        margin = width * scale + 2
        left, top = np.floor(points.min(axis=0) - margin).astype(int)
        right, bottom = np.ceil(points.max(axis=0) + margin).astype(int)
        left, top = max(left, 0), max(top, 0)
        right, bottom = min(right, self.cover.shape[1]), min(bottom, self.cover.shape[0])
        if right <= left or bottom <= top:
            return
        canvas = np.zeros(((bottom - top) * finer, (right - left) * finer), np.uint8)
        dense = _dense((points - (left, top)) * finer, 0.35 * scale * finer)
        count = len(dense)
        wave = np.cumsum(rng.normal(0, 0.35, count))
        wave = np.tanh(wave - wave.mean()) * pen.pressure
        taper = np.minimum(1, 0.6 + 0.4 * np.minimum(np.arange(count), np.arange(count)[::-1]) / 4)
        widths = np.maximum(1, np.rint(width * scale * finer * (1 + wave * 0.6) * taper)).astype(int)
        shades = np.clip(255 * pen.density * (1 + wave * 0.5 - pen.pressure * 0.3), 40, 255).astype(int)
        ends = np.rint(dense * 16).astype(int)
        for k in range(max(1, count - 1)):
            end = ends[min(k + 1, count - 1)]
            cv2.line(canvas, ends[k].tolist(), end.tolist(), int(shades[k]), int(widths[k]), cv2.LINE_8, 4)
        drawn = (
            cv2.resize(canvas, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
            if finer > 1
            else canvas
        )
        self._add(np.asarray(drawn, np.uint8), left, top, pen, rng)

    def _image(self, trace: Trace, pen: Pen, rng: Rng) -> None:
        assert trace.image is not None and trace.matrix is not None
        rows, columns = trace.image.shape
        linear, place = trace.matrix[:, :2], trace.matrix[:, 2] + (self.origin.x, self.origin.y)
        corners = np.array([(0, 0), (columns, 0), (0, rows), (columns, rows)]) / rows @ linear.T + place
        left, top = np.maximum(np.floor(corners.min(axis=0) * self.px_per_mm - 1), 0).astype(int)
        right, bottom = np.ceil(corners.max(axis=0) * self.px_per_mm + 1).astype(int)
        right, bottom = min(right, self.cover.shape[1]), min(bottom, self.cover.shape[0])
        if right <= left or bottom <= top:
            return
        matrix = np.column_stack([linear * self.px_per_mm / rows, place * self.px_per_mm - (left, top)])
        drawn = cv2.warpAffine(trace.image, matrix, (right - left, bottom - top), flags=cv2.INTER_CUBIC)
        edge = rng.uniform(60, 130)  # the assumed position of a blurred edge: thicker or thinner lines
        sharp = np.clip((drawn.astype(np.float32) - edge) * 3.2 + 128, 0, 255) * pen.density
        self._add(sharp.astype(np.uint8), left, top, pen, rng)

    def _add(self, drawn: Picture, left: int, top: int, pen: Pen, rng: Rng) -> None:
        rows, columns = drawn.shape
        if pen.grain > 0.02:
            dy, dx = rng.integers(0, GRAIN_TILE, 2)
            tile = _grain()
            dy, dx = int(dy) % max(1, GRAIN_TILE - rows), int(dx) % max(1, GRAIN_TILE - columns)
            grain = tile[dy : dy + rows, dx : dx + columns]
            if grain.shape == drawn.shape:
                drawn = np.clip(drawn * (1 - pen.grain * grain), 0, 255).astype(np.uint8)
        part = self.cover[top : top + rows, left : left + columns]
        np.maximum(part, drawn, out=part)


def _transmit(cover: Picture, light: float) -> Picture:
    """Return the share of light (of 255) that returns through ink that reflects `light`."""
    table = np.rint(255 - np.arange(256) * (1 - light)).astype(np.uint8)
    return np.asarray(cv2.LUT(cover, table), np.uint8)


def _dense(points: NDArray[np.float64], step: float) -> NDArray[np.float64]:
    """Return points along a stroke at equal distances of about `step`."""
    lengths = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0], np.cumsum(lengths)])
    if along[-1] <= 0:
        return points[:1]
    at = np.linspace(0, along[-1], max(2, int(along[-1] / step) + 1))
    return np.column_stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)])


@cache
def _grain() -> NDArray[np.float32]:
    """Return the tooth of the paper, about 0 to 1: 1 takes no ink."""
    rng = np.random.default_rng(7)
    fine = rng.random((GRAIN_TILE, GRAIN_TILE), dtype=np.float32)
    coarse = cv2.GaussianBlur(rng.random((GRAIN_TILE, GRAIN_TILE), dtype=np.float32), (0, 0), 3)
    coarse = (coarse - coarse.mean()) / coarse.std()
    return np.asarray(np.clip(0.5 * fine + 0.3 + 0.25 * coarse, 0, 1), np.float32)
