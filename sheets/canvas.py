"""A page to draw on, in millimetres of the frame with y running down; writes PDF through reportlab."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sheets.errors import InputError
from sheets.model import Point, Rect, Style
from sheets.page import Paper
from sheets.palette import PALETTE
from sheets.typeface import MM_PER_POINT, load_font, printable, registered_name, text_width

if TYPE_CHECKING:
    from reportlab.pdfgen.pathobject import PDFPathObject

_ROUND = 1  # PDF's round line caps and joins
_KAPPA = 0.5522847498  # control length of the cubic Bézier nearest to a quarter circle


class Canvas:
    """Draws one page after the other; the same calls always give the same bytes."""

    def __init__(self, paper: Paper, title: str) -> None:
        from reportlab.pdfgen.canvas import Canvas as Pdf

        self._paper = paper
        self._buffer = io.BytesIO()
        size = (paper.width / MM_PER_POINT, paper.height / MM_PER_POINT)
        self._pdf = Pdf(self._buffer, pagesize=size, bottomup=0, pageCompression=1, invariant=1)
        self._pdf.setTitle(title)
        self._pdf.setCreator("fairsheet")

    def begin_page(self) -> None:
        """Starts a page; the frame's origin becomes (0, 0)."""
        self._pdf.scale(1 / MM_PER_POINT, 1 / MM_PER_POINT)
        self._pdf.translate(self._paper.offset.x, self._paper.offset.y)
        self._pdf.setLineCap(_ROUND)
        self._pdf.setLineJoin(_ROUND)

    def end_page(self) -> None:
        """Finishes the page."""
        self._pdf.showPage()

    def to_bytes(self) -> bytes:
        """The PDF."""
        self._pdf.save()
        return self._buffer.getvalue()

    @contextmanager
    def placed(self, at: Point, turn: float = 0) -> Iterator[None]:
        """Makes `at` the origin, turned by `turn` degrees clockwise, for what is drawn within."""
        self._pdf.saveState()
        self._pdf.translate(at.x, at.y)
        if turn:
            self._pdf.rotate(turn)
        yield
        self._pdf.restoreState()

    def polygon(
        self, points: Sequence[Point], style: Style, closed: bool = True, radius: float = 0.0
    ) -> None:
        """Draws straight lines through the points; `radius` (mm) rounds the corners."""
        path = self._pdf.beginPath()
        if radius > 0 and len(points) > 2:
            _rounded(path, points, radius, closed)
        else:
            path.moveTo(points[0].x, points[0].y)
            for point in points[1:]:
                path.lineTo(point.x, point.y)
        if closed:
            path.close()
        self._paint(path, style)

    def curve(self, points: Sequence[Point], style: Style, closed: bool = False) -> None:
        """Draws cubic Béziers: start, then (control, control, end) for every piece."""
        path = self._pdf.beginPath()
        path.moveTo(points[0].x, points[0].y)
        for i in range(1, len(points) - 2, 3):
            first, second, end = points[i : i + 3]
            path.curveTo(first.x, first.y, second.x, second.y, end.x, end.y)
        if closed:
            path.close()
        self._paint(path, style)

    def path(self, commands: Sequence[tuple[str, tuple[float, ...]]], style: Style) -> None:
        """Draws a path of the commands M, L, C and Z with absolute coordinates."""
        path = self._pdf.beginPath()
        draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for letter, numbers in commands:
            draw[letter](*numbers)
        self._paint(path, style)

    def ellipse(self, rect: Rect, style: Style) -> None:
        """Draws the ellipse that fills the rectangle."""
        path = self._pdf.beginPath()
        path.ellipse(rect.x, rect.y, rect.w, rect.h)
        self._paint(path, style)

    def rects(self, rects: Sequence[Rect], colour: str = "ink") -> None:
        """Fills upright rectangles as one shape, so that neighbours show no seams."""
        path = self._pdf.beginPath()
        for rect in rects:
            path.rect(rect.x, rect.y, rect.w, rect.h)
        self._paint(path, Style(stroke=None, fill=colour))

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        align: str = "left",
        font: str = "regular",
        colour: str = "ink",
    ) -> None:
        """Writes one line; `at` is on the baseline, `size` is in points."""
        load_font(font)
        shift = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        x = at.x - shift * text_width(text, size, font) if shift else at.x
        self._pdf.setFont(registered_name(font), size * MM_PER_POINT)
        self._pdf.setFillColorRGB(*_rgb(colour))
        self._pdf.drawString(x, at.y, printable(text, font))

    def _paint(self, path: PDFPathObject, style: Style) -> None:
        if style.fill is not None:
            self._pdf.setFillColorRGB(*_rgb(style.fill))
        if style.stroke is not None:
            self._pdf.setStrokeColorRGB(*_rgb(style.stroke))
            self._pdf.setLineWidth(style.width)
            self._pdf.setDash(list(style.dash))
        self._pdf.drawPath(path, stroke=int(style.stroke is not None), fill=int(style.fill is not None))


def _rgb(colour: str) -> tuple[float, float, float]:
    if colour not in PALETTE:
        raise InputError(f"no colour is called {colour!r}", mend=f"choose one of {', '.join(PALETTE)}")
    return PALETTE[colour]


def _rounded(path: PDFPathObject, points: Sequence[Point], radius: float, closed: bool) -> None:
    """Appends the polygon with its corners replaced by arcs (as Béziers that start `radius` before the corner)."""
    count = len(points)
    started = False
    for i, corner in enumerate(points):
        if not closed and i in (0, count - 1):
            (path.lineTo if started else path.moveTo)(corner.x, corner.y)
            started = True
            continue
        into = _toward(corner, points[i - 1], radius)
        out = _toward(corner, points[(i + 1) % count], radius)
        (path.lineTo if started else path.moveTo)(into.x, into.y)
        started = True
        first = _between(into, corner, _KAPPA)
        second = _between(out, corner, _KAPPA)
        path.curveTo(first.x, first.y, second.x, second.y, out.x, out.y)


def _toward(start: Point, goal: Point, by: float) -> Point:
    """The point `by` mm from start toward goal, at most halfway."""
    length = ((goal.x - start.x) ** 2 + (goal.y - start.y) ** 2) ** 0.5
    return _between(start, goal, min(by / length, 0.5) if length else 0.0)


def _between(start: Point, goal: Point, share: float) -> Point:
    return Point(start.x + share * (goal.x - start.x), start.y + share * (goal.y - start.y))
