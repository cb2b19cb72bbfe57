"""Fields: the printed shapes of a slot, icon, link, box, sign or writing line, and the Field itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast, get_args

from fairsheet.sheets.drawing.icons import ICONS
from fairsheet.sheets.drawing.svg_path import icon_path
from fairsheet.sheets.label.label import SHEET_NAME, SHEET_NAME_HINT
from fairsheet.sheets.language.evaluation import format_value
from fairsheet.sheets.language.faults import FaultFound, did_you_mean
from fairsheet.sheets.language.lines import LineReader
from fairsheet.sheets.model.drawn_shapes import Ellipse, Icon, Layer, Paint, Polygon, Shape, Style, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.marks import MARKS
from fairsheet.sheets.model.sheet import SLOT_NUMBERS, Field, FieldKind
from fairsheet.sheets.placement._containers import Box, Thing
from fairsheet.sheets.placement._facts import FieldNote
from fairsheet.sheets.support.errors import FairsheetError

OwnIcons = Mapping[str, tuple[Layer, ...]]  # the template's own icons, by name

SLOT = Style("mid", "paper", 0.3)
CORRECTION_BOX = Style("light", "paper", 0.2)
CELL = Style("light", None, 0.2)
ICON = Style("mid", None, 0.35)
GUIDE = Style("light", None, 0.3, (1.0, 1.0))
PRINTED = Style("ink", None, 0.5)

SLOT_SHAPES = ("square", "octagon", "circle", "hexagon")
SLOT_SIZE = 9.5  # mm, the default
CORRECTION_BOX_HEIGHT = 4.6
ICON_SIZE = 7.0
MOST_LAYERS = 12  # of an own icon
SIGN_SIZE = 10.0
CELL_SIZE = (7.0, 9.0)


def field_box(line: LineReader, note: FieldNote, slot_accepts: tuple[int | str, ...], icons: OwnIcons) -> Box:
    """Return the box of a field's line, with its Field and printed shapes."""
    match line.line.word:
        case "slot" if line.has("to"):
            return _number_slot(line, note)
        case "slot":
            return _slot(line, note, slot_accepts)
        case "icon":
            return _icon(line, note, icons)
        case "sign":
            return _sign(line, note)
        case "box":
            return _box(line, note)
        case "link":
            ends = (*line.property_points("from"), *line.property_points("to"))
            if len(ends) != 2:
                raise line.fault("a link goes from one point to another", "such as from: (0, 0) to: (5, 0)")
            return Box(0, 0, link(line, note, (ends[0], ends[1])), at=(0.0, 0.0))
        case _:
            return _writing(line, note)


def outline(w: float, h: float, style: Style, radius: float = 0.0) -> Polygon:
    """Return a rectangle of w by h mm at the origin."""
    return Polygon(Rect(0, 0, w, h).corners, style, True, radius)


def size_of(line: LineReader, default: float) -> tuple[float, float]:
    """Return `size`, or `w` and `h`, or the default, mm."""
    pair = line.pair("size") or (default, default)
    if min(pair) <= 0:
        raise line.fault_of("size", "a size must be greater than 0")
    w, h = line.size("w", pair[0]), line.size("h", pair[1])
    return w, h


