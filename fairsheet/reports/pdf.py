"""Make the report of an evening as a PDF, and as one picture of its pages."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from markupsafe import escape
from numpy.typing import NDArray
from PIL import Image as Pictures
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    Image,
    KeepTogether,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
)

from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message, as_sentence, joined, render
from fairsheet.languages.terms import term
from fairsheet.pipeline.reading.picture_files import page_arrays, png
from fairsheet.reports.contents import Picture, ReportTable
from fairsheet.reports.narrative import SheetView, TableView, table_view
from fairsheet.sheets.drawing.typeface import load_font, printable, registered_name
from fairsheet.wording.formatting import read_words
from fairsheet.wording.table_words import format_rank

Translate = Callable[[str], str]  # translates a message

PX_PER_MM = 5  # of the picture
EDGE = 20  # px of margin above and below the print of a page
LIGHTEST_PRINT = 250  # of 255
WIDTH = A4[0] - 36 * mm  # between the margins
LARGEST_PICTURE = (WIDTH / 2 - 2 * mm, A4[1] * 0.36)  # so that two fit in a row, and two sheets on a page
FRAME_WIDTH = 0.8  # mm of the sheet
INK, SOFT, LINE = HexColor("#1d2733"), HexColor("#5b6875"), HexColor("#d9dee3")
COLOURS = {"legal": HexColor("#1f7a4d"), "illegal": HexColor("#b3261e"), "undecided": HexColor("#8a5c00"),
           "in conflict": HexColor("#8a5c00")}  # fmt: skip


def tables_pdf(tables: Sequence[ReportTable], foot: str = "", language: Catalogue = ENGLISH) -> bytes:
    """Return one or more tables as a PDF; each begins on a new page."""
    for font in ("regular", "bold"):
        load_font(font)
    buffer, story, translate = io.BytesIO(), list[Flowable](), partial(render, language=language)
    for table in tables:
        story += [*([PageBreak()] if story else []), *_table(table_view(table), translate)]
    story += [Spacer(0, 6 * mm), _words(translate(foot), colour=SOFT)]
    margin = 18 * mm
    SimpleDocTemplate(
        buffer, pagesize=A4, leftMargin=margin, rightMargin=margin, topMargin=margin, bottomMargin=margin,
        title="fairsheet report", creator="fairsheet report", invariant=1,
    ).build(story)  # fmt: skip
    return buffer.getvalue()


def tables_png(tables: Sequence[ReportTable], foot: str = "", language: Catalogue = ENGLISH) -> bytes:
    """Return the pages of the PDF as one PNG picture, one below the other, without their blank margins."""
    pages = [_without_blank(page) for page in page_arrays(tables_pdf(tables, foot, language), PX_PER_MM)]
    return png(Pictures.fromarray(np.concatenate(pages)))


def _without_blank(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the rows of a page (height, width, colour) from the first to the last with print, plus `EDGE`."""
    printed = np.flatnonzero((page < LIGHTEST_PRINT).any(axis=(1, 2)))
    return page[max(0, printed[0] - EDGE) : printed[-1] + EDGE] if printed.size else page[:0]


def _words(
    words: str, size: float = 9.5, *, bold: bool = False, colour: Color = INK, right: bool = False
) -> Paragraph:
    font = "bold" if bold else "regular"
    style = ParagraphStyle(
        "words", fontName=registered_name(font), fontSize=size, leading=1.35 * size, textColor=colour,
        spaceBefore=0.35 * size if size > 10 else 0, spaceAfter=0.2 * size, alignment=2 if right else 0,
        splitLongWords=1,
    )  # fmt: skip
    return Paragraph(str(escape(printable(words, font))), style)


def _table(table: TableView, translate: Translate) -> Iterator[Flowable]:
    yield _words(translate(table.title), 18, bold=True)
    seed = Message("seed {seed}", seed=table.seed) if table.seed else ""
    yield _words(translate(joined(", ", filter(None, (table.facts, seed)))), colour=SOFT)
    if table.headline:
        yield _words(translate(table.headline), 13, bold=True)
    yield from (_words(translate(notice), colour=COLOURS["undecided"]) for notice in table.notices)
    if table.points:
        yield Spacer(0, 3 * mm)
        yield _points(table, translate)
    yield from (_words(translate(tie)) for tie in table.ties)
    if table.missions:
        yield _words(translate(Message("Missions")), 13, bold=True)
        yield from (_words(translate(joined(" ", mission))) for mission in table.missions)
    for sheet in table.sheets:
        rows = [
            _row_of_pictures(sheet.pictures[first : first + 2]) for first in range(0, len(sheet.pictures), 2)
        ]
        yield KeepTogether([*_sheet(sheet, translate), *rows[:1]])
        yield from rows[1:]


