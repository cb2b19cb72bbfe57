"""Who asks for what: a request about a table, with what is known of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fairsheet.asking.questions import count_questions
from fairsheet.engine.records.record import layout_of
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.reading.picture_files import data_url
from fairsheet.report.contents import Picture, ReportTable
from fairsheet.results.html_pages import report_table
from fairsheet.serve.event_log import What
from fairsheet.serve.pages._templates import language_of, page
from fairsheet.serve.shared_seed import name_in_seed, next_step
from fairsheet.serve.standing import Standing
from fairsheet.serve.tables import Guest, Tables

T = TypeVar("T")
MOST_DRAWINGS = 20  # that wait for each other
_drawing = ThreadPoolExecutor(1, thread_name_prefix="drawing")
_waiting = BoundedSemaphore(MOST_DRAWINGS)


@dataclass(frozen=True)
class Visit:
    """A request about a table: whose, and what is known."""

    request: Request
    tables: Tables
    guest: Guest
    link: str
    standing: Standing

    def page(self, template: str, here: str, status: int = 200, /, **values: object) -> Response:
        """A page of the table."""
        step = next_step(self.standing.table, self.guest.who)
        title = self.standing.played.playable.title_in(language_of(self.request))
        return page(
            self.request, template, status, self.standing.plan.catalog,
            link=self.link, here=here, title=title, table=self.standing.table,
            version=self.tables.version(self.guest.table), has_turns=has_turns(self.standing),
            step=step, name_in_seed=name_in_seed(self.standing.table.started, self.guest.who) if step else "",
            asked=count_questions(self.standing.questions_for(self.guest.who)), **values,
        )  # fmt: skip

    @property
    def words(self) -> Catalogue:
        """What the one who asks reads, the words beside a custom template among them."""
        return self.standing.plan.catalog.words(language_of(self.request))

    def happens(self, what: What) -> None:
        """Keep what the guest does."""
        self.tables.happens(self.guest.table, what, self.guest.who)

    def name(self, who: int) -> str:
        """What somebody at the table is called."""
        known = self.standing.table.name_of(who) or self.standing.name_read(who)
        return known or (Message("Seat {seat}", seat=who) if who else Message("The host"))

    def image(self, seen: SheetOfFile) -> str:
        """Where the flat page of a sheet on a photo is."""
        return f"/t/{self.link}/page/{seen.sha256}/{seen.number}.jpg"


def visit(request: Request) -> Visit:
    """Who asks for what. Raises HTTPException where the link leads nowhere."""
    tables: Tables = request.app.state.tables
    guest = tables.guest(request.path_params["link"])
    if guest is None:
        raise HTTPException(404)
    return Visit(request, tables, guest, request.path_params["link"], tables.standing(guest.table))


def has_turns(standing: Standing) -> bool:
    """Whether there is something to turn over, or to draw."""
    played = standing.played
    return played.game.seed is not None and played.playable.takes_seed


def back_to(at: Visit, where: str = "") -> Response:
    return RedirectResponse(f"/t/{at.link}{where and '/'}{where}", 303)


async def drawn(draw: Callable[..., T], *values: object) -> T:
    """What is drawn, beside the pages and one by one: pdfium takes a process down that draws in two threads.

    Raises HTTPException where too many wait already.
    """
    if not _waiting.acquire(blocking=False):
        raise HTTPException(503)
    made = _drawing.submit(draw, *values)
    made.add_done_callback(lambda _: _waiting.release())  # also where nobody waits for it any more
    return await asyncio.wrap_future(made)


def progress(at: Visit) -> Message | None:
    """What is being found out, or could not be."""
    if any(each.found is None and at.tables.failure(each.key) is None for each in at.standing.photos):
        return Message("Photos are being read …")
    outcome = at.standing.outcome
    if outcome is None or outcome.result is not None:
        return None
    if (why := at.tables.failure(outcome.key)) is not None:
        return Message("This cannot be proved: {why}", why=why)
    return Message("The sheets are being proved …")


def file_answer(content: bytes, kind: str, name: str) -> Response:
    """A file that browsers show, or keep under a name; a page they only keep, for it has a style of its own."""
    how = "attachment" if kind == "text/html" else "inline"
    return Response(content, media_type=kind, headers={"Content-Disposition": f'{how}; filename="{name}"'})


def report_of(at: Visit, *, embedded: bool = False) -> ReportTable | None:
    """What is reported of the table, without verdicts as long as it is not proved; None before its first sheet."""
    outcome = at.standing.so_far
    if outcome is None or outcome.result is None:
        return None

    def picture(seen: SheetOfFile) -> Picture:
        jpeg = at.tables.page(seen.sha256, seen.number) if embedded else None
        return Picture(data_url(jpeg, "jpeg") if jpeg else at.image(seen), Message("What was photographed"))

    catalog = at.standing.plan.catalog
    sheet = layout_of(outcome.table.records[0], catalog)
    return report_table(sheet, outcome, at.standing.state.file_named, catalog, picture)
