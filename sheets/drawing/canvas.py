"""A page to draw on, in millimetres of the frame with y running down, written as PDF by reportlab.

Lines are written as PDF operators (ISO 32000-1, 8.5.2 and 8.5.3), because reportlab's formatting of numbers takes most
of a page's time. reportlab writes documents, fonts and words.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache

from msgspec.structs import replace

from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import render
from fairsheet.sheets.drawing._paths import Command, ellipse_path, polygon_path, rect_path
from fairsheet.sheets.drawing.palette import PALETTE, luminance
from fairsheet.sheets.drawing.typeface import MM_PER_POINT, load_font, printable, registered_name, text_width
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FRAME, Paper
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_PALE = 0.72  # least luminance of a pale fill, and of words for a dark ground
_SAVED = 0.6  # share of a pale fill's ink that is saved


class Canvas:
    """Draws one page after the other; the same calls always give the same bytes."""

    def __init__(self, paper: Paper, title: str) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas as Pdf

        rl_config.useA85 = 0  # streams as bytes rather than as text: smaller and faster
        self.paper = paper
        self._buffer = io.BytesIO()
        size = (paper.width / MM_PER_POINT, paper.height / MM_PER_POINT)
        load_font("regular")
        self._is_half_free = False  # whether the right half of the page is free
        self._pdf = Pdf(
            self._buffer,
            pagesize=size,
            bottomup=0,
            pageCompression=1,
            invariant=1,
            initialFontName=registered_name("regular"),
        )
        self._saves_ink = False
        self._language = ENGLISH
        self._pdf.setTitle(title)
        self._pdf.setCreator("fairsheet")
        self._pdf.setAuthor("fairsheet")

    def begin_page(
        self, page: Paper | None = None, *, ink_saving: bool = False, language: Catalogue = ENGLISH
    ) -> None:
        """Start a page. `page` is a turned page, or half a page, which goes to the right of a half before it.

        The origin of its frame becomes (0, 0). Messages are written in the language. With `ink_saving`, pale fills are
        drawn paler, and other fills as outlines, except black ones such as printed marks.
        """
        page = page or self.paper
        half = page.scale < 1
        self._saves_ink = ink_saving
        self._language = language
        is_right = half and self._is_half_free
        if self._is_half_free and not is_right:
            self._pdf.showPage()
        self._is_half_free = half and not is_right
        self._pdf.setPageSize((page.width * (1 + half) / MM_PER_POINT, page.height / MM_PER_POINT))
        self._pdf.saveState()
        self._pdf.scale(1 / MM_PER_POINT, 1 / MM_PER_POINT)
        if self._is_half_free:
            fold = Point(page.width, 0), Point(page.width, page.height)
            self.polygon(fold, Style("light", None, 0.2, (2, 2)), closed=False)
        self._pdf.translate(page.offset.x + is_right * page.width, page.offset.y)
        self._pdf.scale(page.scale, page.scale)
        self._pdf.addLiteral("1 J 1 j")  # round line caps and joins

    def end_page(self) -> None:
        """Finish the page."""
        self._pdf.restoreState()
        if not self._is_half_free:
            self._pdf.showPage()

    def to_bytes(self) -> bytes:
        """Return the PDF."""
        if self._is_half_free:
            self._pdf.showPage()
        self._pdf.save()
        return self._buffer.getvalue()

    @contextmanager
    def upright(self, page: Paper) -> Iterator[None]:
        """Use mm of the upright frame inside the block; on a landscape page it is turned."""
        if page.frame == FRAME:
            yield
        else:
            with self.placed(Point(0, FRAME.w), -90):
                yield

    @contextmanager
    def placed(self, at: Point, turn: float = 0, scale: float = 1.0) -> Iterator[None]:
        """Make `at` the origin inside the block, turned by `turn` degrees clockwise and scaled by `scale`."""
        angle = math.radians(turn)
        cos, sin = scale * math.cos(angle), scale * math.sin(angle)
        self._pdf.addLiteral(f"q {_operands((cos, sin, -sin, cos, at.x, at.y))}cm")
        yield
        self._pdf.addLiteral("Q")

    def polygon(
        self, points: Sequence[Point], style: Style, closed: bool = True, radius: float = 0.0
    ) -> None:
        """Draw straight lines through the points; `radius` (mm) rounds the corners."""
        self.path(polygon_path(points, closed, radius), style)

    def curve(self, points: Sequence[Point], style: Style, closed: bool = False) -> None:
        """Draw cubic Béziers: start, then (control, control, end) for every piece."""
        commands: list[Command] = [("M", (points[0].x, points[0].y))]
        for i in range(1, len(points) - 2, 3):
            commands.append(("C", tuple(v for point in points[i : i + 3] for v in (point.x, point.y))))
        if closed:
            commands.append(("Z", ()))
        self.path(tuple(commands), style)

    def ellipse(self, rect: Rect, style: Style) -> None:
        """Draw the ellipse that fills the rectangle."""
        middle = rect.center
        self.path(ellipse_path(middle.x, middle.y, rect.w / 2, rect.h / 2), style)

    def rects(self, rects: Sequence[Rect], colour: str = "ink") -> None:
        """Fill upright rectangles as one shape, so that there are no seams between neighbours."""
        commands = [command for rect in rects for command in rect_path(rect.x, rect.y, rect.w, rect.h)]
        self._paint(tuple(commands), Style(stroke=None, fill=colour))

    def veil(self, rect: Rect, strength: float) -> None:
        """Make everything drawn in the rectangle paler: 0 changes nothing, 1 hides it."""
        self._pdf.saveState()
        self._pdf.setFillAlpha(strength)
        self.rects([rect], "paper")
        self._pdf.restoreState()

    def path(self, path: tuple[Command, ...], style: Style) -> None:
        """Draw a path of the commands of `fairsheet.sheets.drawing._paths`."""
        self._paint(path, style, ink_saving=self._saves_ink)

    def _paint(self, path: tuple[Command, ...], style: Style, *, ink_saving: bool = False) -> None:
        if ink_saving and style.fill and style.fill != "ink" and luminance(style.fill) < _PALE:
            style = replace(style, stroke=style.stroke or style.fill, fill="paper")
        painting = {(False, True): "f", (True, False): "S", (True, True): "B"}
        painted = (style.stroke is not None, style.fill is not None)
        if painted in painting:
            self._pdf.addLiteral(
                f"{_style_operators(style, ink_saving)} {path_operators(path)} {painting[painted]}"
            )

    def image(self, png: bytes, w: float, h: float) -> None:
        """Draw a picture about the origin, w by h mm."""
        from reportlab.lib.utils import ImageReader

        self._pdf.saveState()
        self._pdf.translate(-w / 2, h / 2)
        self._pdf.scale(1, -1)  # y runs up in a picture
        self._pdf.drawImage(ImageReader(io.BytesIO(png)), 0, 0, w, h, mask="auto")
        self._pdf.restoreState()

    def translate(self, words: str) -> str:
        """Return a message in the language of the page; other words stay unchanged."""
        return render(words, self._language)

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        align: str = "left",
        font: str = "regular",
        colour: str = "ink",
    ) -> None:
        """Write one line, a message in the language of the page.

        `at` is on the baseline, `size` is in points, `align` is left, center or right.
        """
        if self._saves_ink and luminance(colour) >= _PALE:
            colour = "dark"  # ink saving makes its dark ground white
        load_font(font)
        text = self.translate(text)
        shift = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        x = at.x - shift * text_width(text, size, font) if shift else at.x
        self._pdf.setFont(registered_name(font), size * MM_PER_POINT)
        self._pdf.addLiteral(f"{_colour_operands(colour)} rg")
        self._pdf.drawString(x, at.y, printable(text, font))


@lru_cache(maxsize=2048)
def path_operators(path: tuple[Command, ...]) -> str:
    """Return the path in PDF operators."""
    operators = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    return " ".join(f"{_operands(numbers)}{operators[letter]}" for letter, numbers in path)


@cache
def _style_operators(style: Style, ink_saving: bool) -> str:
    operators = []
    if style.fill is not None:
        paler = ink_saving and luminance(style.fill) >= _PALE
        operators.append(f"{_colour_operands(style.fill, _SAVED if paler else 0.0)} rg")
    if style.stroke is not None:
        operators.append(f"{_colour_operands(style.stroke)} RG")
        operators.append(f"{_operands((style.width,))}w [{_operands(style.dash)}] 0 d")
    return " ".join(operators)


@cache
def _colour_operands(colour: str, saved: float = 0.0) -> str:
    """Return red, green and blue, with a share of the ink saved."""
    if colour not in PALETTE:
        problem = f"there is no colour {colour!r}"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, hint=f"use one of {', '.join(PALETTE)}")
    return _operands([1 - (1 - level) * (1 - saved) for level in PALETTE[colour]])


def _operands(numbers: Sequence[float]) -> str:
    return "".join(f"{round(number, 4):g} " for number in numbers)
