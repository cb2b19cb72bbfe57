"""Draw a sheet with marks as SVG, without its label.

Elements have classes for CSS: a mark is in a group of the class `mark`, or `proposed`, and of the kind of its field;
`data-field` is the id of the field. A highlighted field has a frame of the class `highlight`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from fairsheet.sheets.drawing.svg_canvas import SvgCanvas
from fairsheet.sheets.drawing.typeface import CAP_HEIGHT, MM_PER_POINT, fitted_size
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.geometry import Point
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.printing.draw_pages import draw_missions, draw_shape
from fairsheet.sheets.printing.header import draw_header
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_LINE = 0.55  # mm
_TEXT_HEIGHT = 0.66  # relative to the height of a field


def draw_svg(
    sheet: Sheet,
    pages: Iterable[int],
    missions: Collection[str],
    marks: Marks,
    *,
    title: str,
    proposed: Mapping[str, Mark] = {},
    highlight: Collection[str] = (),
) -> str:
    """Return the pages of a sheet, one below the other, with its marks; `proposed` ones are in another colour.

    Raises FairsheetError if the sheet has no such field.
    """
    for id_ in highlight:
        if id_ not in sheet.field:
            hint = f"fairsheet fields {sheet.name} lists all of them"
            problem = f"this sheet has no field {id_!r}"
            raise FairsheetError(problem, code=ErrorCode.UNKNOWN_FIELD, where="highlight", hint=hint)
    canvas, frame = SvgCanvas(), frame_of(sheet)
    listed = list(pages)
    for number, page in enumerate(listed):
        shown = [each for each in missions if sheet.mission[each].letter in _letters(sheet, page)]
        with canvas.group(transform=f"translate(0 {number * frame.h:g})"):
            _draw_print(canvas, sheet, page, shown)
            for field in sheet.fields:
                if field.page == page:
                    _draw_field(canvas, field, marks, proposed, highlight)
    return canvas.to_svg(frame.w, len(listed) * frame.h, title)


def _draw_print(canvas: SvgCanvas, sheet: Sheet, page: int, missions: Sequence[str]) -> None:
    """Draw the print of a page, without what only a scanner needs."""
    paper = canvas.paper.page_of(sheet)
    canvas.begin_page(paper, language=words_on_sheets(sheet.language))
    with canvas.upright(paper):
        draw_header(canvas, sheet, page, None)
    for shape in sheet.shapes:
        if shape.page == page:
            draw_shape(canvas, shape)
    draw_missions(canvas, sheet, page, missions)


def _letters(sheet: Sheet, page: int) -> set[str]:
    return {place.letter for place in sheet.mission_places if place.page == page}


def _draw_field(
    canvas: SvgCanvas, field: Field, marks: Marks, proposed: Marks, highlight: Collection[str]
) -> None:
    for given, name, colour in ((marks, "mark", "pen"), (proposed, "proposed", "red")):
        if field.id in given:
            with canvas.group(class_=f"{name} {field.kind}", data_field=field.id):
                _draw_mark(canvas, field, given[field.id], colour)
    if field.id in highlight:
        with canvas.group(class_="highlight", data_field=field.id):
            canvas.polygon(field.rect.grown(_LINE).corners, Style("red", width=_LINE), radius=1)


def _draw_mark(canvas: SvgCanvas, field: Field, mark: Mark, colour: str) -> None:
    """Draw a mark at the place where a hand would make it."""
    rect, style = field.rect, Style(colour, width=_LINE)
    top_left, top_right, bottom_right, bottom_left = rect.corners
    if mark in ("crossed", "cross", "circled+crossed"):
        canvas.polygon((top_left, bottom_right), style, closed=False)
        canvas.polygon((top_right, bottom_left), style, closed=False)
    match mark:
        case "crossed" | "cross":
            pass
        case "circled" | "circle" | "circled+crossed":
            canvas.ellipse(rect, style)
        case "filled":
            canvas.ellipse(rect, Style(None, colour))
        case "struck":
            canvas.polygon((bottom_left, top_right), style, closed=False)
        case "triangle":
            canvas.polygon((Point(rect.center.x, rect.y), bottom_right, bottom_left), style)
        case "drawn":
            canvas.polygon(field.line or (top_left, bottom_right), style, closed=False)
        case _:
            words = str(mark)
            size = fitted_size(words, rect.h * _TEXT_HEIGHT / CAP_HEIGHT / MM_PER_POINT, rect.w)
            at = Point(rect.center.x, rect.center.y + size * MM_PER_POINT * CAP_HEIGHT / 2)
            canvas.text(at, words, size, "center", colour=colour)
