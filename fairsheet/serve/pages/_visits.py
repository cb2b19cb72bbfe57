"""A request about a table, with the overview of the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import BoundedSemaphore
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fairsheet.asking.questions import count_questions
from fairsheet.engine.records.record import NO_SEAT, layout_of
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, counted, joined
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.reading.picture_files import data_url
from fairsheet.reports.contents import Picture, ReportTable, frames_on
from fairsheet.results.html_pages import report_table
from fairsheet.serve.event_log import TABLE, EventKind
from fairsheet.serve.overview import Overview
from fairsheet.serve.pages._templates import language_of, page
from fairsheet.serve.shared_seed import name_in_seed, next_step
from fairsheet.serve.tables import Guest, Tables
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.wording.table_words import side_of_solo

T = TypeVar("T")
MOST_DRAWINGS = 20  # drawings that run or wait
_drawing = ThreadPoolExecutor(1, thread_name_prefix="drawing")
_waiting = BoundedSemaphore(MOST_DRAWINGS)


@dataclass(frozen=True)
class Visit:
    """A request of a guest about a table, with the overview of the table."""

    request: Request
    tables: Tables
    guest: Guest
    link: str
    overview: Overview

    def page(self, template: str, here: str, status: int = 200, /, **values: object) -> Response:
        """Return a page of the table; `here` is its entry in the navigation bar."""
        step = next_step(self.overview.table, self.guest.who)
        title = self.overview.played.playable.title_in(language_of(self.request))
        progress, has_failed = _progress(self)
        return page(
            self.request, template, status, self.overview.plan.catalog,
            link=self.link, here=here, title=title, table=self.overview.table,
            version=self.tables.version(self.guest.table), has_turns=has_turns(self.overview),
            step=step, name_in_seed=name_in_seed(self.overview.table.seed_names, self.guest.who) if step else "",
            asked=count_questions(self.overview.questions_for(self.guest.who)), people=people(self),
            progress=progress, has_failed=has_failed, **values,
        )  # fmt: skip

    @property
    def words(self) -> Catalogue:
        """The catalogue for the language of the request, including the words of a custom template."""
        return self.overview.plan.catalog.words(language_of(self.request))

    def add_event(self, what: EventKind) -> None:
        """Store an event caused by the guest."""
        self.tables.add_event(self.guest.table, what, self.guest.who)

    def name(self, who: int) -> str:
        """Return the name of a player or the host, in the words of the pages."""
        known = self.overview.table.name_of(who) or self.overview.name_on_sheet(who)
        return known or (Message("Player {seat}", seat=who) if who else Message("The host"))

    def sheet_name(self, seat: int) -> str:
        """Return whose sheet it is, and which one of the two sheets of a solo player."""
        if seat == NO_SEAT:
            return Message("The sheet of the table")
        side = side_of_solo(self.overview.played.sheet.name, self.overview.played.game, seat)
        return joined(", ", filter(None, (self.name(seat), side)))

    def image(self, seen: SheetOfFile) -> str:
        """Return the path of the flattened page of a sheet on a photo; of its blank page if the photo was deleted."""
        if self.overview.table.is_deleted(seen.sha256):
            return f"/t/{self.link}/blank/{seen.sheet.record.seat}/{min(seen.sheet.pages, default=1)}.png"
        return f"/t/{self.link}/page/{seen.sha256}/{seen.number}.jpg"


@dataclass(frozen=True)
class Person:
    """A player as all pages show one: `presence`, and in `words` photos and questions too."""

    name: str
    is_here: bool
    presence: Message
    words: str


def people(at: Visit) -> list[Person]:
    """Return the players by seat; none before the first phone joins, because nothing is known then."""
    table, found = at.overview.table, []
    senders = {who for photo in table.photos for who in photo.senders}
    with_sheet = senders | {each.record.seat for each in at.overview.places()}
    here = at.tables.presence.here(table.id)
    for seat in range(1, table.players + 1) if table.joined else ():
        presence = Message("not here now") if seat in table.joined else Message("no phone yet")
        words = [Message("here") if seat in here else presence]
        if seat in with_sheet:
            words.append(Message("photo sent"))
        if asked := count_questions(at.overview.questions_for(seat)):
            words.append(counted(asked, "question"))
        found.append(Person(at.name(seat), seat in here, words[0], joined(", ", words)))
    return found


def visit(request: Request) -> Visit:
    """Return the visit of a request. Raises HTTPException if the link is unknown."""
    tables: Tables = request.app.state.tables
    guest = tables.guest(request.path_params["link"])
    if guest is None:
        raise HTTPException(404)
    return Visit(request, tables, guest, request.path_params["link"], tables.standing(guest.table))


def require_host(at: Visit) -> None:
    """Raise FairsheetError unless the guest is the host."""
    if at.guest.who != TABLE:
        raise FairsheetError("only the host can do this", code=ErrorCode.NOT_ALLOWED, hint="ask the host")


def join_path(at: Visit) -> str:
    """Return the path of the page on which players join."""
    return f"/j/{at.overview.table.started.links[1]}"


def has_turns(overview: Overview) -> bool:
    """Return whether a table has a page of turns or draws."""
    played = overview.played
    return played.game.seed is not None and played.playable.takes_seed


def redirect_to(at: Visit, where: str = "") -> Response:
    return RedirectResponse(f"/t/{at.link}{where and '/'}{where}", 303)


async def draw_in_thread(draw: Callable[..., T], *values: object) -> T:
    """Run `draw` in the only drawing thread and return its result; pdfium crashes if two threads use it.

    Raises HTTPException if too many drawings wait already.
    """
    if not _waiting.acquire(blocking=False):
        raise HTTPException(503)
    made = _drawing.submit(draw, *values)
    made.add_done_callback(lambda _: _waiting.release())  # even if the client has gone
    return await asyncio.wrap_future(made)


def _progress(at: Visit) -> tuple[Message | None, bool]:
    """Return a message about reading or proving, None if all is done; and whether a proof failed."""
    if any(each.found is None and at.tables.failure(each.key) is None for each in at.overview.photos):
        return Message("Photos are being read …"), False
    outcome = at.overview.outcome
    if outcome is not None and outcome.has_two_sheets:
        hint = Message("Remove the photo that does not count.")
        return joined(" ", (outcome.table.two_sheets, hint)), False
    if outcome is None or outcome.result is not None:
        return None, False
    if (why := at.tables.failure(outcome.key)) is not None:
        return Message("The proof is not finished: {why}", why=why), True
    return Message("The sheets are being proved …"), False


def file_response(content: bytes, kind: str, name: str) -> Response:
    """Return a file as a response. Browsers show PNG and PDF, and save other kinds; our policy blocks HTML's style."""
    how = "inline" if kind in ("image/png", "application/pdf") else "attachment"
    return Response(content, media_type=kind, headers={"Content-Disposition": f'{how}; filename="{name}"'})


