"""Frames of containers, and plain drawing: text, pictures, lines, outlines, curves, ellipses."""

from __future__ import annotations

from collections.abc import Callable

from fairsheet.sheets.drawing.curves import smooth, spots
from fairsheet.sheets.drawing.typeface import CAP_HEIGHT, FONT_FILES, LEADING, MM_PER_POINT, wrapped
from fairsheet.sheets.language.evaluation import format_value
from fairsheet.sheets.language.lines import COMMA_HINT, LineReader
from fairsheet.sheets.model.drawn_shapes import Curve, Ellipse, Icon, Polygon, Style, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.sheet import DrawnPart, DrawPlace, MissionPlace
from fairsheet.sheets.placement._containers import Box, Flow, Thing
from fairsheet.sheets.placement._fields import ICON, OwnIcons, check_icon, outline, size_of

DRAWING = ("text", "picture", "line", "outline", "curve", "ellipse", "space", "mission-place", "draw-place")


_MEAN_WIDTH = 0.52  # mean width of a letter, as a share of the font's size
_WIDEST = 0.8  # upper bound of a text's mean letter width, as a share of the font's size

_ANCHORS = {
    "top-left": (0.0, 0.0), "top": (0.5, 0.0), "top-right": (1.0, 0.0),
    "left": (0.0, 0.5), "center": (0.5, 0.5), "right": (1.0, 0.5),
    "bottom-left": (0.0, 1.0), "bottom": (0.5, 1.0), "bottom-right": (1.0, 1.0),
}  # fmt: skip
_ALIGN = {
    "top": "start",
    "left": "start",
    "middle": "middle",
    "center": "middle",
    "bottom": "end",
    "right": "end",
}
_JUSTIFY = {**_ALIGN, "spread": "spread"}
_FRAMELESS = Style(None, None, 0.3)
_LINE = Style("dark", None, 0.3)


def flow_of(line: LineReader) -> Flow:
    """Return how the container of a line arranges its children."""
    kind = line.line.word
    pad = line.numbers("pad")
    if len(pad) not in (0, 1, 2, 4):
        raise line.fault_of(
            "pad",
            "pad takes one, two or four lengths",
            "top and bottom, left and right; or all four clockwise from the top",
        )
    top, right, bottom, left = {0: (0.0,) * 4, 1: pad * 4, 2: pad * 2, 4: pad}[len(pad)]
    size = line.pair("size")
    columns = line.whole("columns", 1) if kind == "grid" else 1
    if columns < 1:
        raise line.fault_of("columns", "a grid has at least one column")
    gap = (line.pair("gap") or (0.0, 0.0)) if kind == "grid" else (line.number("gap", 0.0),) * 2
    return Flow(
        kind, gap, (top, right, bottom, left),
        line.optional_size("w") or (size[0] if size else None), line.optional_size("h") or (size[1] if size else None),
        _ALIGN[line.choice("align", _ALIGN, "middle" if kind == "row" else "left")],
        _JUSTIFY[line.choice("justify", _JUSTIFY, "left")], columns,
    )  # fmt: skip


def path_of(line: LineReader) -> Callable[[int], list[Point]] | None:
    """Return a function that places any number of children along a path; None for other containers."""
    if line.line.word != "path":
        return None
    through = line.property_points("through")
    if len(through) < 2:
        raise line.malformed("a path needs its points")
    closed = line.truth("closed")
    return lambda count: spots(through, count, closed)


def add_frame(box: Box, line: LineReader) -> Box:
    """Return the container with its fill and outline behind the children."""
    style = line.style(_FRAMELESS)
    if style.stroke or style.fill:
        if line.line.word == "path":
            curve = smooth(line.property_points("through"), line.truth("closed"))
            box.things.append(Curve(curve, style, line.truth("closed")))
        else:
            box.things.append(outline(box.w, box.h, style, line.not_negative("radius", 0.0)))
    if line.has("drawn"):
        words = [format_value(value) for value in line.values("drawn")]
        if len(words) != 2:
            hint = "such as drawn: artifacts, ar-power"
            raise line.fault_of("drawn", "drawn takes a place and a component", hint)
        box.things.insert(0, DrawnPart(words[0], words[1], Rect(0, 0, box.w, box.h)))
    turn = line.number("turn", 0)
    if turn not in (0, 180):
        hint = "only text can be turned by 90: text … turn: 90; turn whole pages with paper: landscape"
        raise line.fault_of("turn", "a container can be turned by 0 or 180 degrees", hint)
    box.turned = turn == 180
    return box


