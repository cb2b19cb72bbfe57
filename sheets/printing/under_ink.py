"""The print under and across places for ink, found from a sheet's shapes; later shapes cover earlier ones."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from fairsheet.sheets.drawing.typeface import MM_PER_POINT, line_height, text_width
from fairsheet.sheets.model.drawn_shapes import Curve, Ellipse, Icon, Image, Polygon, Shape, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.sheet import Field, Sheet

_STEPS = 40  # places at which a line is tested


def printed_rect(shape: Shape) -> Rect:
    """Return the upright rectangle of a shape, mm, without the width of lines."""
    match shape:
        case Polygon() | Curve():
            return _around(shape.points)
        case Text():
            return _text_rect(shape)
        case _:
            return shape.rect


def dark_fill(sheet: Sheet, field: Field) -> tuple[str | None, str | None]:
    """Return the colour that fills the place under a field, and that of the icon in it; None if there is none."""
    fill, stroke = None, None
    for shape in sheet.shapes:
        if shape.page != field.page or isinstance(shape, Text | Image):
            continue
        if isinstance(shape, Icon):
            if shape.rect == field.rect:
                stroke = shape.style.stroke
        elif shape.style.fill and _covers(shape, field.rect.grown(-0.5)):
            fill = shape.style.fill
    return fill, stroke


def words_across(sheet: Sheet, field: Field) -> list[str]:
    """Return the texts that are printed into a field and not covered again."""
    inner = field.rect.grown(-0.3)
    return [
        shape.words for k, shape in enumerate(sheet.shapes)
        if isinstance(shape, Text) and shape.page == field.page
        and _text_rect(shape).overlaps(inner)
        and not _is_covered_later(sheet, k, field)
    ]  # fmt: skip


def lines_across(sheet: Sheet, field: Field) -> bool:
    """Return whether a straight line is printed through the inside of a field and not covered again. Guides are
    allowed."""
    inner = field.rect.grown(-field.rect.w * 0.2)
    for k, shape in enumerate(sheet.shapes):
        if not isinstance(shape, Polygon) or shape.page != field.page or not shape.style.stroke:
            continue
        if shape.style.stroke in ("light", "pale", "faint") and _around(shape.points).w < field.rect.w:
            continue
        ends = shape.points if not shape.closed else (*shape.points, shape.points[0])
        if any(_crosses(a, b, inner) for a, b in pairwise(ends)) and not _is_covered_later(sheet, k, field):
            return True
    return False


def _crosses(a: Point, b: Point, rect: Rect) -> bool:
    if (
        max(a.x, b.x) < rect.x
        or min(a.x, b.x) > rect.right
        or max(a.y, b.y) < rect.y
        or min(a.y, b.y) > rect.bottom
    ):
        return False
    steps = (k / _STEPS for k in range(_STEPS + 1))
    return any(_is_inside(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, rect) for t in steps)


def _is_inside(x: float, y: float, rect: Rect) -> bool:
    return rect.x < x < rect.right and rect.y < y < rect.bottom


def _is_covered_later(sheet: Sheet, k: int, field: Field) -> bool:
    """Return whether a shape after the k-th one paints over the field."""
    return any(
        shape.page == field.page and _paints_over(shape, field.rect) for shape in sheet.shapes[k + 1 :]
    )


def _paints_over(shape: Shape, rect: Rect) -> bool:
    match shape:
        case Text() | Image():
            return False
        case Icon():
            return shape.rect == rect
        case _:
            return shape.style.fill is not None and _covers(shape, rect)


def _covers(shape: Polygon | Curve | Ellipse | Icon, rect: Rect) -> bool:
    return printed_rect(shape).grown(0.01).holds(rect)


def _around(points: tuple[Point, ...]) -> Rect:
    xs, ys = [point.x for point in points], [point.y for point in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@lru_cache(maxsize=1000)
def _text_rect(text: Text) -> Rect:
    lines = text.text.split("\n")
    width = max(text_width(line, text.size, text.font) for line in lines)
    up, down = text.size * MM_PER_POINT * 0.75, (len(lines) - 1) * line_height(text.size)
    shift = {"left": 0.0, "center": 0.5, "right": 1.0}[text.align] * width
    match text.turn:
        case 90:
            return Rect(text.at.x - down, text.at.y - shift, up + down, width)
        case 180:
            return Rect(text.at.x + shift - width, text.at.y - down, width, up + down)
        case 270:
            return Rect(text.at.x - up, text.at.y + shift - width, up + down, width)
        case _:
            return Rect(text.at.x - shift, text.at.y - up, width, up + down)
