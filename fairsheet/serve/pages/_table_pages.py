"""The pages of a table itself: its sheets, photos and paper, what happened, and news of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from fairsheet.engine.checks.verdict import VerdictWord
from fairsheet.engine.records.record import NO_SEAT, Record, layout_of
from fairsheet.languages.messages import Message, counted, joined
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.report.narrative import table_view
from fairsheet.results.documents.doubt_lines import MANY_DOUBTS
from fairsheet.serve.event_answers import place_of
from fairsheet.serve.event_log import (
    FOR_EVER,
    TABLE,
    Answered,
    Committed,
    Happened,
    Joined,
    Photographed,
    Revealed,
    Started,
    Told,
    Turned,
    Undone,
    Used,
)
from fairsheet.serve.pages._forms import MOST_FILES, files_of, form_of, number_of, suffix_of, text_of
from fairsheet.serve.pages._home_pages import is_local, qr_of
from fairsheet.serve.pages._templates import language_of
from fairsheet.serve.pages._visits import Visit, back_to, drawn, file_answer, progress, report_of, visit
from fairsheet.serve.shared_seed import lines
from fairsheet.serve.standing import ELSEWHERE, NOT_YOURS
from fairsheet.sheets.model.marks import mark_name
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_table
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.lookalikes import disguise_lines
from fairsheet.vision.readings.left_out import left_out_words
from fairsheet.wording.field_names import field_names
from fairsheet.wording.formatting import photograph_again, unseen_part
from fairsheet.wording.table_words import owner_name

HEARTBEAT = 20.0  # seconds between signs of life to a page that waits for news
MOST_STREAMS, STREAMS_OF_ONE = 150, 12  # pages that wait for news, of all and of one address
_streams: Counter[str] = Counter()


async def _table(request: Request) -> Response:
    at = visit(request)
    code, address = "", ""
    if at.guest.who == TABLE:
        address = f"{request.app.state.address}/j/{at.standing.table.started.links[1]}"
        code = qr_of(address)
    headline = ""
    if (reported := report_of(at)) is not None:
        headline = table_view(reported).headline
    return at.page(
        "table.html", "table", me=at.name(at.guest.who) if at.guest.who else "", headline=headline,
        waits_for_seed=_waits_for_seed(at),
        seed_lines=lines(at.standing.table) if at.standing.table.started.is_fair else (),
        progress=progress(at), rows=_rows(at), photos=_photos(at), joining=code, joining_address=address,
        is_local=is_local(address), seed_warnings=disguise_lines([at.standing.table.started.seed]),
    )  # fmt: skip


def _waits_for_seed(at: Visit) -> bool:
    return at.standing.table.started.is_fair and at.standing.table.started.seed is None


@dataclass(frozen=True)
class _Row:
    seat: int
    name: str
    state: str
    verdict: VerdictWord | None = None
    total: int | None = None
    photos: Sequence[SheetOfFile] = ()


def _rows(at: Visit) -> list[_Row]:
    """A row for every sheet, and for every player who has none yet."""
    outcome = at.standing.so_far
    totals = {each.seat: each.total for each in outcome.score.players} if outcome and outcome.score else {}
    rows = []
    for place in at.standing.places():
        record = place.record
        verdict = outcome.proof.of_sheet(record.sheet, record.seat) if outcome and outcome.proof else None
        open_ = sum(each.record is record for each in at.standing.questions)
        state: str = counted(open_, "question") if open_ else Message("read")
        if unseen := unseen_part(place.doubts):
            state = joined("; ", (state, photograph_again(unseen)))
        elif len(place.doubts or ()) >= MANY_DOUBTS:
            state = Message(
                "{state}; many marks are hard to tell: photograph it again, closer and in more light",
                state=state,
            )
        if at.standing.name_read(record.seat):
            state = joined("; ", (Message("the name is read from the sheet"), state))
        name = at.name(record.seat) if record.seat != NO_SEAT else Message("The sheet of the table")
        shown = [
            each
            for each in sorted(place.seen, key=lambda seen: seen.sheet.pages)
            if at.tables.page(each.sha256, each.number) is not None
        ]
        total = None if unseen else totals.get(record.seat)
        rows.append(_Row(record.seat, name, state, verdict.word if verdict else None, total, shown))
    missing = {*range(1, at.standing.played.game.players + 1)} - {
        each.record.seat for each in at.standing.places()
    }
    if not at.standing.played.sheet.is_of_table or len(at.standing.played.sheets) > 1:
        rows += [_Row(seat, at.name(seat), Message("no photo yet")) for seat in sorted(missing)]
    return sorted(rows, key=lambda row: row.seat)


@dataclass(frozen=True)
class _PhotoShown:
    number: int
    state: str
    event: int
    may_undo: bool
    is_of_use: bool


def _photos(at: Visit) -> list[_PhotoShown]:
    files = {each.sha256: each for each in at.standing.state.files}
    shown = []
    for number, each in enumerate(at.standing.photos, 1):
        said: list[str] = []
        why = at.tables.failure(each.key) if each.found is None else None
        is_of_use = why is None
        found = files[each.photo.sha256].found
        if why is not None:
            said.append(why)
        elif each.found is None or found is None:
            said.append(Message("is being read …"))
        else:
            if found.error:
                said.append(found.error)
            if found.left_out:
                said.append(left_out_words(found.left_out.values()))
            is_of_use = any(sheet.record.game.name is None for sheet in found.sheets)
            for sheet in found.sheets:
                said.append(_whose(at, sheet.record))
        may = at.guest.who in (TABLE, each.photo.senders[0])
        shown.append(_PhotoShown(number, joined("; ", said), each.photo.number, may, is_of_use))
    return shown


def _whose(at: Visit, record: Record) -> str:
    if record.game.name == ELSEWHERE:
        game, sheet = record.game, layout_of(record, at.standing.plan.catalog)
        return Message(
            "shows a sheet of another table: {sheet}, seed {seed}, seat {seat} of {players}; "
            "start a table with that seed for it",
            sheet=Message(sheet.game_title),
            seed=game.seed or "-", seat=record.seat, players=game.players,
        )  # fmt: skip
    name = at.name(record.seat) if record.seat != NO_SEAT else Message("the sheet of the table")
    if record.game.name == NOT_YOURS:
        return Message("shows the sheet of {name}, who has to send it", name=name)
    return Message("shows {name}", name=name)


async def _send(request: Request) -> Response:
    at = visit(request)
    form = await form_of(request, files=MOST_FILES)
    files = await files_of(form)
    await form.close()
    if not files:
        raise FairsheetError("no photo came with this", hint="choose one and send it again")
    kinds = [suffix_of(each) for each in files]
    keys = [
        at.tables.photograph(at.guest.table, each, kind, at.guest.who)
        for each, kind in zip(files, kinds, strict=True)
    ]
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"photos": keys}, 201)
    return back_to(at)


async def _undo(request: Request) -> Response:
    at = visit(request)
    form = await form_of(request)
    at.tables.undo(at.guest.table, number_of(form, "number"), at.guest.who)
    back = text_of(form, "back")
    return back_to(at, back if back in ("log", "ask", "turn") else "")


async def _sheets_pdf(request: Request) -> Response:
    at = visit(request)
    paper = PAPERS.get(request.query_params.get("paper", "a4"), PAPERS["a4"])
    if _waits_for_seed(at):
        raise FairsheetError("the seed is not made yet", hint="wait until everybody has joined")
    pages = at.standing.played.pages(at.standing.table.started.names, None, language_of(request))
    pdf = await drawn(draw_table, pages, paper)
    return file_answer(pdf, "application/pdf", "sheets.pdf")


async def _log(request: Request) -> Response:
    at = visit(request)
    log = [
        {"number": each.number, "time": each.event.moment[11:16], "who": at.name(each.event.who),
         "words": _happened(at, each), "is_undone": each.is_undone,
         "may_undo": not each.is_undone and not isinstance(each.event.what, FOR_EVER)
         and at.guest.who in (TABLE, each.event.who)}
        for each in reversed(at.standing.table.log)
    ]  # fmt: skip
    return at.page("log.html", "table", log=log)


def _happened(at: Visit, happened: Happened) -> str:
    match happened.event.what:
        case Started(seed=str(seed)):
            return Message("began with the seed {seed}", seed=seed)
        case Started():
            return Message("began")
        case Joined(seat):
            return Message("took the seat {seat}", seat=seat)
        case Turned(turn=turn):
            return Message("turned to turn {turn}", turn=turn)
        case Used():
            return Message("used the cards of a turn")
        case Committed():
            return Message("took part in the seed")
        case Told():
            return Message("told the secret for the seed")
        case Revealed():
            return Message("turned over a card")
        case Photographed():
            for photo in _photos(at):
                if photo.event == happened.number:
                    return Message("sent photo {number}: {state}", number=photo.number, state=photo.state)
            return Message("sent a photo")
        case Undone(number):
            undone = next(each for each in at.standing.table.log if each.number == number)
            if isinstance(undone.event.what, Undone):  # of which there can be any number in a row
                return Message("undid something")
            return Message("undid: {what}", what=_happened(at, undone))
        case Answered(said):
            first = said[0]
            try:
                place = place_of(at.standing, (first.sha256, first.number))
            except FairsheetError:
                return Message("answered a question: {mark}", mark=mark_name(first.mark))
            sheet = layout_of(place.record, at.standing.plan.catalog)
            whose = owner_name(place.record.seat, place.record.sheet)
            field = joined(", ", (whose, field_names(sheet)[first.field]))
            return Message("answered about {field}: {mark}", field=field, mark=mark_name(first.mark))
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
        version = ""
        while True:
            version = await at.tables.next_version(at.guest.table, version, HEARTBEAT)
            yield f"data: {version}\n\n"
    finally:
        _streams[address] -= 1
        if not _streams[address]:
            del _streams[address]


ROUTES = [
    Route("/t/{link}", _table),
    Route("/t/{link}/photos", _send, methods=["POST"]),
    Route("/t/{link}/undo", _undo, methods=["POST"]),
    Route("/t/{link}/sheets.pdf", _sheets_pdf),
    Route("/t/{link}/log", _log),
    Route("/t/{link}/events", _events),
]
