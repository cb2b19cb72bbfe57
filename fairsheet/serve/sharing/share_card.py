"""Draw the card of a table for a chat: who won, a podium with the points, and small pictures of the sheets."""

from __future__ import annotations

import base64
import io
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial

from PIL import Image, ImageDraw, ImageFont

from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.scoring.score import AstraScore
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, joined, render
from fairsheet.languages.terms import term
from fairsheet.pipeline.reading.picture_files import png
from fairsheet.reports.contents import ReportTable
from fairsheet.reports.narrative import TableView, table_view
from fairsheet.sheets.drawing.typeface import FONT_FILES, FONTS, printable
from fairsheet.wording.formatting import format_day
from fairsheet.wording.table_words import format_rank

SIZE = (1080, 1350)  # px: 4 to 5, the tallest picture that chats show whole
MARGIN, GAP = 64, 20  # px
WIDTH = SIZE[0] - 2 * MARGIN
FOOT = 92  # px of height
ROW = 60  # px of height of a player below the podium
STEPS = {1: 230, 2: 180, 3: 144}  # px of height of the podium, by rank
COLUMNS = {
    1: (0,),
    2: (0, 1),
    3: (1, 0, 2),
}  # by number of players, best player first; of three, it is in the middle
PAPER, INK, SOFT, LINE = "#fbfaf7", "#1d2733", "#5b6875", "#d9dee3"
COLOURS = {1: "#274c77", 2: "#4f6d8f", 3: "#5f7387"}  # of the podium
SHORTENED = "…"


@dataclass(frozen=True)
class _Place:
    """A line of the ranking in words; without a rank if the player is not ranked, or there is no ranking."""

    name: str
    points: str
    rank: int | None


def card_png(table: ReportTable, day: date, foot: str, language: Catalogue) -> bytes:
    """Return the card of a table as PNG of `SIZE` in a language; `foot` is the text at its foot.

    It shows the first picture of each sheet, if the table embeds it as a data URL.
    """
    view, translate = table_view(table), partial(render, language=language)
    picture = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(picture)
    y = _draw_heading(pen, view, day, language)
    places = [*_places(view, language), *_opponent(table)]
    podium = _podium(places) if len(places) > 1 else []
    if podium:
        y = _draw_podium(pen, podium, y)
    for place in places[len(podium) :]:
        y = _draw_row(pen, place, y)
    _draw_pictures(picture, list(_pictures(view)), (y + GAP, SIZE[1] - FOOT - GAP))
    pen.line((MARGIN, SIZE[1] - FOOT, SIZE[0] - MARGIN, SIZE[1] - FOOT), LINE, 2)
    _draw_text(pen, (MARGIN, SIZE[1] - FOOT + 16), translate(foot), 21, 2, fill=SOFT)
    return png(picture)


def _draw_heading(pen: ImageDraw.ImageDraw, view: TableView, day: date, language: Catalogue) -> int:
    """Draw title, date, players, seed, and the sentence about the winner. Return the y of the end."""
    seed = Message("seed {seed}", seed=view.seed) if view.seed else ""
    facts = joined(", ", filter(None, (format_day(day), view.facts, seed)))
    y = _draw_text(pen, (MARGIN, 48), render(view.title, language), 68, 1, bold=True)
    y = _draw_text(pen, (MARGIN, y + 6), render(facts, language), 30, 1, fill=SOFT)
    return _draw_text(pen, (MARGIN, y + 16), render(view.headline, language), 40, 3, bold=True) + GAP


def _places(view: TableView, language: Catalogue) -> Iterator[_Place]:
    if (points := view.points) is None:
        return
    for seat, rank, total in zip(points.seats, points.ranks, points.total.cells, strict=True):
        verdict = view.verdicts.get(seat, "legal")
        name = view.names[seat] if verdict == "legal" else joined(", ", (view.names[seat], term(verdict)))
        yield _Place(render(name, language), total, rank if view.is_ranked else None)


def _opponent(table: ReportTable) -> Iterator[_Place]:
    known = blank_half(table.sheet, table.records) != "panel"
    if known and table.score is not None and isinstance(table.score.astra, AstraScore):
        yield _Place("ASTRA", str(table.score.astra.total), None)


def _podium(places: Sequence[_Place]) -> list[_Place]:
    """Return the places on the podium: all players of a rank, or none of them."""
    ranks = [each.rank for each in places if each.rank is not None]
    return [each for each in places if each.rank is not None and bisect_right(ranks, each.rank) <= len(STEPS)]


