"""The pages of a table, for who holds it and for its players."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from fairsheet.batches.results.html_pages import FOOT, report_table
from fairsheet.doubts.consequences import doubt_effects
from fairsheet.engine.dealing.deal import TURNS, deal
from fairsheet.engine.records.record import NO_SEAT, Record, layout_of
from fairsheet.languages.messages import Message, counted
from fairsheet.report.contents import Picture, ReportTable
from fairsheet.report.html import table_page, table_part
from fairsheet.report.narrative import table_view
from fairsheet.report.pdf import tables_pdf, tables_png
from fairsheet.scanning.picture_files import data_url, record_pngs
from fairsheet.serve._asking import answer, candidates, choices, correction, place_of, typed_as
from fairsheet.serve._events import (
    TABLE,
    Answered,
    Happened,
    Joined,
    Photographed,
    Started,
    Turned,
    Undone,
    Used,
)
from fairsheet.serve._forms import files_of, form_of, number_of, suffix_of, text_of
from fairsheet.serve._house import Guest, House, photos_failed
from fairsheet.serve._house_pages import qr_of
from fairsheet.serve._marks import spots, view_around
from fairsheet.serve._pages import page
from fairsheet.serve._reading import ELSEWHERE, NOT_YOURS, Standing
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.naming.field_places import brief_names, field_places
from fairsheet.sheets.printing.draw_pages import draw_table
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.tables.grouping import Place
from fairsheet.tables.values import SheetOfFile
from fairsheet.wording.formatting import format_missions
from fairsheet.wording.table_words import owner_name

HEARTBEAT = 20.0  # seconds between signs of life to a page that waits for news
MOST_STREAMS, STREAMS_OF_ONE = 150, 12  # pages that wait for news, of all and of one address
_streams: Counter[str] = Counter()


@dataclass(frozen=True)
class Visit:
    """A request about a table: whose, and what is known."""

    request: Request
    house: House
    guest: Guest
    link: str
    standing: Standing

    def page(self, template: str, here: str, status: int = 200, /, **values: object) -> Response:
        """A page of the table."""
        title = self.standing.played.playable.title
        return page(
            self.request, template, status, link=self.link, here=here, title=title, table=self.standing.table,
            version=self.house.version(self.guest.table), has_turns=_has_turns(self.standing),
            asked=len(self.standing.questions_for(self.guest.who)), **values,
        )  # fmt: skip

    def happens(self, what: Any) -> None:
        """Keep what the guest does."""
        self.house.happens(self.guest.table, what, self.guest.who)

    def name(self, who: int) -> str:
        """What somebody at the table is called."""
        known = self.standing.table.name_of(who)
        return known or (Message("Seat {seat}", seat=who) if who else Message("The table"))

    def image(self, seen: SheetOfFile) -> str:
        """Where the flat page of a sheet on a photo is."""
        return f"/t/{self.link}/page/{seen.sha256}/{seen.number}.jpg"


def visit(request: Request) -> Visit:
    """Who asks for what. Raises HTTPException where the link leads nowhere."""
    house: House = request.app.state.house
    guest = house.guest(request.path_params["link"])
    if guest is None:
        raise HTTPException(404)
    return Visit(request, house, guest, request.path_params["link"], house.standing(guest.table))


def _has_turns(standing: Standing) -> bool:
    return standing.table.started.seed is not None and standing.played.playable.has_cards


def _back(at: Visit, where: str = "") -> Response:
    return RedirectResponse(f"/t/{at.link}{where and '/'}{where}", 303)


# The table, its photos and its paper


async def _table(request: Request) -> Response:
    at = visit(request)
    code, address = "", ""
    if at.guest.who == TABLE:
        address = f"{request.app.state.address}/j/{at.standing.table.started.links[1]}"
        code = qr_of(address)
    headline = ""
    if (reported := _report(at)) is not None:
        headline = table_view(reported).headline
    return at.page(
        "table.html", "table", me=at.name(at.guest.who) if at.guest.who else "", headline=headline,
        rows=list(_rows(at)), photos=list(_photos(at)), joining=code, joining_address=address,
    )  # fmt: skip


@dataclass(frozen=True)
class _Row:
    name: str
    state: str
    verdict: str | None = None
    total: int | None = None
    photos: Sequence[SheetOfFile] = ()


def _rows(at: Visit) -> list[_Row]:
    """A row for every sheet, and for every player who has none yet."""
    outcome = at.standing.outcome
    totals = {each.seat: each.total for each in outcome.score.players} if outcome and outcome.score else {}
    rows = []
    for place in at.standing.places():
        record = place.record
        verdict = outcome.proof.of_sheet(record.sheet, record.seat) if outcome and outcome.proof else None
        open_ = sum(each.record is record for each in at.standing.questions)
        state: str = counted(open_, "question") if open_ else Message("read")
        if outcome and outcome.judged is None:
            state = Message("is being proved") if not open_ else state
        name = at.name(record.seat) if record.seat != NO_SEAT else Message("The sheet of the table")
        shown = [each for each in place.seen if at.house.page(each.sha256, each.number) is not None]
        rows.append(_Row(name, state, verdict.verdict if verdict else None, totals.get(record.seat), shown))
    missing = {*range(1, at.standing.played.game.players + 1)} - {
        each.record.seat for each in at.standing.places()
    }
    if not at.standing.played.sheet.is_of_table or len(at.standing.played.sheets) > 1:
        rows += [_Row(at.name(seat), Message("no photo yet")) for seat in sorted(missing)]
    return rows


@dataclass(frozen=True)
class _PhotoShown:
    state: str
    event: int
    may_undo: bool


def _photos(at: Visit) -> list[_PhotoShown]:
    failed = photos_failed(at.house, at.standing)
    files = {each.sha256: each for each in at.standing.state.files}
    shown = []
    for each in at.standing.photos:
        said: list[str] = []
        found = files[each.photo.sha256].found
        if each.photo.sha256 in failed:
            said.append(failed[each.photo.sha256])
        elif each.found is None or found is None:
            said.append(Message("is being read …"))
        else:
            if found.error:
                said.append(found.error)
            for sheet in found.sheets:
                said.append(_whose(at, sheet.record))
        may = at.guest.who in (TABLE, each.photo.who)
        shown.append(
            _PhotoShown(
                "; ".join(map(str, said)) if len(said) > 1 else said[0] if said else "",
                each.photo.number,
                may,
            )
        )
    return shown


def _whose(at: Visit, record: Record) -> str:
    if record.game.name == ELSEWHERE:
        words = "shows a sheet of another table: {sheet}, seed {seed}, seat {seat} of {players}"
        game = record.game
        return Message(
            words, sheet=record.sheet, seed=game.seed or "-", seat=record.seat, players=game.players
        )
    name = at.name(record.seat) if record.seat != NO_SEAT else Message("the sheet of the table")
    if record.game.name == NOT_YOURS:
        return Message("shows the sheet of {name}, who has to send it", name=name)
    return Message("shows {name}", name=name)


async def _send(request: Request) -> Response:
    at = visit(request)
    async with request.form(max_files=12, max_fields=12, max_part_size=2000) as form:
        files = await files_of(form)
    if not files:
        raise FairsheetError("no photo came with this", hint="choose one and send it again")
    kinds = [suffix_of(each) for each in files]
    keys = [
        at.house.photograph(at.guest.table, each, kind, at.guest.who)
        for each, kind in zip(files, kinds, strict=True)
    ]
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"photos": keys}, 201)
    return _back(at)


async def _undo(request: Request) -> Response:
    at = visit(request)
    form = await form_of(request)
    at.house.undo(at.guest.table, number_of(form, "number"), at.guest.who)
    back = text_of(form, "back")
    return _back(at, back if back in ("log", "ask") else "")


async def _sheets_pdf(request: Request) -> Response:
    at = visit(request)
    paper = PAPERS.get(request.query_params.get("paper", "a4"), PAPERS["a4"])
    pages = at.standing.played.pages(at.standing.table.started.names, None)
    pdf = await asyncio.to_thread(draw_table, pages, paper)
    return _file(pdf, "application/pdf", "sheets.pdf")


def _file(content: bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'inline; filename="{name}"'})


# What was read


async def _flat_page(request: Request) -> Response:
    at = visit(request)
    sha256, number = request.path_params["sha256"], request.path_params["number"]
    if all(each.sha256 != sha256 for each in at.standing.table.photos):
        raise HTTPException(404)
    jpeg = at.house.page(sha256, number)
    if jpeg is None:
        raise HTTPException(404)
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


def _place(at: Visit) -> tuple[Place, SheetOfFile]:
    photo = at.request.path_params["sha256"], at.request.path_params["number"]
    place = place_of(at.standing, photo)
    return place, next(each for each in place.seen if (each.sha256, each.number) == photo)


async def _photo(request: Request) -> Response:
    at = visit(request)
    place, seen = _place(at)
    sheet = layout_of(place.record, at.standing.plan.catalog)
    may = at.standing.may_change(at.guest.who, place.record)
    asked = {each.question.field.id for each in at.standing.questions if each.record is place.record}
    shown = spots(sheet, min(seen.sheet.pages, default=1), place.record.marks, asked)
    links = f"/t/{at.link}/f/{seen.sha256}/{seen.number}" if may else ""
    return at.page("photo.html", "table", name=at.name(place.record.seat), may_change=may,
                   image=at.image(seen), page_spots=list(shown), links=links)  # fmt: skip


async def _field(request: Request) -> Response:
    at = visit(request)
    place, seen = _place(at)
    sheet = layout_of(place.record, at.standing.plan.catalog)
    field = sheet.field.get(request.path_params["field"])
    if field is None or not at.standing.may_change(at.guest.who, place.record):
        raise HTTPException(404)
    problem = ""
    if request.method == "POST":
        form = await form_of(request)
        try:
            photo = (seen.sha256, seen.number)
            at.happens(correction(at.standing, at.guest.who, photo, field.id, text_of(form, "mark")))
            return _back(at, f"p/{seen.sha256}/{seen.number}")
        except FairsheetError as error:
            problem = f"{error.problem}; {error.hint}" if error.hint else error.problem
    buttons = choices(field)
    return at.page(
        "field.html", "table", 400 if problem else 200, problem=problem, field=field, image=at.image(seen),
        field_name=brief_names(sheet)[field.id], place=field_places(sheet)[field.id], whose=at.name(place.record.seat),
        view=view_around(field), mark=place.record.marks.get(field.id), sha256=seen.sha256, number=seen.number,
        choices=[(typed_as(mark), mark_name(mark)) for mark in buttons], typed_in=len(buttons) == 1,
        numeric=field.kind == "box",
    )  # fmt: skip


async def _ask(request: Request) -> Response:
    at = visit(request)
    if request.method == "POST":
        form = await form_of(request)
        photo = (text_of(form, "sha256"), number_of(form, "number"))
        at.happens(answer(at.standing, at.guest.who, photo, text_of(form, "field"), text_of(form, "mark")))
        return _back(at, "ask")
    asked = at.standing.questions_for(at.guest.who)
    after = request.query_params.get("after", "0")
    skipped = min(int(after), 10_000) if after.isascii() and after.isdecimal() and len(after) < 6 else 0
    last = at.standing.table.last
    undo = (
        last.number
        if last and isinstance(last.event.what, Answered) and at.guest.who in (TABLE, last.event.who)
        else None
    )
    if skipped >= len(asked):
        return at.page("ask.html", "ask", question=None, undo=undo)
    each = asked[skipped]
    seen, question = each.seen[0], each.question
    key = {"sha256": seen.sha256, "number": seen.number, "field": question.field.id}
    return at.page(
        "ask.html", "ask", question=question, whose=at.name(each.record.seat), image=at.image(seen), undo=undo,
        view=view_around(question.field), key=key, after=skipped + 1, effects=_effects(at, each.record, question.doubt),
        left=counted(len(asked) - skipped, "question"),
        candidates=[(typed_as(mark), mark_name(mark)) for mark in candidates(each)],
        otherwise=f"/t/{at.link}/f/{seen.sha256}/{seen.number}/{question.field.id}",
    )  # fmt: skip


def _effects(at: Visit, record: Record, doubt: Any) -> list[str]:
    """What another answer would change in the score, in words."""
    outcome = at.standing.outcome
    if outcome is None or outcome.score is None:
        return []
    records = outcome.table.records
    doubts = [(doubt,) if each is record else () for each in records]
    catalog = at.standing.plan.catalog
    found = doubt_effects(layout_of(records[0], catalog), records, doubts, outcome.score, catalog)
    return [words for each in found for words in each.values()]


# The turns


async def _turn(request: Request) -> Response:
    at = visit(request)
    if not _has_turns(at.standing) or at.standing.table.started.solo is not None:
        raise HTTPException(404)
    if request.method == "POST":
        if at.guest.who != TABLE:
            raise FairsheetError("only who holds the table turns cards over")
        turn = number_of(await form_of(request), "turn")
        now = at.standing.table.turn
        if turn in TURNS and abs(turn - now) == 1:
            at.happens(Turned(turn))
        return _back(at, "turn")
    started, game = at.standing.table.started, at.standing.played.game
    sheet, turn = at.standing.played.sheet, at.standing.table.turn
    dealt = deal(sheet, started.seed or "", game.players)
    missions = format_missions(sheet, dealt)
    offers = dealt.offers(turn) if turn else ()
    following = dealt.offers(turn + 1) if turn and turn + 1 in TURNS else ()
    return at.page("turn.html", "turn", turn=turn, missions=list(missions), offers=offers,
                   next_actions=[each.action for each in following], holds=at.guest.who == TABLE)  # fmt: skip


# The result


def _report(at: Visit, *, embedded: bool = False) -> ReportTable | None:
    outcome = at.standing.outcome
    if outcome is None or outcome.judged is None:
        return None

    def picture(seen: SheetOfFile) -> Picture:
        jpeg = at.house.page(seen.sha256, seen.number) if embedded else None
        return Picture(data_url(jpeg, "jpeg") if jpeg else at.image(seen), Message("What was photographed"))

    catalog = at.standing.plan.catalog
    sheet = layout_of(outcome.table.records[0], catalog)
    return report_table(sheet, outcome, at.standing.state.file_named, catalog, picture)


async def _result(request: Request) -> Response:
    at = visit(request)
    reported = _report(at)
    if reported is None:
        words = Message("The result comes when the photos are read.")
        if at.standing.outcome is not None:
            key = at.standing.outcome.key
            words = Message("The sheets are being proved and added up …")
            if (why := at.house.failure(key)) is not None:
                words = Message("This cannot be proved: {why}", why=why)
        return at.page("result.html", "result", article="", words=words)
    verdict = reported.verdict
    replays = [
        (each.seat, at.name(each.seat))
        for each in (verdict.sheets if verdict else ())
        if each.history and each.seat
    ]
    return at.page("result.html", "result", article=table_part(reported), replays=replays, words="")


async def _result_file(request: Request) -> Response:
    at = visit(request)
    reported = _report(at, embedded=True)
    if reported is None:
        raise FairsheetError("there is no result yet", hint="wait until the photos are read")
    match request.path_params["kind"]:
        case "png":
            return _file(await asyncio.to_thread(tables_png, [reported], FOOT), "image/png", "result.png")
        case "pdf":
            return _file(
                await asyncio.to_thread(tables_pdf, [reported], FOOT), "application/pdf", "result.pdf"
            )
        case "html":
            content = (await asyncio.to_thread(table_page, reported, FOOT)).encode()
            headers = {"Content-Disposition": 'attachment; filename="result.html"'}
            return Response(content, media_type="text/html", headers=headers)
    raise HTTPException(404)


async def _steps(request: Request) -> Response:
    at = visit(request)
    seat, turn = request.path_params["seat"], request.path_params["turn"]
    reported = _report(at)
    found = [
        each
        for each in (reported.verdict.sheets if reported and reported.verdict else ())
        if each.seat == seat
    ]
    if reported is None or not found or not found[0].history:
        raise HTTPException(404)
    history = found[0].history
    last = max(each.turn for each in history)
    shown = next((each for each in table_view(reported).sheets if each.seat == seat and each.turns), None)
    turns = {each[0]: each for each in (shown.turns if shown else ())}
    _, offers, causes = turns.get(turn, (turn, [], []))
    by_sheet: dict[int, dict[str, Mark]] = {}
    new: dict[int, set[str]] = {}
    for each in history:
        for ink in each.ink:
            on = ink.sheet or seat
            by_sheet.setdefault(on, {})
            if each.turn <= turn:
                is_second = ink.mark == "crossed" and by_sheet[on].get(ink.field) == "circled"
                by_sheet[on][ink.field] = "circled+crossed" if is_second else ink.mark
            if each.turn == turn:
                new.setdefault(on, set()).add(ink.field)
    pages = []
    for place in at.standing.places():
        record = place.record
        if record.seat in by_sheet:
            sheet = layout_of(record, at.standing.plan.catalog)
            for number in range(1, sheet.pages + 1):
                drawn = list(spots(sheet, number, by_sheet[record.seat], (), new.get(record.seat, ())))
                pages.append((f"/t/{at.link}/blank/{record.seat}/{number}.png", drawn))
    return at.page("steps.html", "result", seat=seat, turn=turn, last=last, name=at.name(seat), offers=offers,
                   ink=causes, pages=pages)  # fmt: skip


async def _blank(request: Request) -> Response:
    at = visit(request)
    seat, number = request.path_params["seat"], request.path_params["number"]
    for place in at.standing.places():
        if place.record.seat == seat:
            sheet = layout_of(place.record, at.standing.plan.catalog)
            pages = await asyncio.to_thread(record_pngs, sheet, structs.replace(place.record, marks={}))
            if 1 <= number <= len(pages):
                headers = {"Cache-Control": "private, max-age=86400"}
                return Response(pages[number - 1], media_type="image/png", headers=headers)
    raise HTTPException(404)


# What happened, and news of it


async def _log(request: Request) -> Response:
    at = visit(request)
    log = [
        {"number": each.number, "time": each.event.moment[11:16], "who": at.name(each.event.who),
         "words": _happened(at, each), "is_undone": each.is_undone,
         "may_undo": not each.is_undone and not isinstance(each.event.what, Started)
         and at.guest.who in (TABLE, each.event.who)}
        for each in reversed(at.standing.table.log)
    ]  # fmt: skip
    return at.page("log.html", "table", log=log)


def _happened(at: Visit, happened: Happened) -> str:
    match happened.event.what:
        case Started():
            return Message("started the table")
        case Joined(seat):
            return Message("took the seat {seat}", seat=seat)
        case Turned(turn=turn):
            return Message("turned to turn {turn}", turn=turn)
        case Used():
            return Message("used the cards of a turn")
        case Photographed():
            return Message("sent a photo")
        case Undone(number):
            undone = next((each for each in at.standing.table.log if each.number == number), None)
            return (
                Message("undid: {what}", what=_happened(at, undone)) if undone else Message("undid something")
            )
        case Answered(said):
            first = said[0]
            try:
                place = place_of(at.standing, (first.sha256, first.number))
            except FairsheetError:
                return Message(
                    "answered about {field}: {mark}", field=first.field, mark=mark_name(first.mark)
                )
            sheet = layout_of(place.record, at.standing.plan.catalog)
            name = brief_names(sheet).get(first.field, first.field)
            whose = owner_name(place.record.seat, place.record.sheet)
            return Message(
                "said of {field}, {whose}: {mark}", field=name, whose=whose, mark=mark_name(first.mark)
            )
    return ""


async def _events(request: Request) -> Response:
    at = visit(request)
    address = request.client.host if request.client else ""
    if _streams.total() >= MOST_STREAMS or _streams[address] >= STREAMS_OF_ONE:
        raise HTTPException(503)
    return StreamingResponse(_news(at, address), media_type="text/event-stream")


async def _news(at: Visit, address: str) -> AsyncIterator[str]:
    _streams[address] += 1
    try:
        yield "retry: 3000\n\n"
        while True:
            yield f"data: {at.house.version(at.guest.table)}\n\n"
            while not await at.house.changed(at.guest.table, HEARTBEAT):
                yield ": still here\n\n"
    finally:
        _streams[address] -= 1
        if not _streams[address]:
            del _streams[address]


_T = "/t/{link}"
ROUTES = [
    Route(_T, _table),
    Route(f"{_T}/photos", _send, methods=["POST"]),
    Route(f"{_T}/undo", _undo, methods=["POST"]),
    Route(f"{_T}/sheets.pdf", _sheets_pdf),
    Route(f"{_T}/page/{{sha256}}/{{number:int}}.jpg", _flat_page),
    Route(f"{_T}/p/{{sha256}}/{{number:int}}", _photo),
    Route(f"{_T}/f/{{sha256}}/{{number:int}}/{{field}}", _field, methods=["GET", "POST"]),
    Route(f"{_T}/ask", _ask, methods=["GET", "POST"]),
    Route(f"{_T}/turn", _turn, methods=["GET", "POST"]),
    Route(f"{_T}/result", _result),
    Route(f"{_T}/result.{{kind}}", _result_file),
    Route(f"{_T}/steps/{{seat:int}}/{{turn:int}}", _steps),
    Route(f"{_T}/blank/{{seat:int}}/{{number:int}}.png", _blank),
    Route(f"{_T}/log", _log),
    Route(f"{_T}/events", _events),
]
