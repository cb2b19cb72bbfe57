"""The key to a sheet: its pages drawn pale with a number in every field, and the list of their ids.

The pages have neither markers nor label, so that nobody takes a photo of a key for a sheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fairsheet.languages.messages import Message
from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.typeface import CAP_HEIGHT, MM_PER_POINT, fitted_size, text_width
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.model.drawn_shapes import Icon, Style, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import BODY, HEADER, PAPERS, Paper
from fairsheet.sheets.model.sheet import LANDSCAPE, Field, Sheet
from fairsheet.sheets.printing.draw_pages import draw_missions, draw_shape

_VEIL = 0.62  # how much paler the sheet is drawn
_NUMBER_SIZE = 6.5  # points, like all sizes here
_SMALLEST_NUMBER = 5.0
_TITLE_SIZE, _NOTE_SIZE, _LIST_SIZE = 16.0, 8.0, 7.0
_TITLE_GAP = 4.0  # mm
_ROW_HEIGHT = 3.45  # mm
_COLUMNS = 4
_EDGE = 0.3  # mm at the edge of a field in which print belongs to its neighbour
_NUMBER_ROOM = 6.5  # mm, for a number of the list and the gap after it
_PLATE = Style(None, "paper")
_FRAME = Style("light", None, 0.25)
_NOTE = Message(
    "Each field shows the number of its id in the list: in its middle, or on its lower edge if it has print."
)
_LIST_NOTE = Message("The numbers on the pages before, with the ids of the fields in fairsheet.")


def draw_key(sheet: Sheet, paper: Paper = PAPERS["a4"]) -> bytes:
    """Return the PDF of the key: the pages of the sheet, then the list; byte-identical for the same input."""
    canvas = Canvas(paper, sheet.title)
    numbers = field_numbers(sheet)
    for page in range(1, sheet.pages + 1):
        # half pages are shown larger
        page_paper = paper.page_of(sheet) if sheet.paper == LANDSCAPE else paper
        canvas.begin_page(page_paper, language=words_on_sheets(sheet.language))
        for shape in sheet.shapes:
            if shape.page == page:
                draw_shape(canvas, shape)
        draw_missions(canvas, sheet, page, ())
        fields = [field for field in sheet.fields if field.page == page]
        for field in fields:
            if field.kind == "text":
                canvas.polygon(field.rect.corners, _FRAME, radius=1)
        canvas.veil(page_paper.frame, _VEIL)
        with canvas.upright(page_paper):
            _draw_title(canvas, sheet, _NOTE)
        for field in fields:
            _draw_number(canvas, field, numbers[field.id], at_edge=_has_print(sheet, field))
        canvas.end_page()
    _draw_list(canvas, sheet, numbers)
    return canvas.to_bytes()


def field_numbers(sheet: Sheet) -> Mapping[str, int]:
    """Return the numbers of a sheet's fields in its key: from 1, in the order of their ids.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> numbers = field_numbers(load_sheet("launch"))
    >>> numbers["floor-3.9"] < numbers["floor-3.10"] < numbers["floor-4.1"]
    True
    """
    return {id_: number for number, id_ in enumerate(sorted(sheet.field, key=_natural_key), 1)}


def _natural_key(id_: str) -> list[tuple[int, str]]:
    """Return a key that sorts the numbers in an id by their value."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", id_)]


def _draw_title(canvas: Canvas, sheet: Sheet, note: Message) -> None:
    title = canvas.translate(Message("{title}: key to the fields", title=sheet.title))
    words = canvas.translate(
        Message("sheet {sheet}, layout {layout}", sheet=sheet.name, layout=sheet.fingerprint)
    )
    room = HEADER.w - text_width(words, _NOTE_SIZE) - _TITLE_GAP
    size = fitted_size(title, _TITLE_SIZE, room, "bold")
    canvas.text(Point(HEADER.x, HEADER.y + 6), title, size, font="bold")
    note_size = fitted_size(canvas.translate(note), _NOTE_SIZE, HEADER.w)
    canvas.text(Point(HEADER.x, HEADER.y + 10.5), note, note_size)
    canvas.text(Point(HEADER.right, HEADER.y + 6), words, _NOTE_SIZE, "right", colour="dark")


def _has_print(sheet: Sheet, field: Field) -> bool:
    """Return whether words or numbers are printed in a field, so that its number in the key must not hide them."""
    return any(
        (isinstance(shape, Icon) and bool(shape.text) and _holds(shape.rect, field.rect.center))
        or (isinstance(shape, Text) and _holds(field.rect.grown(-_EDGE), shape.at))
        for shape in sheet.shapes
        if shape.page == field.page
    )


def _holds(rect: Rect, point: Point) -> bool:
    return rect.x <= point.x <= rect.right and rect.y <= point.y <= rect.bottom


def _draw_number(canvas: Canvas, field: Field, number: int, *, at_edge: bool) -> None:
    """Draw the number in the middle of its field, or on its lower edge, on a small plate of paper."""
    middle = Point(field.rect.center.x, field.rect.bottom) if at_edge else field.rect.center
    if field.line is not None:
        start, end = field.line
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    text = str(number)
    room = field.rect.w if field.line is None else _NUMBER_ROOM
    size = _NUMBER_SIZE
    while size > _SMALLEST_NUMBER and text_width(text, size, "bold") > room:
        size -= 0.5
    w, h = text_width(text, size, "bold"), size * CAP_HEIGHT * MM_PER_POINT
    canvas.polygon(Rect(middle.x - w / 2, middle.y - h / 2, w, h).grown(0.35).corners, _PLATE, radius=0.4)
    canvas.text(Point(middle.x, middle.y + h / 2), text, size, "center", "bold")


def _draw_list(canvas: Canvas, sheet: Sheet, numbers: Mapping[str, int]) -> None:
    """Draw the ids with their numbers, down one column after the other, on the needed number of pages."""
    rows = int(BODY.h / _ROW_HEIGHT)
    ids = list(numbers)
    for first in range(0, len(ids), rows * _COLUMNS):
        of_page = ids[first : first + rows * _COLUMNS]
        canvas.begin_page(language=words_on_sheets(sheet.language))
        _draw_title(canvas, sheet, _LIST_NOTE)
        rows_here = -(-len(of_page) // _COLUMNS)
        for column in range(_COLUMNS):
            _draw_column(canvas, of_page[column * rows_here : (column + 1) * rows_here], numbers, column)
        canvas.end_page()


def _draw_column(canvas: Canvas, ids: Sequence[str], numbers: Mapping[str, int], column: int) -> None:
    left = BODY.x + column * BODY.w / _COLUMNS
    for row, id_ in enumerate(ids, 1):
        y = BODY.y + row * _ROW_HEIGHT
        canvas.text(Point(left + _NUMBER_ROOM - 1.5, y), str(numbers[id_]), _LIST_SIZE, "right", "bold")
        canvas.text(Point(left + _NUMBER_ROOM, y), id_, _LIST_SIZE, font="condensed")