def set_place(box: Box, line: LineReader) -> Box:
    """Return the box with its place in the parent, if the line has `at`."""
    anchor = _ANCHORS[line.choice("anchor", _ANCHORS, "top-left")]
    if line.has("at"):
        pair = line.numbers("at")
        if len(pair) != 2:
            hint = f"such as at: 10, 20; {COMMA_HINT}"
            raise line.fault_of("at", "at takes two lengths", hint)
        box.at, box.anchor = (pair[0], pair[1]), anchor
    elif line.has("anchor"):
        raise line.fault_of("anchor", "anchor needs at", "add at: x, y")
    return box


def drawn(line: LineReader, icons: OwnIcons) -> Box:
    """Return the box of a line of plain drawing."""
    word = line.line.word
    if word in ("line", "outline", "curve"):
        return _strokes(line)
    if word == "space":
        length = line.argument_number(0)
        return Box(length, length)
    if word == "text":
        return set_place(_text(line), line)
    w, h = size_of(line, 7.0 if word in ("picture", "ellipse") else 14.0)
    rect = Rect(0, 0, w, h)
    shape: Thing
    match word:
        case "picture":
            name = check_icon(line, line.argument(0), icons, "")
            turn = line.whole("turn", 0)
            shape = Icon(
                name, rect, line.style(ICON), line.text("text"), turn=turn, layers=icons.get(name, ())
            )
        case "ellipse":
            shape = Ellipse(rect, line.style(_LINE))
        case "mission-place":
            shape = MissionPlace(line.argument(0), rect)
        case _:
            shape = DrawPlace(line.argument(0), rect)
    return set_place(Box(w, h, [shape]), line)


def _strokes(line: LineReader) -> Box:
    """Return a line, outline or curve at the place of its points, outside the flow of rows and columns."""
    points = line.points()
    shape: Thing
    match line.line.word:
        case "line":
            shape = Polygon(points, line.style(_LINE), closed=False)
        case "outline":
            shape = Polygon(points, line.style(_LINE), True, line.not_negative("radius", 0.0))
        case _:
            closed = line.truth("closed")
            shape = Curve(smooth(points, closed), line.style(_LINE), closed)
    return Box(0, 0, [shape], at=(0.0, 0.0))


def _text(line: LineReader) -> Box:
    """Return words in a box of width `w`, in several lines if needed. Without `w`: one line of estimated width."""
    words, points = line.argument(0), line.size("size", 8.0)
    size = points * MM_PER_POINT
    font = line.choice("font", FONT_FILES, "regular")
    colour = line.colour("colour", "ink") or "ink"
    align = line.choice("align", ("left", "center", "right"), "left")
    turn = line.whole("turn", 0)
    if turn not in (0, 90, 180, 270):
        raise line.fault_of("turn", "text can be turned by 0, 90, 180 or 270 degrees")
    room = line.optional_size("w")
    w = room or max(size * _MEAN_WIDTH * len(words), 0.1)
    needs_lines = room is not None and size * _WIDEST * len(words) > room
    lines = wrapped(words, points, w, font) if needs_lines else [words]
    h = len(lines) * size * LEADING
    x = {"left": 0.0, "center": w / 2, "right": w}[align]
    first = size * (LEADING + CAP_HEIGHT) / 2
    at = {0: Point(x, first), 90: Point(h - first, x), 180: Point(w - x, h - first), 270: Point(first, w - x)}
    text = Text(at[turn], "\n".join(lines), points, align, font, colour, turn=turn)
    return Box(h, w, [text]) if turn in (90, 270) else Box(w, h, [text])