def report_of(at: Visit, *, embedded: bool = False) -> ReportTable | None:
    """Return the report of a table, without verdicts until it is proved; None before its first sheet."""
    outcome = at.overview.provisional_outcome
    if outcome is None or outcome.result is None:
        return None
    catalog = at.overview.plan.catalog

    def picture(seen: SheetOfFile) -> Picture | None:
        if at.overview.table.is_deleted(seen.sha256):
            return None
        source = at.image(seen)
        if embedded:
            jpeg = at.tables.page(seen.sha256, seen.number)
            if jpeg is None:
                return None
            source = data_url(jpeg, "jpeg")
        record, page = seen.sheet.record, min(seen.sheet.pages, default=1)
        layout = layout_of(record, catalog)
        frames = frames_on(layout, page, outcome.proof.of_sheet(*record.key) if outcome.proof else None)
        caption = (
            Message("{photo}, with the marks of the reasons in red", photo=seen.source.name)
            if frames
            else seen.source.name
        )
        return Picture(source, caption, has_numbers=False, frames=frames, area=frame_of(layout))

    sheet = layout_of(outcome.table.records[0], catalog)
    reported = report_table(sheet, outcome, at.overview.state.file_named, catalog, picture)
    known = {seat: name for seat, name in enumerate(at.overview.table.started.names, 1) if name}
    return replace(reported, is_proved=at.overview.is_proved, names=known)
