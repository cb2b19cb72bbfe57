"""The report of an evening as a PDF, and as one picture of its pages."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from markupsafe import escape
from numpy.typing import NDArray
from PIL import Image as Pictures
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Image, KeepTogether, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

from fairsheet.report.contents import Picture, ReportTable
from fairsheet.report.narrative import SheetView, TableView, table_view
from fairsheet.scanning.picture_files import page_arrays, png
from fairsheet.sheets.drawing.typeface import load_font, printable, registered_name
from fairsheet.sheets.model.marks import mark_name
from fairsheet.wording.formatting import format_others, mission_values

PX_PER_MM = 5  # of the picture
EDGE = 20  # px that the picture keeps above and below what is printed on a page
LIGHTEST_PRINT = 250  # of 255
WIDTH = A4[0] - 36 * mm  # between the margins
LARGEST_PICTURE = (WIDTH * 0.75, A4[1] * 0.45)
INK, SOFT, LINE = HexColor("#1d2733"), HexColor("#5b6875"), HexColor("#d9dee3")
COLOURS = {"legal": HexColor("#1f7a4d"), "illegal": HexColor("#b3261e"), "undecided": HexColor("#8a5c00")}


def tables_pdf(tables: Sequence[ReportTable], foot: str = "") -> bytes:
    """One or more tables, each on pages of its own."""
    for font in ("regular", "bold"):
        load_font(font)
    buffer, story = io.BytesIO(), list[Any]()
    for table in tables:
        story += [*([PageBreak()] if story else []), *_table(table_view(table))]
    story += [Spacer(0, 6 * mm), _words(foot, colour=SOFT)]
    margin = 18 * mm
    SimpleDocTemplate(
        buffer, pagesize=A4, leftMargin=margin, rightMargin=margin, topMargin=margin, bottomMargin=margin,
        title="fairsheet report", creator="fairsheet report", invariant=1,
    ).build(story)  # fmt: skip
    return buffer.getvalue()


def tables_png(tables: Sequence[ReportTable], foot: str = "") -> bytes:
    """The pages of the PDF in one picture, one below the other without what is blank above and below them."""
    pages = [_without_blank(page) for page in page_arrays(tables_pdf(tables, foot), PX_PER_MM)]
    return png(Pictures.fromarray(np.concatenate(pages)))


def _without_blank(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The rows of a page, height by width by colour, from the first that bears print to the last, and a little more."""
    printed = np.flatnonzero((page < LIGHTEST_PRINT).any(axis=(1, 2)))
    return page[max(0, printed[0] - EDGE) : printed[-1] + EDGE] if printed.size else page[:0]


def _words(
    words: str,
    size: float = 9.5,
    *,
    bold: bool = False,
    colour: Any = INK,
    right: bool = False,
) -> Paragraph:
    font = "bold" if bold else "regular"
    style = ParagraphStyle(
        "words", fontName=registered_name(font), fontSize=size, leading=1.35 * size, textColor=colour,
        spaceBefore=0.35 * size if size > 10 else 0, spaceAfter=0.2 * size, alignment=2 if right else 0,
        splitLongWords=1,
    )  # fmt: skip
    return Paragraph(str(escape(printable(words, font))), style)


def _table(table: TableView) -> Iterator[Any]:
    yield _words(table.title, 18, bold=True)
    yield _words(table.facts + (f", seed {table.seed}" if table.seed else ""), colour=SOFT)
    if table.headline:
        yield _words(table.headline, 13, bold=True)
    yield from (_words(notice, colour=COLOURS["undecided"]) for notice in table.notices)
    if table.points:
        yield Spacer(0, 3 * mm)
        yield _points(table)
    yield from (_words(tie) for tie in table.ties)
    if table.missions:
        yield _words("Missions", 13, bold=True)
        for each in table.missions:
            yield _words(f"{each.letter}  {each.text} {mission_values(each)}")
    yield from (KeepTogether(list(_sheet(sheet))) for sheet in table.sheets)


def _points(table: TableView) -> Table:
    """The players side by side in the order of the ranking: place, verdict, parts, total."""
    points = table.points
    assert points is not None
    rows = [["", *(table.names[seat] for seat in points.seats)]]
    if table.is_ranked:
        rows.append(["rank", *map(str, points.ranks)])
    if table.verdicts:
        rows.append(["verdict", *(table.verdicts.get(seat, "") for seat in points.seats)])
    rows += [[row.name, *row.cells] for row in points.added]
    rows.append(["total", *points.total.cells])
    rows += [[f"{row.name} (not added)", *row.cells] for row in points.beside]
    first = WIDTH * 0.3
    each = min((WIDTH - first) / len(points.seats), 38 * mm)
    strong = (rows[0], rows[len(rows) - 1 - len(points.beside)])
    cells = [
        [
            _words(
                cell, bold=any(row is each for each in strong), right=column > 0,
                colour=COLOURS.get(cell, INK if column else SOFT),
            )
            for column, cell in enumerate(row)
        ]
        for row in rows
    ]  # fmt: skip
    lines = [("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
             ("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]  # fmt: skip
    return Table(cells, [first, *[each] * len(points.seats)], hAlign="LEFT", style=lines, repeatRows=1)


def _sheet(sheet: SheetView) -> Iterator[Any]:
    yield _words(sheet.name + (f", seat {sheet.seat}" if sheet.is_named else ""), 13, bold=True)
    if sheet.verdict:
        words = f"{sheet.words[:1].upper()}{sheet.words[1:]}."
        yield _words(words, bold=True, colour=COLOURS[sheet.verdict])
    if sheet.verdict != "legal":  # which is explained by its turns, on the page alone
        yield _words(sheet.meaning, colour=SOFT)
    for why, marks, more in sheet.reasons:
        yield from (_words(f"• {line}") for line in why)
        shown = "; ".join(f"{mark}: {place}" for place, mark in marks)
        if shown:
            yield _words(f"{shown}{f' and {more} more' if more else ''}", 8, colour=SOFT)
    if sheet.reading:
        yield _words(sheet.reading, colour=SOFT)
    for doubt, place, effect in sheet.doubts:
        others = format_others(doubt)
        chosen = f"{mark_name(doubt.chosen)}, or {others}" if others else mark_name(doubt.chosen)
        yield _words(f"In doubt: {doubt.tag} {place}: {chosen}. {doubt.because} {effect}")
    yield from map(_words, sheet.differences)
    yield from map(_picture, sheet.pictures)


def _picture(picture: Picture) -> Image:
    content = io.BytesIO(base64.b64decode(picture.source.partition(",")[2]))
    shown = Image(content)
    shown._restrictSize(*LARGEST_PICTURE)
    return shown