def marks_of(line: LineReader, key: str, default: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return the marks of a property: numbers that a slot can hold, and known marks."""
    if not line.has(key):
        return default
    marks: list[int | str] = []
    for value in line.values(key):
        if isinstance(value, float) and value in SLOT_NUMBERS:
            marks.append(int(value))
        elif isinstance(value, str) and value in MARKS:
            marks.append(value)
        else:
            word = format_value(value)
            known = f"marks are {SLOT_NUMBERS[0]} to {SLOT_NUMBERS[-1]}, {', '.join(MARKS)}"
            if isinstance(value, float):
                known = (
                    f"numbers of slots are 0 to {SLOT_NUMBERS[-1]}, greater ones need: slot a from: 1 to: 30"
                )
            raise line.fault_of(key, f"{word} is not a mark", did_you_mean(word, MARKS, known))
    if "circled" in marks and "crossed" in marks and "circled+crossed" not in marks:
        marks.append("circled+crossed")
    return tuple(marks)


def printed_of(line: LineReader) -> int | str | None:
    """Return the mark in print, or None."""
    if not line.has("printed"):
        return None
    (value, *more) = line.values("printed")
    if more:
        raise line.fault_of("printed", "printed takes one mark")
    if value == "none":
        return None
    if isinstance(value, float):
        return int(value)
    return line.choice("printed", MARKS, "crossed")


def check_icon(line: LineReader, name: str, icons: OwnIcons, key: str) -> str:
    """Return the name. Raises FaultFound if there is no such icon."""
    known = (*ICONS, *icons)
    if name not in known:
        at = line.place_of(key) if line.has(key) else line.line.arguments[-1].at
        draw = f'fairsheet icons lists all; draw your own at the left edge: icon-shape {name} "M12 2 …"'
        raise FaultFound(at, f"there is no icon {name}", did_you_mean(name, known, draw))
    return name


def own_layer(line: LineReader, icons: OwnIcons) -> tuple[str, Layer]:
    """Return the name of a template's own icon, and the layer that the line adds to it."""
    name = line.name()
    name_at, path_at = (node.at for node in line.line.arguments)
    if not SHEET_NAME.fullmatch(name):
        raise FaultFound(name_at, f"{name} cannot name an icon", SHEET_NAME_HINT)
    if len(icons.get(name, ())) >= MOST_LAYERS:
        raise FaultFound(name_at, f"the icon {name} has more than {MOST_LAYERS} lines", "put paths together")
    view = line.numbers("view-box") or (0.0, 0.0, 100.0, 100.0)
    if len(view) != 4 or min(view[2:]) <= 0:
        hint = "left, top, width, height, such as view-box: 0, 0, 24, 24"
        raise line.fault_of("view-box", "view-box takes four numbers", hint)
    paint = cast(Paint, line.choice("paint", get_args(Paint), "body"))
    try:
        path = icon_path(line.argument(1), (view[0], view[1], view[2], view[3]))
    except FairsheetError as error:
        raise FaultFound(path_at, error.problem, error.hint) from None
    return name, Layer(path, paint, line.size("weight", 1.0))


def _slot(line: LineReader, note: FieldNote, slot_accepts: tuple[int | str, ...]) -> Box:
    """Return a place for a number or an X, with its correction box below or to the right."""
    w, h = size_of(line, SLOT_SIZE)
    shape = line.choice("shape", SLOT_SHAPES, "square")
    if shape == "hexagon" and not line.has("h") and len(line.numbers("size")) < 2:
        h = round(w * 2 / math.sqrt(3), 3)  # a regular one, `w` across the flats
    accepts = marks_of(line, "accepts", slot_accepts)
    printed = printed_of(line)
    style = line.style(SLOT)
    parts: list[Thing] = []
    box = _correction_box(line, w, h, 0.0 if printed is not None else CORRECTION_BOX_HEIGHT)
    if box and box.x:
        parts.append(Polygon(box.corners, CORRECTION_BOX))
    elif box:
        # the lower end of its sides; the slot covers what is inside
        top = h * 0.75 if shape == "hexagon" else h
        corners = (Point(0.6, top), Point(0.6, box.bottom), Point(w - 0.6, box.bottom), Point(w - 0.6, top))
        parts.append(Polygon(corners, CORRECTION_BOX, closed=False))
    parts += _slot_outline(line, shape, w, h, style)
    parts += _printed_shapes(printed, Rect(0, 0, w, h))
    parts.append(Field(note.id, "slot", Rect(0, 0, w, h), () if printed is not None else accepts,
                        attrs=note.attrs, correction_box=box, printed=printed))  # fmt: skip
    return Box(box.right, h, parts) if box and box.x else Box(w, box.bottom if box else h, parts)


def _correction_box(line: LineReader, w: float, h: float, default: float) -> Rect | None:
    """Return the correction box of a slot of w by h mm.

    One length is the height of a box below; two are the width and height of a box to the right.
    """
    lengths = line.numbers("correction-box") or (default,)
    if len(lengths) > 2 or min(lengths) < 0:
        raise line.fault_of(
            "correction-box",
            "correction-box takes its height below the slot, or its width and height to the right, none below 0",
            "give its height in mm, 0 for none",
        )
    if min(lengths) == 0:
        return None
    return Rect(0, h, w, lengths[0]) if len(lengths) == 1 else Rect(w, h - lengths[1], *lengths)


def _slot_outline(line: LineReader, shape: str, w: float, h: float, style: Style) -> list[Shape]:
    match shape:
        case "circle":
            return [Ellipse(Rect(0, 0, w, h), style)]
        case "hexagon":
            shares = ((0, 0.25), (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75))
            return [Polygon(tuple(Point(x * w, y * h) for x, y in shares), style)]
        case "octagon":
            a, b = w * 0.2, h * 0.2
            corners = ((a, 0), (w - a, 0), (w, b), (w, h - b), (w - a, h), (a, h), (0, h - b), (0, b))
            return [Polygon(tuple(Point(x, y) for x, y in corners), style)]
        case _:
            return [outline(w, h, style, line.not_negative("radius", 1.0))]


def _icon(line: LineReader, note: FieldNote, icons: OwnIcons) -> Box:
    """Return a printed icon that players circle, cross or fill in."""
    w, h = size_of(line, ICON_SIZE)
    shows = check_icon(line, line.text("shows", note.symbol or ""), icons, "shows")
    printed = printed_of(line)
    rect = Rect(0, 0, w, h)
    parts: list[Thing] = [Icon(shows, rect, line.style(ICON), line.text("text"), layers=icons.get(shows, ()))]
    parts += _printed_shapes(printed, rect)
    accepts = marks_of(line, "accepts", ("crossed",))
    field = Field(note.id, "icon", rect, accepts, symbol=note.symbol, attrs=note.attrs, printed=printed)
    return Box(w, h, [*parts, field])


def _sign(line: LineReader, note: FieldNote) -> Box:
    """Return a place in which players draw a circle, a cross or a triangle."""
    w, h = size_of(line, SIGN_SIZE)
    rect = Rect(0, 0, w, h)
    accepts = marks_of(line, "accepts", ("circle", "cross", "triangle"))
    field = Field(note.id, "sign", rect, accepts, symbol=note.symbol, attrs=note.attrs,
                  printed=printed_of(line))  # fmt: skip
    return Box(w, h, [Ellipse(rect, line.style(SLOT)), field])


def _writing(line: LineReader, note: FieldNote) -> Box:
    """Return a line for words in block letters."""
    w, h = size_of(line, 8.0)
    parts: list[Thing] = [outline(w, h, line.style(SLOT), line.not_negative("radius", 1.0))]
    parts.append(Field(note.id, "text", Rect(0, 0, w, h), (), attrs=note.attrs))
    return Box(w, h, parts)


def _box(line: LineReader, note: FieldNote) -> Box:
    """Return a number field with enough digit cells for its least and greatest value.

    The first cell is also for a minus. A `signed` box has an extra cell for the minus before the digits.
    """
    least, greatest = _bounds(line)
    if line.has("signed") and line.truth("signed"):
        count = 1 + max(len(str(abs(least))), len(str(abs(greatest))))
    else:
        count = max(len(str(least)), len(str(greatest)))
    return _digit_cells(line, note, "box", (least, greatest), count)


def _number_slot(line: LineReader, note: FieldNote) -> Box:
    """Return a slot for a greater number, in digit cells; `also` lists further marks."""
    least, greatest = _bounds(line)
    if least < 0:
        raise line.fault_of("from", "a slot takes no number below 0", "make it a box")
    for key in ("accepts", "shape", "correction-box", "size", "w", "h"):
        if line.has(key):
            raise line.fault_of(key, f"a slot with digit cells has no {key}", "leave it out")
    also = marks_of(line, "also", ())
    if any(mark != "X" for mark in also):
        raise line.fault_of("also", "digit cells accept X as their only further mark", "also: X")
    return _digit_cells(line, note, "slot", (least, greatest, *also), len(str(greatest)))


def _bounds(line: LineReader) -> tuple[int, int]:
    """Return the least and greatest number of a field with digit cells."""
    least, greatest = line.whole("from", 0), line.whole("to", 99)
    if least > greatest:
        raise line.fault_of("from", f"from {least} is greater than to {greatest}", "swap them")
    return least, greatest


def _digit_cells(
    line: LineReader, note: FieldNote, kind: FieldKind, accepts: tuple[int | str, ...], count: int
) -> Box:
    """Return a field of `count` digit cells in a row."""
    cell_w, cell_h = line.pair("cell") or CELL_SIZE
    w = count * cell_w
    cells = tuple(Rect(k * cell_w, 0, cell_w, cell_h) for k in range(count))
    parts: list[Thing] = [outline(w, cell_h, line.style(SLOT), line.not_negative("radius", 1.0))]
    for cell in cells[1:]:
        ends = (Point(cell.x, cell_h * 0.15), Point(cell.x, cell_h * 0.85))
        parts.append(Polygon(ends, CELL, closed=False))
    parts.append(Field(note.id, kind, Rect(0, 0, w, cell_h), accepts, attrs=note.attrs, cells=cells,
                        printed=printed_of(line)))  # fmt: skip
    return Box(w, cell_h, parts)


def link(line: LineReader, note: FieldNote, ends: tuple[Point, Point]) -> list[Thing]:
    """Return a line to be drawn between two points, with a faint guide; or a stroke of `across` mm across its
    middle."""
    inset, across = line.number("inset", 0.0), line.number("across", 0.0)
    start, end = ends
    length = ((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5
    if length <= 2 * inset:
        raise line.fault("the link has no length left", "set its ends further apart or make inset smaller")
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    if across:
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        start = Point(middle.x + uy * across / 2, middle.y - ux * across / 2)
        end = Point(middle.x - uy * across / 2, middle.y + ux * across / 2)
    else:
        start = Point(start.x + ux * inset, start.y + uy * inset)
        end = Point(end.x - ux * inset, end.y - uy * inset)
    left, top = min(start.x, end.x), min(start.y, end.y)
    rect = Rect(left, top, abs(start.x - end.x), abs(start.y - end.y)).grown(1.5)
    printed = printed_of(line)
    style = line.style(GUIDE if printed is None else PRINTED)
    field = Field(note.id, "link", rect, ("drawn",), symbol=note.symbol, attrs=note.attrs,
                  line=(start, end), printed=printed)  # fmt: skip
    return [Polygon((start, end), style, closed=False), field]


def edge_towards(rect: Rect, other: Point) -> Point:
    """Return the point where the line from a rectangle's middle to another point leaves the rectangle."""
    middle = rect.center
    dx, dy = other.x - middle.x, other.y - middle.y
    if dx == 0 and dy == 0:
        return middle
    share = min(rect.w / 2 / abs(dx) if dx else 9e9, rect.h / 2 / abs(dy) if dy else 9e9)
    return Point(middle.x + dx * share, middle.y + dy * share)


def _printed_shapes(mark: int | str | None, rect: Rect) -> list[Shape]:
    """Return a mark as print, firm and regular, so that nobody takes it for ink."""
    inner = rect.grown(-rect.w * 0.15)
    one, two, three, four = inner.corners
    cross = [Polygon(ends, PRINTED, closed=False) for ends in ((one, three), (two, four))]
    match mark:
        case None:
            return []
        case "circled" | "circle":
            return [Ellipse(rect.grown(0.6), PRINTED)]
        case "crossed" | "cross" | "X" | "struck":
            return [*cross]
        case "circled+crossed":
            return [Ellipse(rect.grown(0.6), PRINTED), *cross]
        case "filled":
            return [Polygon(rect.corners, Style(None, "ink"))]
        case "triangle":
            return [Polygon((Point(inner.center.x, inner.y), three, four), PRINTED)]
        case _:
            size = rect.h * 0.62 / 0.3528
            at = Point(rect.center.x, rect.center.y + 0.36 * size * 0.3528)
            return [Text(at, str(mark), size, "center", "bold")]
