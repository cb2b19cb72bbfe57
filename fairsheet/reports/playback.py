"""Make a page to step through a table: the sheets fill in turn by turn, then each contradiction shows its marks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message
from fairsheet.reports.contents import ReportTable, sheet_of
from fairsheet.reports.html import page_data, page_template
from fairsheet.reports.narrative import SheetView, TableView, table_view
from fairsheet.reports.spots import Spot, spots
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.wording.formatting import VERDICTS, in_words_of_sheet


@dataclass(frozen=True)
class Inked:
    """A mark in a field of a seat's sheet, from a turn on."""

    seat: int
    field: str
    mark: Mark
    turn: int


def inked(found: SheetVerdict) -> Iterator[Inked]:
    """Yield the marks of a history in order; a field that is circled and then crossed gets both marks."""
    circled: set[tuple[int, str]] = set()
    for turn in found.history or ():
        for ink in turn.ink:
            place = ink.sheet or found.seat, ink.field
            if ink.mark == "circled":
                circled.add(place)
            both = ink.mark == "crossed" and place in circled
            yield Inked(*place, "circled+crossed" if both else ink.mark, turn.turn)


@dataclass(frozen=True)
class SheetMoment:
    """One sheet in a moment: its owner, the offers, each with whether it was taken, and (cause, marks)."""

    name: str
    offers: Sequence[tuple[str, bool]]
    ink: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Moment:
    """A turn of the table, or a step of a contradiction."""

    title: str
    told: Sequence[SheetMoment]


@dataclass(frozen=True)
class Shape:
    """A field of a page, shown from moment `first` until before `end`, if set; `lit` are moments that highlight it."""

    spot: Spot
    first: int
    end: int | None
    lit: Sequence[int]


@dataclass(frozen=True)
class Page:
    """A page of a sheet: the image of the blank page, and its marks, with the blank fields that steps mention."""

    image: str
    frame: Rect
    shapes: Sequence[Shape]


@dataclass(frozen=True)
class Playback:
    """A table to step through from moment `opens`; `sheets` are the views with their pages, illegal sheets first."""

    view: TableView
    moments: Sequence[Moment]
    sheets: Sequence[tuple[SheetView, Sequence[Page]]]
    opens: int


def playback_page(tables: Sequence[ReportTable], language: Catalogue = ENGLISH) -> str:
    """Return the HTML page of some tables, whose sheets have pictures of their blank pages."""
    template = page_template("playback.html", language, meanings=VERDICTS)
    return template.render(tables=list(map(_playback, tables)), style=page_data("report.css"), foot="")


def _playback(table: ReportTable) -> Playback:
    view, verdict = table_view(table), table.verdict
    last = max((turn.turn for each in table.found for turn in each.history or ()), default=-1)
    moments = [_turn(view, turn) for turn in range(last + 1)]
    marks: defaultdict[int, list[Inked]] = defaultdict(list)
    lit: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for each in table.found:
        for made in inked(each):
            marks[made.seat].append(made)
        name = view.names.get(each.seat, "")
        is_new = verdict is not None and verdict.first_in_conflict(each) is None
        for contradiction in each.contradiction if is_new else ():
            steps = [(step.why, step.fields) for step in contradiction.steps]
            for number, (why, fields) in enumerate(steps or [(contradiction.why, contradiction.involved)], 1):
                for field in fields:
                    lit[each.seat, field].append(len(moments))
                words = in_words_of_sheet(why, table.sheet)
                title = Message("Step {number}", number=number) if steps[1:] else Message("Contradiction")
                moments.append(Moment(title, [SheetMoment(name, (), [("", words)])]))
    if not moments:
        parts = [SheetMoment(each.name, (), [("", each.words)]) for each in view.sheets]
        moments.append(Moment(Message("Result"), parts))
    sheets = []
    for each_view, shown in zip(view.sheets, table.sheets, strict=True):
        record, sheet = shown.record, sheet_of(table, shown.record)
        ink = marks[record.seat] or [
            Inked(record.seat, field, mark, 0) for field, mark in record.marks.items()
        ]
        pages = []
        for number, picture in enumerate(shown.pictures, 1):
            shapes: list[Shape] = []
            for one in ink:
                ends = (other.turn for other in ink if other.field == one.field and other.turn > one.turn)
                at = (spot for spot in spots(sheet, number, {one.field: one.mark}) if spot.id == one.field)
                end = next(ends, None)
                shapes += [Shape(spot, one.turn, end, lit[record.seat, one.field]) for spot in at]
            inked_fields = {one.field for one in ink}
            shapes += [  # a blank field is shown only in the steps about it
                Shape(spot, step, step + 1, (step,))
                for spot in spots(sheet, number, {})
                if spot.id not in inked_fields
                for step in lit[record.seat, spot.id]
            ]
            pages.append(Page(picture.source, frame_of(sheet), shapes))
        sheets.append((each_view, pages))
    sheets.sort(key=lambda each: each[0].verdict not in ("illegal", "in conflict"))
    return Playback(view, moments, sheets, opens=last + 1 if len(moments) > last + 1 else 0)


def _turn(view: TableView, turn: int) -> Moment:
    parts = [
        SheetMoment(sheet.name, offers, ink)
        for sheet in view.sheets
        for number, offers, ink in sheet.turns
        if number == turn
    ]
    return Moment(Message("Turn {number}", number=turn) if turn else Message("Before the first turn"), parts)
