"""The room around a text on a page: how far its words can grow before they reach other print or a place for ink."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from fairsheet.sheets.drawing.curves import polyline
from fairsheet.sheets.drawing.typeface import MM_PER_POINT, line_height, text_width
from fairsheet.sheets.model.drawn_shapes import Curve, Ellipse, Polygon, Shape, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import BODY, SPACE, page_rect
from fairsheet.sheets.model.sheet import Sheet

_SIDE_GAP = 0.7  # mm that stay white left and right of words
_LINE_GAP = 0.2  # mm between words and what is above or below them
_ELLIPSE_PIECES = 16  # straight pieces that approximate an ellipse
_CURVE_STEP = 4  # pieces of a curve that are joined to one
_UP, _DOWN = 0.75, 0.22  # heights of letters above and below the baseline, as shares of the size

Outline = tuple[Point, ...]  # a line through points
_Bounds = tuple[float, float, float, float]  # left, right, top, bottom


class Room(NamedTuple):
    """The room for a text, mm from its anchor, with the page turned so that the text is upright."""

    left: float
    right: float
    top: float
    bottom: float

    def width(self, align: str) -> float:
        """Return the greatest width of a line if its anchor stays: at its left, its middle or its right."""
        match align:
            case "left":
                return self.right
            case "right":
                return -self.left
            case _:
                return 2 * min(self.right, -self.left)


class Surroundings:
    """Everything on a page that words must not touch: shapes by number, places for ink, and edges."""

    def __init__(self, sheet: Sheet, page: int) -> None:
        self._outlines: dict[int, tuple[Outline, _Bounds]] = {}
        for number, shape in enumerate(sheet.shapes):
            if shape.page == page:
                self.put(number, outline_of(shape))
        for number, outline in enumerate(_places_on(sheet, page), 1):
            self.put(-number, outline)

    def put(self, number: int, outline: Outline) -> None:
        """Add an outline, or replace the one with this number."""
        xs, ys = [point.x for point in outline], [point.y for point in outline]
        self._outlines[number] = outline, (min(xs), max(xs), min(ys), max(ys))

    def room_of(self, text: Text, ignored: Collection[int]) -> Room:
        """Return the free room around a text, at least its own place. Outlines with `ignored` numbers do not count."""
        left, right, top, bottom = extent(text)
        others = [outline for number, outline in self._outlines.items() if number not in ignored]
        xs = list(_between(_upright(text, others, (-math.inf, math.inf, top, bottom)), top, bottom))
        middle, centre = (left + right) / 2, (top + bottom) / 2
        free_left = min(left, max((x for x in xs if x < middle), default=-math.inf) + _SIDE_GAP)
        free_right = max(right, min((x for x in xs if x >= middle), default=math.inf) - _SIDE_GAP)
        column = _upright(text, others, (free_left, free_right, -math.inf, math.inf))
        ys = list(_between(([(y, x) for x, y in each] for each in column), free_left, free_right))
        free_top = min(top, max((y for y in ys if y < centre), default=-math.inf) + _LINE_GAP)
        free_bottom = max(bottom, min((y for y in ys if y >= centre), default=math.inf) - _LINE_GAP)
        return Room(free_left, free_right, free_top, free_bottom)


def outline_of(shape: Shape) -> Outline:
    """Return the outline of a shape."""
    match shape:
        case Polygon():
            return (*shape.points, shape.points[0]) if shape.closed else shape.points
        case Curve():
            line = tuple(polyline(shape.points)[::_CURVE_STEP])
            return (*line, line[0]) if shape.closed else line
        case Ellipse():
            middle, across, down = shape.rect.center, shape.rect.w / 2, shape.rect.h / 2
            turns = (2 * math.pi * k / _ELLIPSE_PIECES for k in range(_ELLIPSE_PIECES + 1))
            return tuple(
                Point(middle.x + across * math.cos(turn), middle.y + down * math.sin(turn)) for turn in turns
            )
        case Text():
            left, right, top, bottom = extent(shape)
            corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
            return tuple(on_page(shape, x, y) for x, y in corners)
        case _:
            return _around(shape.rect)


def _places_on(sheet: Sheet, page: int) -> Iterator[Outline]:
    """Yield the outlines of places for ink and later print, then those of the page and its body."""
    for field in sheet.fields:
        if field.page == page:
            yield field.line or _around(field.rect)
            if field.correction_box is not None:
                yield _around(field.correction_box)
    for places in (sheet.mission_places, sheet.draw_places):
        yield from (_around(place.rect) for place in places if place.page == page)
    yield _around(page_rect(SPACE, sheet.paper))
    yield _around(page_rect(BODY, sheet.paper))


def extent(text: Text) -> _Bounds:
    """Return left, right, top and bottom of a text's words, mm from its anchor."""
    width, lines = width_of(text), text.text.count("\n")
    left = {"left": 0.0, "center": -width / 2, "right": -width}[text.align]
    high = text.size * MM_PER_POINT
    return left, left + width, -_UP * high, lines * line_height(text.size) + _DOWN * high


def width_of(text: Text) -> float:
    """Return the width of the longest line, mm."""
    return max(text_width(line, text.size, text.font) for line in text.text.split("\n"))


def on_page(text: Text, x: float, y: float) -> Point:
    """Return the point of the page x mm right of a text's anchor and y mm below it, seen upright."""
    across, down = {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[text.turn]
    return Point(text.at.x + across, text.at.y + down)


def _upright(
    text: Text, others: Iterable[tuple[Outline, _Bounds]], within: _Bounds
) -> list[list[tuple[float, float]]]:
    """Return the outlines that are partly `within` some bounds, as points from a text's anchor, seen upright."""
    left, right, top, bottom = within
    one, other = on_page(text, left, top), on_page(text, right, bottom)
    west, east = sorted((one.x, other.x))
    north, south = sorted((one.y, other.y))
    near = [
        [(point.x - text.at.x, point.y - text.at.y) for point in outline]
        for outline, bounds in others
        if bounds[0] < east and bounds[1] > west and bounds[2] < south and bounds[3] > north
    ]
    match text.turn:
        case 90:
            return [[(y, -x) for x, y in each] for each in near]
        case 180:
            return [[(-x, -y) for x, y in each] for each in near]
        case 270:
            return [[(-y, x) for x, y in each] for each in near]
        case _:
            return near


def _between(outlines: Iterable[Sequence[tuple[float, float]]], low: float, high: float) -> Iterator[float]:
    """Yield the x of both ends of each piece of outline within a band of y."""
    for outline in outlines:
        for (x, y), (to_x, to_y) in pairwise(outline):
            if min(y, to_y) >= high or max(y, to_y) <= low:
                continue
            if y == to_y:
                yield from (x, to_x)
                continue
            for level in (y, to_y):
                yield x + (to_x - x) * (min(max(level, low), high) - y) / (to_y - y)


def _around(rect: Rect) -> Outline:
    return (*rect.corners, rect.corners[0])
