"""Draw a placed sheet as PDF: fiducials, header and footer, the template's shapes, the label; one page per label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icons import draw_icon
from fairsheet.sheets.drawing.typeface import fitted_size, line_height
from fairsheet.sheets.label.fiducials import MARKERS, MODULES
from fairsheet.sheets.label.label import Label, LabelledPage, copy_modules, label_modules
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.drawn_print import DrawnPrint, shapes_left_out
from fairsheet.sheets.model.drawn_shapes import Curve, Ellipse, Icon, Image, Polygon, Shape, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import FIDUCIALS, LABEL_CODE, PAPERS, Fiducial, Paper
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.footer import draw_footer
from fairsheet.sheets.printing.header import draw_header, draw_mission
from fairsheet.sheets.printing.label_copy import copy_place
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_CODE_QUIET = 1  # white modules around a DataMatrix, inside its place


def draw_pages(
    sheet: Sheet,
    labels: Sequence[Label],
    paper: Paper = PAPERS["a4"],
    drawn: Mapping[int, DrawnPrint] | None = None,
) -> bytes:
    """Return the PDF with one page for each label (its `page` of the sheet), byte-identical for the same input.

    `drawn` has the seed's draw for each seat. Raises FairsheetError if a label has a page or a mission that the sheet
    lacks.
    """
    by_seat = drawn or {}
    return draw_table([LabelledPage(sheet, label, by_seat.get(label.seat)) for label in labels], paper)


def draw_table(pages: Sequence[LabelledPage], paper: Paper = PAPERS["a4"]) -> bytes:
    """Return the PDF with these pages, which may be of different sheets; otherwise like `draw_pages`."""
    canvas = Canvas(paper, pages[0].sheet.title)
    for page in pages:
        label = page.label
        _draw_page(
            canvas, page.sheet, label.page, label, label.missions, page.drawn, ink_saving=label.ink_saving
        )
    return canvas.to_bytes()


def draw_blank(sheet: Sheet, paper: Paper) -> bytes:
    """Return the PDF of all pages of the sheet without label, as a preview of its template.

    Mission places show the longest mission of their letter, to check its room.
    """
    canvas = Canvas(paper, sheet.title)
    longest = {mission.letter: mission.id for mission in sorted(sheet.missions, key=lambda m: len(m.text))}
    for page in range(1, sheet.pages + 1):
        _draw_page(canvas, sheet, page, None, tuple(longest.values()))
    return canvas.to_bytes()


def draw_unlabelled(
    sheet: Sheet,
    page: int,
    missions: Sequence[str],
    paper: Paper,
    drawn: DrawnPrint | None = None,
    *,
    ink_saving: bool = False,
) -> bytes:
    """Return the PDF of the print that is common to all pages with these missions and this draw.

    Raises FairsheetError like `draw_pages`.
    """
    canvas = Canvas(paper, sheet.title)
    _draw_page(canvas, sheet, page, None, missions, drawn, ink_saving=ink_saving)
    return canvas.to_bytes()


def _draw_page(
    canvas: Canvas,
    sheet: Sheet,
    page: int,
    label: Label | None,
    missions: Sequence[str],
    drawn: DrawnPrint | None = None,
    *,
    ink_saving: bool = False,
) -> None:
    if not 1 <= page <= sheet.pages:
        problem = f"{sheet.name} has no page {page}"
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_FIELD, hint=f"it has {sheet.pages}")
    words = words_on_sheets(sheet.language)
    paper = canvas.paper.page_of(sheet)
    canvas.begin_page(paper, ink_saving=ink_saving, language=words)
    with canvas.upright(paper):
        for fiducial in FIDUCIALS:
            canvas.rects(list(_black_modules(fiducial)))
        draw_header(canvas, sheet, page, label)
    left_out = shapes_left_out(sheet, drawn)
    for number, shape in enumerate(sheet.shapes):
        if shape.page == page and number not in left_out:
            draw_shape(canvas, shape)
    if drawn is not None:
        _draw_places(canvas, sheet, page, drawn)
    draw_missions(canvas, sheet, page, missions)
    with canvas.upright(paper):
        if label is not None:
            canvas.rects([*_code_modules(label), *_copy_modules(sheet, label)])
        draw_footer(canvas, sheet, page, label)
    canvas.end_page()


def _draw_places(canvas: Canvas, sheet: Sheet, page: int, drawn: DrawnPrint) -> None:
    for place in sheet.draw_places:
        if place.page == page:
            with canvas.placed(Point(place.rect.x, place.rect.y)):
                for shape in drawn.shapes.get(place.id, ()):
                    draw_shape(canvas, _fit(canvas, shape, place.rect.w))


def _fit(canvas: Canvas, shape: Shape, width: float) -> Shape:
    """Return the shape for a place `width` mm wide. Left-aligned words are translated, and made smaller to fit."""
    if not isinstance(shape, Text) or shape.align != "left":
        return shape
    words = canvas.translate(shape.text)
    return replace(shape, text=words, size=fitted_size(words, shape.size, width - shape.at.x, shape.font))


def draw_shape(canvas: Canvas, shape: Shape) -> None:
    """Draw one shape of a template."""
    match shape:
        case Polygon():
            canvas.polygon(shape.points, shape.style, shape.closed, shape.radius)
        case Curve():
            canvas.curve(shape.points, shape.style, shape.closed)
        case Ellipse():
            canvas.ellipse(shape.rect, shape.style)
        case Text():
            with canvas.placed(shape.at, shape.turn):
                for number, line in enumerate(canvas.translate(shape.text).split("\n")):
                    at = Point(0, number * line_height(shape.size))
                    canvas.text(at, line, shape.size, shape.align, shape.font, shape.colour)
        case Image():
            with canvas.placed(shape.rect.center, shape.turn):
                canvas.image(shape.png, shape.rect.w, shape.rect.h)
        case Icon():
            draw_icon(canvas, shape)


def draw_missions(canvas: Canvas, sheet: Sheet, page: int, chosen: Sequence[str]) -> None:
    """Draw the card of every mission place of the page; cards of letters that were not chosen stay empty."""
    for name in chosen:
        if name not in sheet.mission:
            problem, hint = f"{sheet.name} has no mission {name!r}", f"it has {', '.join(sheet.mission)}"
            raise FairsheetError(problem, code=ErrorCode.UNKNOWN_MISSION, hint=hint)
    by_letter = {sheet.mission[name].letter: sheet.mission[name] for name in chosen}
    unit = sheet.attrs.get("mission_unit")
    for place in sheet.mission_places:
        if place.page == page:
            # mm on paper, like the size of its words
            w = place.rect.w * sheet.scale
            h = place.rect.h * sheet.scale
            with canvas.placed(place.rect.center, place.turn, 1 / sheet.scale):
                card = Rect(-w / 2, -h / 2, w, h)
                mission = by_letter.get(place.letter)
                draw_mission(canvas, place.letter, mission, card, str(unit) if unit else None)


def _black_modules(fiducial: Fiducial) -> Iterator[Rect]:
    """Yield the black modules of a marker, its border included, as rectangles of the frame."""
    edge = "0" * MODULES
    yield from _runs((edge, *(f"0{row}0" for row in MARKERS[fiducial.id]), edge), "0", fiducial.rect)


def _code_modules(label: Label) -> Iterator[Rect]:
    """Return the black modules of the label's DataMatrix as rectangles of the frame."""
    return _runs(_with_quiet_zone(label_modules(label)), "1", LABEL_CODE)


def _copy_modules(sheet: Sheet, label: Label) -> Iterator[Rect]:
    """Yield the black modules of its copy, which reads from top to bottom; none if there is no room."""
    place, rows = copy_place(sheet, label.page), copy_modules(label)
    if place is not None and rows is not None:
        turned = ["".join(column) for column in zip(*reversed(_with_quiet_zone(rows)), strict=True)]
        yield from _runs(turned, "1", place)


def _with_quiet_zone(rows: Sequence[str]) -> list[str]:
    white = "0" * (len(rows[0]) + 2 * _CODE_QUIET)
    side = "0" * _CODE_QUIET
    return [white] * _CODE_QUIET + [f"{side}{row}{side}" for row in rows] + [white] * _CODE_QUIET


def _runs(rows: Sequence[str], black: str, place: Rect) -> Iterator[Rect]:
    """Yield one rectangle for each run of black modules in a row; the rows fill the place."""
    w, h = place.w / len(rows[0]), place.h / len(rows)
    for j, row in enumerate(rows):
        start = None
        for i, value in enumerate((*row, None)):
            if value == black and start is None:
                start = i
            elif value != black and start is not None:
                yield Rect(place.x + start * w, place.y + j * h, (i - start) * w, h)
                start = None
