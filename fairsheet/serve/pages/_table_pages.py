"""The pages of a table: its sheets and photos, the PDF to print, the history, and live updates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from fairsheet.engine.checks.verdict import VerdictWord
from fairsheet.engine.records.record import NO_SEAT, Record, layout_of
from fairsheet.languages.messages import Message, counted, joined, listed
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.reports.narrative import doubts_line, table_view
from fairsheet.serve.event_answers import counted_sheet
from fairsheet.serve.event_log import (
    TABLE,
    Answered,
    Archived,
    Assigned,
    Committed,
    DrawRevealed,
    Joined,
    LoggedEvent,
    Photographed,
    PhotosDeleted,
    PhotosLimited,
    Seated,
    SeatRequested,
    SecretRevealed,
    Started,
    Turned,
    Undone,
    Used,
)
from fairsheet.serve.overview import ELSEWHERE, NOT_NAMED, NOT_YOURS
from fairsheet.serve.pages._forms import MOST_FILES, files_of, form_of, number_of, suffix_of, text_of
from fairsheet.serve.pages._home_pages import is_local, qr_of
from fairsheet.serve.pages._templates import language_of
from fairsheet.serve.pages._visits import (
    Visit,
    draw_in_thread,
    file_response,
    join_path,
    redirect_to,
    report_of,
    require_host,
    visit,
)
from fairsheet.serve.practice import ready_photos
from fairsheet.serve.shared_seed import seed_lines
from fairsheet.sheets.model.marks import mark_name
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_table
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.lookalikes import disguise_lines
from fairsheet.vision.readings.left_out import left_out_words
from fairsheet.wording.field_names import field_names
from fairsheet.wording.formatting import photo_hint

HEARTBEAT = 10.0  # seconds between messages to a page that waits for updates
MOST_STREAMS, STREAMS_OF_ONE = 300, 60  # pages that wait for updates, in total and per link
_streams: Counter[str] = Counter()


async def _table(request: Request) -> Response:
    at = visit(request)
    code, address = "", ""
    if at.guest.who == TABLE:
        address = f"{request.app.state.address}{join_path(at)}"
        code = qr_of(address)
    headline, in_doubt, totals = "", None, dict[int, str]()
    if (reported := report_of(at)) is not None:
        view, in_doubt = table_view(reported), doubts_line(reported)
        headline = view.headline
        if reported.score and view.points:
            totals = {each.seat: counted(each.total, "point") for each in reported.score.players}
            totals |= view.points.totals
    return at.page(
        "table.html", "table", me=at.name(at.guest.who) if at.guest.who else "", headline=headline, in_doubt=in_doubt,
        waits_for_seed=_waits_for_seed(at),
        seed_lines=seed_lines(at.overview.table) if at.overview.table.started.is_fair else (),
        rows=_rows(at, totals), photos=_photos(at), joining=code, joining_address=address,
        requests=_requests(at), join_path=join_path(at), is_local=is_local(address),
        players=[at.name(seat) for seat in range(1, at.overview.table.players + 1)],
        seed_warnings=disguise_lines([at.overview.table.started.seed]),
    )  # fmt: skip


def _requests(at: Visit) -> list[tuple[int, str]]:
    """Return the phones that ask the host for a seat: the number of each event and the name of the seat."""
    asked = at.overview.table.requests if at.guest.who == TABLE else ()
    return [(each.number, at.name(each.who)) for each in asked]


def _waits_for_seed(at: Visit) -> bool:
    return at.overview.table.started.is_fair and at.overview.table.started.seed is None


@dataclass(frozen=True)
class _Row:
    seat: int
    name: str
    state: str
    verdict: VerdictWord | None = None
    total: str = ""
    photos: Sequence[SheetOfFile] = ()


def _rows(at: Visit, totals: Mapping[int, str]) -> list[_Row]:
    """Return a row for each sheet, with the total of its seat, and for each player without a sheet."""
    outcome = at.overview.provisional_outcome
    rows = []
    for place in at.overview.places():
        record = place.record
        verdict = outcome.proof.of_sheet(record.sheet, record.seat) if outcome and outcome.proof else None
        open_ = sum(each.record is record for each in at.overview.questions)
        state: str = counted(open_, "question") if open_ else Message("read")
        if hint := photo_hint(place.doubts):
            state = joined("; ", (state, hint))
        if at.overview.name_on_sheet(record.seat):
            state = joined("; ", (Message("the name is read from the sheet"), state))
        seen_pages = {page for seen in place.seen for page in seen.sheet.pages}
        pages = layout_of(record, at.overview.plan.catalog).pages_of(record.seat)
        if absent := [page for page in pages if page not in seen_pages]:
            words = Message("no photo of page {pages} yet", "no photo of pages {pages} yet")
            state = joined("; ", (state, words.filled(n=len(absent), pages=listed(absent))))
        shown = [
            each
            for each in sorted(place.seen, key=lambda seen: seen.sheet.pages)
            if at.overview.table.is_deleted(each.sha256)
            or at.tables.page(each.sha256, each.number) is not None
        ]
        name = at.sheet_name(record.seat)
        word = verdict.word if verdict else None
        rows.append(_Row(record.seat, name, state, word, totals.get(record.seat, ""), shown))
    played = at.overview.played
    seats = {seat for each in played.sheets for seat in each.seats(played.game.players)} - {NO_SEAT}
    missing = seats - {each.record.seat for each in at.overview.places()}
    reading = {who for each in at.overview.photos if each.found is None for who in each.photo.senders}
    for seat in missing:
        state = Message("no photo read yet") if {seat, TABLE} & reading else Message("no photo yet")
        rows.append(_Row(seat, at.sheet_name(seat), state))
    return sorted(rows, key=lambda row: row.seat)


@dataclass(frozen=True)
class _PhotoShown:
    number: int
    state: str
    event: int
    may_undo: bool
    is_of_use: bool
    sender: str  # "" if the photo shows a sheet, which has a name
    sha256: str
    owners: Sequence[int | None]  # of each sheet of this game, as far as they are known; for the host
    has_failed: bool


def _photos(at: Visit) -> list[_PhotoShown]:
    files = {each.sha256: each for each in at.overview.state.files}
    shown = []
    latest = {each.photo.senders[0]: each for each in at.overview.photos if each.found and each.found.sheets}
    for number, each in enumerate(at.overview.photos, 1):
        words: list[str] = []
        why = at.tables.failure(each.key) if each.found is None else None
        is_of_use, owners = why is None, list[int | None]()
        found = files[each.photo.sha256].found
        if why is not None:
            words.append(why)
        elif each.found is None or found is None:
            words.append(Message("is being read …"))
        else:
            if found.error:
                words.append(found.error)
            if found.left_out:
                words.append(left_out_words(found.left_out.values()))
            is_of_use = any(sheet.record.game.name is None for sheet in found.sheets)
            if not found.sheets and (better := latest.get(each.photo.senders[0])):
                is_of_use = better.photo.number > each.photo.number
            for sheet in found.sheets:
                words.append(_describe_sheet(at, sheet.record))
            if each.photo.reading is not None:
                words.append(Message("the photo is deleted"))
            if at.guest.who == TABLE:
                owners = [_owner(sheet.record, at.overview.table.players) for sheet in found.sheets]
        sender = each.photo.senders[0]
        shown.append(
            _PhotoShown(
                number=number,
                state=joined("; ", words),
                event=each.photo.number,
                may_undo=at.guest.who in (TABLE, sender),
                is_of_use=is_of_use,
                sender="" if found and found.sheets else at.name(sender),
                sha256=each.photo.sha256,
                owners=owners,
                has_failed=why is not None,
            )
        )
    return shown


def _owner(record: Record, players: int) -> int | None:
    """Return the seat of a sheet that counts, `NO_SEAT` if no other player can own it, and None if the host has to
    decide."""
    if record.game.name == ELSEWHERE or (record.game.name is None and players == 1):
        return NO_SEAT
    return record.seat if record.game.name is None else None


def _describe_sheet(at: Visit, record: Record) -> str:
    if record.game.name == ELSEWHERE:
        game, sheet = record.game, layout_of(record, at.overview.plan.catalog)
        return Message(
            "shows a sheet of another table: {sheet}, seed {seed}, player {seat} of {players}; "
            "to count it, start a table with that seed",
            sheet=Message(sheet.game_title),
            seed=game.seed or "-", seat=record.seat, players=game.players
        )  # fmt: skip
    name = at.sheet_name(record.seat) if record.seat != NO_SEAT else Message("the sheet of the table")
    if record.game.name == NOT_YOURS:
        return Message("shows the sheet of {name}; the host can accept it", name=name)
    if record.game.name == NOT_NAMED:
        words = Message("shows the sheet of player {seat} with the name {name}; the host decides whose it is")
        return words.filled(seat=record.seat, name=record.player or "-")
    return Message("shows {name}", name=name)


async def _send(request: Request) -> Response:
    visit(request)  # refuses an unknown link before it receives photos
    form = await form_of(request, files=MOST_FILES)
    files = await files_of(form)
    await form.close()
    at = visit(request)
    if not files:
        raise FairsheetError(
            "no photo was sent", code=ErrorCode.NOTHING_TO_READ, hint="choose one and send it again"
        )
    kinds = [suffix_of(each) for each in files]
    keys = [
        at.tables.photograph(at.guest.table, each, kind, at.guest.who)
        for each, kind in zip(files, kinds, strict=True)
    ]
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"photos": keys}, 201)
    return redirect_to(at)


async def _send_ready_photos(request: Request) -> Response:
    """Send the photos of a practice table."""
    at = visit(request)
    require_host(at)
    if not at.overview.table.started.is_practice:
        raise HTTPException(404)
    for each in ready_photos():
        at.tables.photograph(at.guest.table, each, ".jpg", at.guest.who)
    return redirect_to(at)


async def _try_again(request: Request) -> Response:
    at = visit(request)
    at.tables.try_again(at.guest.table)
    return redirect_to(at)


async def _undo(request: Request) -> Response:
    form = await form_of(request)
    at = visit(request)
    at.tables.undo(at.guest.table, number_of(form, "number"), at.guest.who)
    back = text_of(form, "back")
    return redirect_to(at, back if re.fullmatch("log|ask|turn|p/[0-9a-f]+/[0-9]+", back) else "")


async def _sheets_pdf(request: Request) -> Response:
    at = visit(request)
    paper = PAPERS.get(request.query_params.get("paper", "a4"), PAPERS["a4"])
    if _waits_for_seed(at):
        raise FairsheetError(
            "the seed is not made yet", code=ErrorCode.WRONG_STATE, hint="wait until everybody has joined"
        )
    pages = at.overview.played.pages(at.overview.table.started.names, None, language_of(request))
    pdf = await draw_in_thread(draw_table, pages, paper)
    return file_response(pdf, "application/pdf", "sheets.pdf")


async def _archive(request: Request) -> Response:
    at = visit(request)
    require_host(at)
    at.add_event(Archived(not at.overview.table.is_archived))
    return redirect_to(at)


async def _log(request: Request) -> Response:
    at = visit(request)
    log = [
        {"number": each.number, "time": each.event.moment[11:16], "who": at.name(each.who),
         "words": _describe_event(at, each), "is_undone": each.is_undone,
         "may_undo": at.overview.table.can_undo(each) and at.guest.who in (TABLE, each.who)}
        for each in reversed(at.overview.table.log)
    ]  # fmt: skip
    return at.page("log.html", "table", log=log)


def _describe_event(at: Visit, logged: LoggedEvent) -> str:
    match logged.event.what:
        case Started(seed=str(seed)):
            return Message("started the table with the seed {seed}", seed=seed)
        case Started():
            return Message("started the table")
        case Joined(seat) if logged.event.who == TABLE:
            return Message("gave the seat of player {seat} to another phone", seat=seat)
        case Joined(seat):
            return Message("joined as player {seat}", seat=seat)
        case Seated(names=names):
            return Message("changed names or seats: {names}", names=listed(names))
        case Archived(is_archived):
            return (
                Message("moved the table to the archive") if is_archived else Message("took the table back")
            )
        case Assigned(seat=seat):
            return Message("gave a sheet to {name}", name=at.name(seat))
        case SeatRequested(seat):
            return Message("asked for the seat of player {seat} with another phone", seat=seat)
        case Turned(turn=turn):
            return Message("went to turn {turn}", turn=turn)
        case Used():
            return Message("used the cards of a turn")
        case Committed():
            return Message("committed to a secret for the seed")
        case SecretRevealed():
            return Message("revealed the secret for the seed")
        case DrawRevealed():
            return Message("turned over a card")
        case Photographed():
            for photo in _photos(at):
                if photo.event == logged.number:
                    return Message("sent photo {number}: {state}", number=photo.number, state=photo.state)
            return Message("sent a photo")
        case PhotosLimited(days):
            return Message("decided that photos are kept for {days}", days=counted(days, "day"))
        case PhotosDeleted(photos):
            return Message("deleted photos: {number}", number=len(photos))
        case Undone(number):
            undone = next(each for each in at.overview.table.log if each.number == number)
            if isinstance(undone.event.what, Undone):  # a long chain of these would be unreadable
                return Message("undid something")
            return Message("undid: {what}", what=_describe_event(at, undone))
        case Answered(marks):
            first = marks[0]
            try:
                place = counted_sheet(at.overview, (first.sha256, first.number))
            except FairsheetError:
                return Message("answered a question: {mark}", mark=mark_name(first.mark))
            sheet = layout_of(place.record, at.overview.plan.catalog)
            whose = at.sheet_name(place.record.seat)
            field = joined(", ", (whose, field_names(sheet)[first.field]))
            return Message("answered about {field}: {mark}", field=field, mark=mark_name(first.mark))
    return ""


async def _events(request: Request) -> Response:
    at = visit(request)
    if _streams.total() >= MOST_STREAMS or _streams[at.link] >= STREAMS_OF_ONE:
        raise HTTPException(503)
    return StreamingResponse(_updates(at), media_type="text/event-stream")


async def _updates(at: Visit) -> AsyncIterator[str]:
    _streams[at.link] += 1
    at.tables.presence.enter(at.guest.table, at.guest.who)
    try:
        yield "retry: 3000\n\n"
        version = ""
        while True:
            version = await at.tables.next_version(at.guest.table, version, HEARTBEAT)
            if (
                at.tables.guest(at.link) != at.guest
            ):  # the page learns by its next request that its link is void
                return
            yield f"data: {version}\n\n"
    finally:
        at.tables.presence.leave(at.guest.table, at.guest.who)
        _streams[at.link] -= 1
        if not _streams[at.link]:
            del _streams[at.link]


ROUTES = [
    Route("/t/{link}", _table),
    Route("/t/{link}/photos", _send, methods=["POST"]),
    Route("/t/{link}/practice", _send_ready_photos, methods=["POST"]),
    Route("/t/{link}/archive", _archive, methods=["POST"]),
    Route("/t/{link}/again", _try_again, methods=["POST"]),
    Route("/t/{link}/undo", _undo, methods=["POST"]),
    Route("/t/{link}/sheets.pdf", _sheets_pdf),
    Route("/t/{link}/log", _log),
    Route("/t/{link}/events", _events),
]
