"""Make random pages of slots, icons, boxes, links and signs in any size and style that a sheet may have.

The mark reader is also trained on these pages, so that it can read future sheets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icons import ICONS, draw_icon
from fairsheet.sheets.label.fiducials import MARKERS, MODULES
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Icon, Style
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FIDUCIAL_QUIET, FIDUCIALS, FRAME, Fiducial, Paper
from fairsheet.sheets.model.sheet import Field, FieldKind
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import blank_page, render_page, window

Rng = np.random.Generator
Points = NDArray[np.float64]  # (n, 2): x, y (mm)

EDGE = 11.0  # mm; free for the fiducials
FINER = 2  # oversampling: pages are drawn at twice PX_PER_MM
ICON_MARKS = (
    ("crossed",), ("crossed",), ("circled",), ("circled", "crossed"), ("circled", "crossed"), ("filled",),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Page:
    """A printed page (its frame, at PX_PER_MM * FINER) and its fields."""

    fine: Gray
    fields: tuple[Field, ...]

    def at(self, px_per_mm: float) -> Gray:
        """Return the frame at a lower resolution."""
        size = (round(FRAME.w * px_per_mm), round(FRAME.h * px_per_mm))
        return np.asarray(cv2.resize(self.fine, size, interpolation=cv2.INTER_AREA), np.uint8)


class _Printer:
    """A page to draw on; coordinates are in mm."""

    def __init__(self) -> None:
        self.scale = PX_PER_MM * FINER
        self.page = np.full((round(FRAME.h * self.scale), round(FRAME.w * self.scale)), 255, np.uint8)

    def shape(self, points: Points, stroke: int, fill: int | None, width: float) -> None:
        if fill is not None:
            self.fill(points, fill)
        self.line(points, stroke, width, closed=True)

    def fill(self, points: Points, level: int) -> None:
        cv2.fillPoly(self.page, [np.rint(points * self.scale * 16).astype(np.int32)], level, cv2.LINE_AA, 4)

    def line(self, points: Points, level: int, width: float, closed: bool = False) -> None:
        corners, thick = np.rint(points * self.scale * 16).astype(np.int32), max(1, round(width * self.scale))
        cv2.polylines(self.page, [corners], closed, level, thick, cv2.LINE_AA, 4)

    def text(self, text: str, rect: Rect, level: int, rng: Rng) -> None:
        font = int(rng.choice((cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)))
        thick = int(rng.integers(1, 5))
        (wide, high), _ = cv2.getTextSize(text, font, 1.0, thick)
        size = min(rect.w * self.scale / max(wide, 1), rect.h * self.scale / max(high, 1))
        at = (rect.center.x * self.scale - wide * size / 2, rect.center.y * self.scale + high * size / 2)
        height, width = self.page.shape
        if size * high < 4 or not (0 <= at[0] < width - wide * size and high * size <= at[1] < height):
            return  # OpenCV crashes on some letters that are tiny or outside the page
        cv2.putText(self.page, text, (round(at[0]), round(at[1])), font, size, level, thick, cv2.LINE_AA)

    def stamp(self, name: str, rect: Rect, contrast: float) -> None:
        """Draw one of the icons of real sheets."""
        size = (max(4, round(rect.w * self.scale)), max(4, round(rect.h * self.scale)))
        left, top = round(rect.x * self.scale), round(rect.y * self.scale)
        picture = cv2.resize(_icons_drawn()[name], size, interpolation=cv2.INTER_AREA)
        dark = np.clip((255 - picture.astype(np.float32)) * contrast, 0, 255)
        part = self.page[max(0, top) : top + size[1], max(0, left) : left + size[0]]
        if part.shape == dark.shape:
            np.minimum(part, (255 - dark).astype(np.uint8), out=part)

    def fiducial(self, fiducial: Fiducial) -> None:
        """Draw a marker with its border and quiet zone."""
        around = fiducial.rect.grown(FIDUCIAL_QUIET)
        self.fill(_outline(around, 0), 255)
        bits = np.zeros((MODULES, MODULES), np.uint8)
        bits[1:-1, 1:-1] = [[255 * int(bit) for bit in row] for row in MARKERS[fiducial.id]]
        side = round(fiducial.rect.w * self.scale)
        left, top = round(fiducial.rect.x * self.scale), round(fiducial.rect.y * self.scale)
        marker = cv2.resize(bits, (side, side), interpolation=cv2.INTER_NEAREST)
        self.page[top : top + side, left : left + side] = marker


@cache
def _icons_drawn() -> dict[str, Gray]:
    """Return pictures of all icons of `fairsheet.sheets.drawing.icons`, in squares of 12 mm."""
    side, pitch = 12.0, 14.0
    columns = int(FRAME.w // pitch)
    places = {
        name: Rect(1 + pitch * (k % columns), 1 + pitch * (k // columns), side, side)
        for k, name in enumerate(sorted(ICONS))
    }
    canvas = Canvas(Paper("icons", FRAME.w, FRAME.h), "icons")
    canvas.begin_page()
    for name, rect in places.items():
        draw_icon(canvas, Icon(name, rect, Style(stroke="mid", width=0.4)))
    canvas.end_page()
    scale = PX_PER_MM * FINER
    drawn = render_page(canvas.to_bytes(), 0, round(FRAME.w * scale), round(FRAME.h * scale))
    return {name: drawn[window(rect, scale)] for name, rect in places.items()}


def made_up_page(rng: Rng) -> Page:
    """Return a page of rows of fields; every row has its own kind, size and style."""
    printer = _Printer()
    fields: list[Field] = []
    y = EDGE + rng.uniform(0, 4)
    while True:
        makers = (_slots, _slots, _icons, _icons, _boxes, _links, _signs)
        weights = np.array((0.3, 0.2, 0.2, 0.12, 0.08, 0.06, 0.04))
        if rng.random() < 0.28:  # a tinted panel
            panel = Rect(EDGE - 1, y - 1, FRAME.w * rng.uniform(0.2, 0.85), rng.uniform(8, 40))
            tint = _grey(rng, 0.82, 0.97) if rng.random() < 0.8 else _grey(rng, 0.45, 0.82)
            printer.fill(_outline(panel, 0), tint)
        height = makers[int(rng.choice(len(makers), p=weights / weights.sum()))](printer, y, fields, rng)
        y += height
        if y > FRAME.h - EDGE - 17:
            break
    for fiducial in FIDUCIALS:
        printer.fiducial(fiducial)
    return Page(printer.page, tuple(fields))


def real_page(name: str) -> Page:
    """Return the first page of a bundled sheet."""
    sheet = load_sheet(name)
    missions = {mission.letter: mission.id for mission in sheet.missions}
    label = Label(name, sheet.fingerprint, "training", 2, 1, missions=tuple(missions.values()))
    fields = tuple(field for field in sheet.fields if field.page == label.page and field.kind != "text")
    return Page(blank_page(sheet, label, PX_PER_MM * FINER), fields)


def _grey(rng: Rng, low: float, high: float) -> int:
    return int(255 * rng.uniform(low, high))


def _outline(rect: Rect, kind: int) -> Points:
    """Return an outline: rectangle (0), rounded rectangle (1), ellipse (2), hexagon (3) or octagon."""
    x, y, w, h = rect.center.x, rect.center.y, rect.w / 2, rect.h / 2
    corners: Any
    if kind == 0:
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    elif kind in (1, 2):
        power = 4.0 if kind == 1 else 2.0
        angles = np.linspace(0, 2 * math.pi, 40, endpoint=False)
        round_ = _polar(angles, np.ones(40))
        corners = np.sign(round_) * np.abs(round_) ** (2 / power)
    elif kind == 3:
        corners = [(-1, 0), (-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1)]
    else:
        corners = [(-1, -0.6), (-0.6, -1), (0.6, -1), (1, -0.6), (1, 0.6), (0.6, 1), (-0.6, 1), (-1, 0.6)]
    return np.array(corners) * (w, h) + (x, y)


def _row(count_width: float, gap: float, rng: Rng) -> list[float]:
    """Return the left edges (mm) of a row of things `count_width` wide across the page."""
    start = rng.uniform(EDGE, EDGE + 4)
    pitch = count_width + gap
    return [start + k * pitch for k in range(int((FRAME.w - start - EDGE + gap) // pitch))]


def _field(kind: FieldKind, rect: Rect, fields: list[Field], accepts: tuple[int | str, ...]) -> Field:
    """Return a new field with a unique id; it is not added to `fields`."""
    return Field(f"{kind}.{len(fields)}", kind, rect, accepts)


def _slots(printer: _Printer, y: float, fields: list[Field], rng: Rng) -> float:
    w = rng.uniform(6.0, 12.5)
    h = float(np.clip(w * math.exp(rng.normal(0, 0.15)), 5.5, 13))
    lowest, highest = ((1, 15), (0, 17), (1, 6), (0, 17))[int(rng.integers(4))]
    accepts: tuple[int | str, ...] = tuple(range(lowest, highest + 1))
    accepts += ("X",) if rng.random() < 0.8 else ()
    accepts += ("struck",) if rng.random() < 0.15 else ()
    kind, stroke, width = int(rng.integers(-1, 5)), _grey(rng, 0.1, 0.78), rng.uniform(0.12, 0.6)
    fill = _grey(rng, 0.82, 1.0) if rng.random() < 0.5 else None
    side = rng.uniform(3.2, 5.2) if rng.random() < 0.35 else 0.0
    beside = rng.random() < 0.35  # the correction box is right of the slot, otherwise below
    strip = rng.random() < 0.6  # the correction box is as wide as the slot
    gap = rng.choice((0.0, rng.uniform(0.3, 2.5)))
    below = float(rng.choice((0.0, 0.2)))
    guide = rng.random()
    for x in _row(w + (side + 0.4 if beside else 0), float(gap), rng):
        rect = Rect(x, y, w, h)
        if kind >= 0:
            printer.shape(_outline(rect, kind), stroke, fill, width)
        elif rng.random() < 0.7:
            printer.line(np.array([(x, y + h), (x + w, y + h)]), stroke, width)
        if guide < 0.15:
            size = rng.uniform(0.2, 0.35) * h
            corner = Rect(x + 0.06 * w, y + 0.06 * h, size, size)
            _art(printer, corner, _grey(rng, 0.4, 0.85), rng)
        elif guide < 0.25:
            printer.text(str(rng.integers(18)), rect.grown(-0.28 * h), _grey(rng, 0.75, 0.93), rng)
        inner = rect if rng.random() < 0.7 else rect.grown(-0.04 * h)
        second = None
        if side:
            if beside:
                second = Rect(x + w + 0.2, y + h - side, side, side)
            else:
                second = Rect(x if strip else x + w - side, y + h + below, w if strip else side, side * 0.95)
            printer.shape(_outline(second, 0), stroke, fill, width)
        fields.append(replace(_field("slot", inner, fields, accepts), correction_box=second))
    return h + (0 if beside or not side else side) + rng.uniform(0.6, 3.0)


def _icons(printer: _Printer, y: float, fields: list[Field], rng: Rng) -> float:
    h = rng.uniform(3.2, 11)
    wide = rng.random() < 0.25
    w = h * (rng.uniform(1.4, 3.2) if wide else math.exp(rng.normal(0, 0.12)))
    accepts = ICON_MARKS[int(rng.integers(len(ICON_MARKS)))]
    gap = rng.uniform(0.3, 4)
    seed, level = int(rng.integers(2**31)), _grey(rng, 0.3, 0.75)
    same = rng.random() < 0.6
    framed, kind = rng.random() < 0.3, int(rng.integers(0, 5))
    stamped, names, contrast = rng.random() < 0.4, sorted(ICONS), rng.uniform(0.5, 1.6)
    if accepts == ("filled",):
        names = ["arrow"]
    fill = _grey(rng, 0.8, 1.0)
    for x in _row(w, gap, rng):
        rect = Rect(x, y, w, h)
        look = np.random.default_rng(seed if same else int(rng.integers(2**31)))
        if framed:
            printer.shape(_outline(rect, kind), level, fill, rng.uniform(0.15, 0.4))
        inside = rect.grown(-0.12 * h) if framed else rect
        if stamped:
            name = names[int(look.integers(len(names)))]
            printer.stamp(name, inside, contrast)
        elif accepts == ("filled",):
            _hollow(printer, inside, level, look)
        elif wide and look.random() < 0.7:
            pieces = int(look.integers(2, 5))
            again = int(look.integers(2**31))
            for piece in range(pieces):
                part = Rect(inside.x + inside.w * piece / pieces, inside.y, inside.w / pieces * 0.9, inside.h)
                _art(printer, part, level, np.random.default_rng(again))
        else:
            _art(printer, inside, level, look)
        fields.append(_field("icon", rect.grown(rng.uniform(-0.05, 0.12) * h), fields, accepts))
    return h + rng.uniform(0.6, 3.5)


def _boxes(printer: _Printer, y: float, fields: list[Field], rng: Rng) -> float:
    h = rng.uniform(5.5, 10)
    w = h * rng.uniform(0.6, 0.95)
    count = int(rng.integers(1, 4))
    stroke, width, kind = _grey(rng, 0.1, 0.75), rng.uniform(0.12, 0.6), int(rng.integers(0, 2))
    inner_stroke = _grey(rng, 0.5, 0.92)
    fill = _grey(rng, 0.85, 1.0)
    for x in _row(w * count, rng.uniform(0.8, 6), rng):
        rect = Rect(x, y, w * count, h)
        printer.shape(_outline(rect, kind), stroke, fill, width)
        cells = tuple(Rect(x + w * k, y, w, h) for k in range(count))
        for cell in cells[1:]:
            printer.line(np.array([(cell.x, cell.y), (cell.x, cell.bottom)]), inner_stroke, width * 0.7)
        bounds = (-9 if rng.random() < 0.4 else 0, 10**count - 1)
        fields.append(replace(_field("box", rect, fields, bounds), cells=cells))
    return h + rng.uniform(0.8, 3.5)


def _links(printer: _Printer, y: float, fields: list[Field], rng: Rng) -> float:
    h = rng.uniform(7, 16)
    pitch = rng.uniform(8, 18)
    dots, level, size = rng.random() < 0.7, _grey(rng, 0.4, 0.8), rng.uniform(0.8, 2.2)
    dashes = rng.random()
    for x in _row(pitch, 0.0, rng):
        start = Point(x + rng.uniform(2, pitch - 3), y + rng.uniform(1, h * 0.4))
        end = Point(x + rng.uniform(2, pitch - 3), y + rng.uniform(h * 0.6, h - 1))
        if rng.random() < 0.5:
            start = Point(x + 2, y + rng.uniform(2, h - 2))
            end = Point(x + pitch - 2, y + rng.uniform(2, h - 2))
        ends = np.array([(start.x, start.y), (end.x, end.y)])
        if math.hypot(*(ends[1] - ends[0])) < 4:
            continue
        if dashes < 0.55:
            parts = np.linspace(0, 1, int(rng.integers(5, 14)))
            for a, b in zip(parts[::2], parts[1::2], strict=False):
                dash = ends[0] + (ends[1] - ends[0]) * np.array([[a], [b]])
                printer.line(dash, level, rng.uniform(0.15, 0.5))
        elif dashes < 0.7:
            printer.line(ends, _grey(rng, 0.7, 0.92), rng.uniform(0.15, 1.5))
        if dots:
            for point in (start, end):
                spot = Rect(point.x - size, point.y - size, 2 * size, 2 * size)
                printer.shape(_outline(spot, 2), level, _grey(rng, 0.6, 1), 0.25)
        rect = Rect(*ends.min(axis=0).tolist(), *(np.ptp(ends, axis=0) + 0.1).tolist())
        line = (start, end) if rng.random() < 0.5 else (end, start)
        fields.append(replace(_field("link", rect, fields, ("drawn",)), line=line))
    return h + rng.uniform(0.5, 2)


def _signs(printer: _Printer, y: float, fields: list[Field], rng: Rng) -> float:
    w = rng.uniform(5, 10)
    kind, stroke, width = int(rng.integers(-1, 5)), _grey(rng, 0.2, 0.8), rng.uniform(0.12, 0.5)
    fill = _grey(rng, 0.82, 1.0)
    for x in _row(w, rng.uniform(0, 3), rng):
        rect = Rect(x, y, w, w)
        if kind >= 0:
            printer.shape(_outline(rect, kind), stroke, fill, width)
        if rng.random() < 0.2:
            _art(printer, rect.grown(-0.2 * w), _grey(rng, 0.6, 0.85), rng)
        fields.append(_field("sign", rect, fields, ("circle", "cross", "triangle")))
    return w + rng.uniform(0.6, 3)


def _art(printer: _Printer, rect: Rect, level: int, rng: Rng) -> None:
    """Draw a small picture: outlines, printed crosses and rings, numbers, in one or two greys."""
    center = np.array([rect.center.x, rect.center.y])
    half = np.array([rect.w, rect.h]) / 2
    width = rng.uniform(0.12, 0.5)
    fill = (None, level, _grey(rng, 0.75, 1.0))[int(rng.integers(3))]
    kind = rng.random()
    if kind < 0.1 and rect.h > 2:
        names = sorted(ICONS)
        printer.stamp(names[int(rng.integers(len(names)))], rect, (255 - level) / 102)
        return
    if kind < 0.22:
        words = str(int(rng.integers(0, 200))) if rng.random() < 0.7 else chr(int(rng.integers(65, 91)))
        printer.text(words, rect.grown(-0.15 * rect.h), level, rng)
    elif kind < 0.3:  # a printed cross
        for a, b in (((-1, -1), (1, 1)), ((1, -1), (-1, 1))):
            printer.line(np.array([a, b]) * half * 0.8 + center, level, width * 1.5)
    elif kind < 0.42:  # a ring, perhaps with something in it
        printer.shape(_outline(rect, 2), level, fill, width)
        if rng.random() < 0.6:
            _art(printer, rect.grown(-0.25 * rect.h), level if fill != level else 250, rng)
    elif kind < 0.55:  # a star or wheel
        points = int(rng.integers(3, 11))
        angles = np.linspace(0, 2 * math.pi, 2 * points, endpoint=False) - math.pi / 2
        radius = np.where(np.arange(2 * points) % 2, rng.uniform(0.3, 0.9), 1.0)
        printer.shape(_polar(angles, radius) * half + center, level, fill, width)
    elif kind < 0.75:  # a symmetric shape: rocket, drop, leaf, person
        down = np.linspace(-1, 1, int(rng.integers(4, 9)))
        across = rng.uniform(0.08, 1.0, len(down)) * np.where(np.abs(down) == 1, rng.uniform(0, 0.6), 1)
        side = np.column_stack([across, down])
        outline = np.concatenate([side, (side * (-1, 1))[::-1]])
        if rng.random() < 0.3:
            outline = outline[:, ::-1]
        printer.shape(outline * half + center, level, fill, width)
    elif kind < 0.9:  # a jagged shape
        angles = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 10))))
        radius = rng.uniform(0.3, 1, len(angles))
        printer.shape(_polar(angles, radius) * half + center, level, fill, width)
    else:  # a few lines
        for _ in range(int(rng.integers(2, 6))):
            printer.line(rng.uniform(-0.95, 0.95, (2, 2)) * half + center, level, width)
    if rng.random() < 0.25:
        x, y = rect.x + rng.uniform(0, 0.6) * rect.w, rect.y + rng.uniform(0, 0.6) * rect.h
        _art(printer, Rect(x, y, rect.w * 0.4, rect.h * 0.4), level, rng)


def _polar(angles: NDArray[np.float64], radius: NDArray[np.float64]) -> Points:
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles)])


def _hollow(printer: _Printer, rect: Rect, level: int, rng: Rng) -> None:
    """Draw an outline to fill in: an arrow, or one of `_outline`."""
    fill = _grey(rng, 0.9, 1.0)
    width = rng.uniform(0.15, 0.5)
    if rng.random() < 0.5:
        neck, head = rng.uniform(0.2, 0.5), rng.uniform(0.0, 0.4)
        tail, barb = [(-1, -neck), (head, -neck), (head, -1)], [(head, 1), (head, neck), (-1, neck)]
        arrow = np.array([*tail, (1, 0), *barb])
        arrow = (arrow, arrow[:, ::-1], -arrow)[int(rng.integers(3))]
        points = arrow * (rect.w / 2, rect.h / 2) + (rect.center.x, rect.center.y)
    else:
        points = _outline(rect, int(rng.integers(0, 5)))
    printer.shape(points, level, fill, width)
