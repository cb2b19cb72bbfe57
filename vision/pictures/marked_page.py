"""Draw a page with the marks of a record, if there is no photo to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.pictures.overlay import DOUBT, PAPER, READ, Colour, overlay_font
from fairsheet.vision.printed.raster import blank_page

PX_PER_MM = 6.0  # px/mm of the picture
SMOOTHING = 2  # the page is drawn this much larger and reduced, so that lines are smooth
LINE_WIDTH = 0.55  # mm
TEXT_HEIGHT = 0.66  # relative to the height of a field
TAG_HEIGHT = 2.8  # mm


def marked_page(
    sheet: Sheet,
    label: Label,
    marks: Marks,
    *,
    drawn: DrawnPrint | None = None,
    doubts: Mapping[str, str] = {},
) -> Image.Image:
    """Draw the frame of the printed page with the marks of its fields, as an RGB picture of 6 px/mm.

    `drawn` is what a seed draws on the sheet. Fields in `doubts` get a frame and their tag. Raises FairsheetError, as
    `blank_page` does.
    """
    scale = PX_PER_MM * SMOOTHING
    image = Image.fromarray(blank_page(sheet, label, scale, drawn)).convert("RGB")
    pen = _Pen(ImageDraw.Draw(image), scale)
    of_page = [field for field in sheet.fields if field.page == label.page]
    for field in of_page:
        if field.id in marks:
            pen.mark(field, marks[field.id], DOUBT if field.id in doubts else READ)
    for field in of_page:
        if field.id in doubts:
            pen.frame(field.rect)
            pen.tag(field.rect, f"{doubts[field.id]}?")
    return image.reduce(SMOOTHING)


class _Pen:
    """A pen that draws in mm of the frame."""

    def __init__(self, draw: ImageDraw.ImageDraw, px_per_mm: float) -> None:
        self._draw, self._scale = draw, px_per_mm

    def mark(self, field: Field, mark: Mark, colour: Colour) -> None:
        """Draw a mark at the place where a hand would make it."""
        rect = field.rect
        match mark:
            case "crossed" | "cross":
                self._cross(rect, colour)
            case "circled" | "circle":
                self._circle(rect, colour)
            case "circled+crossed":
                self._circle(rect.grown(LINE_WIDTH), colour)
                self._cross(rect, colour)
            case "filled":
                self._draw.ellipse(self._box(rect), fill=colour)
            case "struck":
                self._line((Point(rect.x, rect.bottom), Point(rect.right, rect.y)), colour)
            case "triangle":
                top = Point(rect.center.x, rect.y)
                left, right = Point(rect.x, rect.bottom), Point(rect.right, rect.bottom)
                self._line((top, right, left, top), colour)
            case "drawn":
                self._line(field.line or (Point(rect.x, rect.y), Point(rect.right, rect.bottom)), colour)
            case _:
                self._text(rect, str(mark), colour)

    def frame(self, rect: Rect) -> None:
        """Draw a frame around a field in doubt."""
        grown = self._box(rect.grown(LINE_WIDTH))
        self._draw.rounded_rectangle(grown, radius=self._px(1), outline=DOUBT, width=self._px(LINE_WIDTH))

    def tag(self, rect: Rect, words: str) -> None:
        """Draw a word in a box at the upper right corner of a field."""
        at = (rect.right * self._scale, rect.y * self._scale)
        font, pad = overlay_font(self._px(TAG_HEIGHT)), self._px(0.4)
        left, top, right, bottom = self._draw.textbbox(at, words, font=font, anchor="lb")
        box = (left - pad, top - pad, right + pad, bottom + pad)
        self._draw.rounded_rectangle(box, radius=pad, fill=DOUBT, outline=PAPER)
        self._draw.text(at, words, fill=PAPER, font=font, anchor="lb")

    def _cross(self, rect: Rect, colour: Colour) -> None:
        top_left, top_right, bottom_right, bottom_left = rect.corners
        self._line((top_left, bottom_right), colour)
        self._line((top_right, bottom_left), colour)

    def _circle(self, rect: Rect, colour: Colour) -> None:
        self._draw.ellipse(self._box(rect), outline=colour, width=self._px(LINE_WIDTH))

    def _line(self, points: Sequence[Point], colour: Colour) -> None:
        places = [(point.x * self._scale, point.y * self._scale) for point in points]
        self._draw.line(places, fill=colour, width=self._px(LINE_WIDTH), joint="curve")

    def _text(self, rect: Rect, words: str, colour: Colour) -> None:
        """Draw words in the middle of a field, no larger than the field."""
        middle = (rect.center.x * self._scale, rect.center.y * self._scale)
        height = rect.h * TEXT_HEIGHT * self._scale / 0.72  # capitals are about 0.72 of the font's size
        width = self._draw.textlength(words, font=overlay_font(100)) / 100 * height
        size = height * min(1.0, rect.w * self._scale / max(width, 1))
        self._draw.text(middle, words, fill=colour, font=overlay_font(max(1, round(size))), anchor="mm")

    def _box(self, rect: Rect) -> tuple[float, float, float, float]:
        left, top, right, bottom = (side * self._scale for side in (rect.x, rect.y, rect.right, rect.bottom))
        return left, top, right, bottom

    def _px(self, mm: float) -> int:
        return max(1, round(mm * self._scale))