def _draw_podium(pen: ImageDraw.ImageDraw, places: Sequence[_Place], y: int) -> int:
    """Draw the first places as steps with names above. Return the y of the end."""
    end, wide = y + STEPS[1] + 96, (WIDTH + GAP) // len(places) - GAP
    for place, column in zip(places, COLUMNS[len(places)], strict=True):
        assert place.rank is not None
        left, top = MARGIN + column * (wide + GAP), end - STEPS[place.rank]
        middle = left + wide // 2
        pen.rounded_rectangle((left, top, left + wide, end), 14, COLOURS[place.rank])
        lines = _wrapped(place.name, _font(32, bold=True), wide, 2)
        for number, line in enumerate(reversed(lines)):
            pen.text((middle, top - 12 - 40 * number), line, INK, _font(32, bold=True), "md")
        pen.text((middle, top + 14), format_rank(place.rank), "#ffffff", _font(28), "ma")
        pen.text((middle, top + 48), place.points, "#ffffff", _font(58, bold=True), "ma")
    return end + GAP // 2


def _draw_row(pen: ImageDraw.ImageDraw, place: _Place, y: int) -> int:
    """Draw a place as a line. Return the y of the end."""
    base, right = y + 44, SIZE[0] - MARGIN
    pen.line((MARGIN, y + ROW, right, y + ROW), LINE, 2)
    pen.text((right, base), place.points, INK, _font(36, bold=True), "rs")
    left = MARGIN
    if place.rank:
        pen.text((left, base), format_rank(place.rank), SOFT, _font(30), "ls")
        left += 60
    room = right - left - GAP - _font(36, bold=True).getlength(place.points)
    (name,) = _wrapped(place.name, _font(32), room, 1)
    pen.text((left, base), name, INK, _font(32), "ls")
    return y + ROW


def _pictures(view: TableView) -> Iterator[Image.Image]:
    """Yield the first picture of each sheet, as far as it is embedded."""
    for sheet in view.sheets:
        sources = (each.source for each in sheet.pictures[:1] if each.source.startswith("data:"))
        for source in sources:
            yield Image.open(io.BytesIO(base64.b64decode(source.partition(",")[2]))).convert("RGB")


def _draw_pictures(card: Image.Image, pictures: Sequence[Image.Image], space: tuple[int, int]) -> None:
    """Draw pictures side by side, as large as possible, between two heights of the card."""
    if not pictures:
        return
    top, height = space[0], space[1] - space[0]
    widest = max(each.width / each.height for each in pictures)

    def cell(rows: int) -> tuple[int, int, int]:
        """Return the height and width of each picture in this number of rows, and the number in a row."""
        columns = -(-len(pictures) // rows)
        high = min((height + GAP) / rows - GAP, ((WIDTH + GAP) / columns - GAP) / widest)
        return int(high), int(high * widest), columns

    high, wide, columns = max(map(cell, range(1, len(pictures) + 1)))
    used = -(-len(pictures) // columns) * (high + GAP) - GAP
    for number, each in enumerate(pictures):
        row, column = divmod(number, columns)
        in_row = min(columns, len(pictures) - row * columns)
        left = MARGIN + (WIDTH - in_row * (wide + GAP) + GAP) // 2 + column * (wide + GAP)
        small = each.resize((wide, high), Image.Resampling.LANCZOS)
        at = (left, top + (height - used) // 2 + row * (high + GAP))
        card.paste(small, at)
        ImageDraw.Draw(card).rectangle((*at, at[0] + wide, at[1] + high), outline=LINE, width=2)


def _draw_text(
    pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, lines: int, *, bold: bool = False,
    fill: str = INK,
) -> int:  # fmt: skip
    """Draw a text over the width of the card in at most `lines` lines. Return the y of its end."""
    x, y = at
    font = _font(size, bold=bold)
    for line in _wrapped(text, font, WIDTH, lines):
        pen.text((x, y), line, fill, font)
        y += round(1.3 * size)
    return y


def _wrapped(text: str, font: ImageFont.FreeTypeFont, width: float, most: int) -> list[str]:
    """Return a text as at most `most` lines that fit; what does not fit is left out, with a sign.

    A word that is too long for a line is broken.
    """
    lines, rest = list[str](), " ".join(printable(text).split())
    while len(lines) < most and rest:
        fits = next(n for n in range(len(rest), 0, -1) if n == 1 or font.getlength(rest[:n]) <= width)
        if fits < len(rest) and len(lines) < most - 1:
            fits = rest.rfind(" ", 0, fits + 1) + 1 or fits
        lines.append(rest[:fits].rstrip())
        rest = rest[fits:].lstrip()
    if rest:
        last = lines[-1]
        while last and font.getlength(last + SHORTENED) > width:
            last = last[:-1]
        lines[-1] = last.rstrip() + SHORTENED
    return lines


@cache
def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / FONT_FILES["bold" if bold else "regular"]), size)
