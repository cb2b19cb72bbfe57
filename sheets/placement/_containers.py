"""Boxes in boxes: how rows, columns, grids, paths and panels place their children, relative to themselves.

A Box has a size in mm, things of its own (in its own coordinates) and children at offsets. `flatten` converts the tree
to absolute coordinates; a box that is turned by 180 degrees has the sign -1 there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from fairsheet.sheets.model.drawn_shapes import Curve, Ellipse, Icon, Image, Polygon, Shape, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.sheet import DrawnPart, DrawPlace, Field, MissionPlace, Position

Thing = Field | Shape | MissionPlace | DrawPlace | DrawnPart
Sourced = tuple[Thing, Position | None]  # with the place in the template of the line that draws it


@dataclass(slots=True)
class Box:
    """A box with a size, mm; `at` and `anchor` are set if it has a place of its own in its parent."""

    w: float
    h: float
    things: list[Thing] = field(default_factory=list)
    children: list[tuple[float, float, Box]] = field(default_factory=list)
    at: tuple[float, float] | None = None
    # the part of the box that is placed on `at`: 0 left/top … 1 right/bottom
    anchor: tuple[float, float] = (0.0, 0.0)
    turned: bool = False
    shift: float = 0.0  # mm from the middle down to the optical middle, by which rows are aligned
    source: Position | None = None  # of the line in the template that draws its things

    def offset(self) -> tuple[float, float]:
        """Return the top left corner of a box with a place of its own, mm."""
        assert self.at is not None
        return self.at[0] - self.anchor[0] * self.w, self.at[1] - self.anchor[1] * self.h


@dataclass(frozen=True, slots=True)
class Turning:
    """A change from local to absolute coordinates: x = left + sign * local x, likewise y. The sign -1 turns by 180
    degrees."""

    left: float
    top: float
    sign: int = 1

    def point(self, at: Point) -> Point:
        """Return the absolute place of a local point."""
        return Point(_round(self.left + self.sign * at.x), _round(self.top + self.sign * at.y))

    def rect(self, rect: Rect) -> Rect:
        """Return the absolute rectangle of a local one."""
        corner = self.point(Point(rect.x, rect.y) if self.sign > 0 else Point(rect.right, rect.bottom))
        return Rect(corner.x, corner.y, _round(rect.w), _round(rect.h))

    def child(self, x: float, y: float, box: Box) -> Turning:
        """Return the turning of a child at (x, y)."""
        left, top = self.left + self.sign * x, self.top + self.sign * y
        if box.turned:
            return Turning(left + self.sign * box.w, top + self.sign * box.h, -self.sign)
        return Turning(left, top, self.sign)

    @property
    def degrees(self) -> int:
        """The turn in degrees: 0 or 180."""
        return 0 if self.sign > 0 else 180


def flatten(box: Box, turning: Turning, page: int) -> Iterator[Sourced]:
    """Yield everything in the box and its children in absolute coordinates, parents before children."""
    own = [_absolute(thing, turning, page) for thing in box.things]
    inner = [
        each for x, y, child in box.children for each in flatten(child, turning.child(x, y, child), page)
    ]
    shapes = sum(isinstance(thing, Shape) for thing in (*own, *(thing for thing, _ in inner)))
    for thing in own:
        yield replace(thing, count=shapes) if isinstance(thing, DrawnPart) else thing, box.source
    yield from inner


def number_shapes(things: Iterable[Sourced]) -> list[Sourced]:
    """Return the things, with the index of its first shape in each drawn part."""
    numbered, before = list[Sourced](), 0
    for thing, source in things:
        numbered.append((replace(thing, first=before) if isinstance(thing, DrawnPart) else thing, source))
        before += isinstance(thing, Shape)
    return numbered


def _round(length: float) -> float:
    """Return the length rounded to 0.001 mm: the same on every machine, and short in released layouts."""
    return round(length, 3) + 0.0


def _absolute(thing: Thing, turning: Turning, page: int) -> Thing:
    turn = turning.degrees
    match thing:
        case Field():
            return replace(
                thing,
                rect=turning.rect(thing.rect),
                cells=tuple(turning.rect(cell) for cell in thing.cells),
                correction_box=turning.rect(thing.correction_box) if thing.correction_box else None,
                line=(turning.point(thing.line[0]), turning.point(thing.line[1])) if thing.line else None,
                page=page,
                turn=turn,
            )
        case Polygon() | Curve():
            return replace(thing, points=tuple(turning.point(point) for point in thing.points), page=page)
        case Text():
            return replace(thing, at=turning.point(thing.at), page=page, turn=(thing.turn + turn) % 360)
        case Icon() | Image():
            return replace(thing, rect=turning.rect(thing.rect), page=page, turn=(thing.turn + turn) % 360)
        case MissionPlace():
            return replace(thing, rect=turning.rect(thing.rect), page=page, turn=turn)
        case Ellipse() | DrawPlace() | DrawnPart():
            return replace(thing, rect=turning.rect(thing.rect), page=page)


@dataclass(frozen=True, slots=True)
class Flow:
    """How a container arranges its children; lengths in mm. Padding is top, right, bottom, left."""

    kind: str  # row, column, grid, panel, path
    gap: tuple[float, float] = (0.0, 0.0)
    pad: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    w: float | None = None
    h: float | None = None
    align: str = "start"
    justify: str = "start"
    columns: int = 1
    through: tuple[Point, ...] = ()
    closed: bool = False


_SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}


def arrange(children: list[Box], flow: Flow, path: Callable[[int], list[Point]] | None = None) -> Box:
    """Return a box with the children in place. Children with a place of their own are outside the flow."""
    flowing = [child for child in children if child.at is None]
    placed: list[tuple[float, float, Box]]
    match flow.kind:
        case "row":
            placed, w, h = _line(flowing, flow, across=False)
        case "column":
            placed, w, h = _line(flowing, flow, across=True)
        case "grid":
            placed, w, h = _grid(flowing, flow)
        case "path":
            spots = path(len(flowing)) if path else []
            placed = [(p.x - c.w / 2, p.y - c.h / 2, c) for p, c in zip(spots, flowing, strict=True)]
            w, h = _extent(placed)
        case _:
            placed = [(0.0, 0.0, child) for child in flowing]
            w, h = _extent(placed)
    if flow.kind == "panel":
        w, h = _extent([*placed, *((*child.offset(), child) for child in children if child.at is not None)])
    top, right, bottom, left = flow.pad
    inner_w = w if flow.w is None else flow.w - left - right
    inner_h = h if flow.h is None else flow.h - top - bottom
    in_place = {id(child): (x, y) for x, y, child in placed}
    box = Box(inner_w + left + right, inner_h + top + bottom)
    for child in children:  # in the order of the template: later lines are drawn on top
        x, y = child.offset() if child.at is not None else in_place[id(child)]
        box.children.append((x + left, y + top, child))
    return box


def _extent(placed: list[tuple[float, float, Box]]) -> tuple[float, float]:
    return (
        max((x + child.w for x, _, child in placed), default=0.0),
        max((y + child.h for _, y, child in placed), default=0.0),
    )


def _line(
    children: list[Box], flow: Flow, *, across: bool
) -> tuple[list[tuple[float, float, Box]], float, float]:
    """Place children one after the other: to the right, or downwards if `across`."""
    lengths = [child.h if across else child.w for child in children]
    widths = [child.w if across else child.h for child in children]
    gap = flow.gap[1] if across else flow.gap[0]
    natural = sum(lengths) + gap * max(0, len(children) - 1)
    top, right, bottom, left = flow.pad
    given = flow.h if across else flow.w
    room = natural if given is None else given - (top + bottom if across else left + right)
    given_width = flow.w if across else flow.h
    width = max(widths, default=0.0) if given_width is None else given_width - (
        left + right if across else top + bottom
    )  # fmt: skip
    spare = room - natural
    place = spare * _SHARE.get(flow.justify, 0.0)
    if flow.justify == "spread" and len(children) > 1:
        gap += spare / (len(children) - 1)
    elif flow.justify == "spread":
        place = spare / 2
    placed = []
    for child, length, child_width in zip(children, lengths, widths, strict=True):
        side = (width - child_width) * _SHARE[flow.align]
        if not across and flow.align == "middle":
            side -= child.shift
        placed.append((side, place, child) if across else (place, side, child))
        place += length + gap
    return (placed, width, room) if across else (placed, room, width)


def _grid(children: list[Box], flow: Flow) -> tuple[list[tuple[float, float, Box]], float, float]:
    """Place children in rows of equal cells, from the top left, each in the middle of its cell."""
    cell_w = max((child.w for child in children), default=0.0)
    cell_h = max((child.h for child in children), default=0.0)
    step_x, step_y = cell_w + flow.gap[0], cell_h + flow.gap[1]
    placed = []
    for k, child in enumerate(children):
        row, column = divmod(k, flow.columns)
        x = column * step_x + (cell_w - child.w) / 2
        placed.append((x, row * step_y + (cell_h - child.h) / 2, child))
    rows = -(-len(children) // flow.columns)
    columns = min(flow.columns, len(children))
    return placed, max(0.0, columns * step_x - flow.gap[0]), max(0.0, rows * step_y - flow.gap[1])