def _points(table: TableView, translate: Translate) -> Table:
    """Return the players side by side in the order of the ranking: rank, verdict, parts, total."""
    points = table.points
    assert points is not None
    rows: list[list[str]] = [["", *(table.names[seat] for seat in points.seats)]]
    if table.is_ranked:
        rows.append([Message("rank"), *map(format_rank, points.ranks)])
    if table.verdicts:
        rows.append([Message("verdict"), *(table.verdicts.get(seat, "") for seat in points.seats)])
    rows += [[row.name, *row.cells] for row in points.added]
    rows.append([Message("total"), *points.total.cells])
    rows += [[Message("{part} (not added)", part=row.name), *row.cells] for row in points.beside]
    first = WIDTH * 0.3
    each = min((WIDTH - first) / len(points.seats), 38 * mm)
    strong = (rows[0], rows[len(rows) - 1 - len(points.beside)])
    cells = [
        [
            _words(
                translate(term(cell)), bold=any(row is each for each in strong), right=column > 0,
                colour=COLOURS.get(cell, INK if column else SOFT),
            )
            for column, cell in enumerate(row)
        ]
        for row in rows
    ]  # fmt: skip
    lines = [("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
             ("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]  # fmt: skip
    return Table(cells, [first, *[each] * len(points.seats)], hAlign="LEFT", style=lines, repeatRows=1)


def _sheet(sheet: SheetView, translate: Translate) -> Iterator[Flowable]:
    seat = Message("seat {seat}", seat=sheet.seat) if sheet.shows_seat else ""
    yield _words(translate(joined(", ", filter(None, (sheet.name, seat)))), 13, bold=True)
    if sheet.verdict:
        yield _words(translate(as_sentence(sheet.words)), bold=True, colour=COLOURS[sheet.verdict])
    if sheet.verdict != "legal":  # a legal sheet is explained by its turns, which only the web page shows
        yield _words(translate(sheet.meaning), colour=SOFT)
    for why, marks, others in sheet.reasons:
        yield from (_words(f"• {translate(line)}") for line in why)
        if marks:
            shown = joined("; ", (joined(": ", (mark, place)) for place, mark in marks))
            with_more = Message("{marks} and {left} more", marks=shown, left=len(others))
            yield _words(translate(with_more if others else shown), 8, colour=SOFT)
    if sheet.reading:
        yield _words(translate(sheet.reading), colour=SOFT)
    for tag, doubt, place, effect in sheet.doubts:
        because = joined(" ", map(as_sentence, filter(None, (doubt.because, effect))))
        where = joined(" ", filter(None, (tag, place)))
        words = Message("In doubt: {place}: {marks}. {because}")
        yield _words(translate(words.filled(place=where, marks=read_words(doubt), because=because)))
    yield from (_words(translate(each)) for each in sheet.differences)


def _row_of_pictures(pictures: Sequence[Picture]) -> Table:
    style = [("LEFTPADDING", (0, 0), (0, 0), 0), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    return Table([list(map(_FramedImage, pictures))], hAlign="LEFT", style=style)


class _FramedImage(Image):  # type: ignore[misc]  # reportlab has no types
    """A picture in the column of a page, with its red frames."""

    def __init__(self, picture: Picture) -> None:
        super().__init__(io.BytesIO(base64.b64decode(picture.source.partition(",")[2])))
        self._restrictSize(*LARGEST_PICTURE)
        self._picture = picture

    def draw(self) -> None:
        """Draw the picture, and then the frames on it."""
        super().draw()
        area = self._picture.area
        self.canv.setStrokeColor(COLOURS["illegal"])
        self.canv.translate(0, self.drawHeight)
        self.canv.scale(self.drawWidth / area.w, -self.drawHeight / area.h)  # mm of the area, downwards
        self.canv.setLineWidth(FRAME_WIDTH)
        for rect in self._picture.frames:
            self.canv.rect(rect.x, rect.y, rect.w, rect.h)
