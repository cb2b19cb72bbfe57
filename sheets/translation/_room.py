"""The room around a text of a page: how far its words can grow before they run into other print or a place for ink."""

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

_BESIDE = 0.7  # mm that stay white between words and what is beside them
_ABOVE = 0.2  # mm between words and what is above or below them
_ROUND = 16  # straight pieces, as which an ellipse is looked at
_COARSE = 4  # pieces of a curve that are looked at as one
_UP, _DOWN = 0.75, 0.22  # of a line's size: how far its letters reach above the baseline and below it

Outline = tuple[Point, ...]  # a line through points
_Bounds = tuple[float, float, float, float]  # left, right, top, bottom


class Room(NamedTuple):
    """Where a text may stand, mm from its anchor as somebody sees it who turns the page so that it is upright."""

    left: float
    right: float
    top: float
    bottom: float

    def width(self, align: str) -> float:
        """How wide a line may be whose anchor stays: at its left, its middle or its right."""
        match align:
            case "left":
                return self.right
            case "right":
                return -self.left
            case _:
                return 2 * min(self.right, -self.left)


class Surroundings:
    """What is seen on a page: its shapes by their numbers, places for ink, and the edges that no words cross."""

    def __init__(self, sheet: Sheet, page: int) -> None:
        self._seen: dict[int, tuple[Outline, _Bounds]] = {}
        for number, shape in enumerate(sheet.shapes):
            if shape.page == page:
                self.put(number, outline_of(shape))
        for number, outline in enumerate(_places_on(sheet, page), 1):
            self.put(-number, outline)

    def put(self, number: int, outline: Outline) -> None:
        """Sees another outline in place of that with the number."""
        xs, ys = [point.x for point in outline], [point.y for point in outline]
        self._seen[number] = outline, (min(xs), max(xs), min(ys), max(ys))

    def room_of(self, text: Text, but: Collection[int]) -> Room:
        """The room that all else, `but` what has these numbers, leaves a text, at least where it stands."""
        left, right, top, bottom = extent(text)
        others = [seen for number, seen in self._seen.items() if number not in but]
        xs = list(_between(_upright(text, others, (-math.inf, math.inf, top, bottom)), top, bottom))
        middle, centre = (left + right) / 2, (top + bottom) / 2
        free_left = min(left, max((x for x in xs if x < middle), default=-math.inf) + _BESIDE)
        free_right = max(right, min((x for x in xs if x >= middle), default=math.inf) - _BESIDE)
        column = _upright(text, others, (free_left, free_right, -math.inf, math.inf))
        ys = list(_between(([(y, x) for x, y in each] for each in column), free_left, free_right))
        free_top = min(top, max((y for y in ys if y < centre), default=-math.inf) + _ABOVE)
        free_bottom = max(bottom, min((y for y in ys if y >= centre), default=math.inf) - _ABOVE)
        return Room(free_left, free_right, free_top, free_bottom)


def outline_of(shape: Shape) -> Outline:
    """What is seen of a shape from beside."""
    match shape:
        case Polygon():
            return (*shape.points, shape.points[0]) if shape.closed else shape.points
        case Curve():
            line = tuple(polyline(shape.points)[::_COARSE])
            return (*line, line[0]) if shape.closed else line
        case Ellipse():
            middle, across, down = shape.rect.center, shape.rect.w / 2, shape.rect.h / 2
            turns = (2 * math.pi * k / _ROUND for k in range(_ROUND + 1))
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
    """The outlines of the places for ink, and for what is printed there later; then of the page and of its body."""
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
    """Left, right, top and bottom of the words of a text, mm from its anchor."""
    width, lines = width_of(text), text.text.count("\n")
    left = {"left": 0.0, "center": -width / 2, "right": -width}[text.align]
    high = text.size * MM_PER_POINT
    return left, left + width, -_UP * high, lines * line_height(text.size) + _DOWN * high


def width_of(text: Text) -> float:
    """The width of the longest line, mm."""
    return max(text_width(line, text.size, text.font) for line in text.text.split("\n"))


def on_page(text: Text, x: float, y: float) -> Point:
    """The point of the page that is x mm right of a text's anchor and y mm below it, for whom the text is upright."""
    across, down = {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[text.turn]
    return Point(text.at.x + across, text.at.y + down)


def _upright(
    text: Text, others: Iterable[tuple[Outline, _Bounds]], within: _Bounds
) -> list[list[tuple[float, float]]]:
    """The outlines that lie partly `within` some bounds, as points from a text's anchor, for whom it is upright."""
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
    """Where outlines are seen in a band of y, by the x of both ends of each piece."""
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
