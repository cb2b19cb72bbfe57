"""The pages of the result: verdicts and points, the game turn by turn, files to share."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from io import BytesIO
from zipfile import ZipFile

from msgspec import structs
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.engine.records.record import layout_of, write_record
from fairsheet.pipeline.reading.picture_files import record_pngs
from fairsheet.reports.contents import ReportTable
from fairsheet.reports.html import table_part, tables_page
from fairsheet.reports.narrative import table_view
from fairsheet.reports.pdf import tables_pdf, tables_png
from fairsheet.reports.playback import inked
from fairsheet.reports.spots import spots
from fairsheet.results.html_pages import FOOT
from fairsheet.results.league import standings
from fairsheet.serve.pages._home_pages import qr_of
from fairsheet.serve.pages._season_pages import games_file, in_season
from fairsheet.serve.pages._templates import language_of
from fairsheet.serve.pages._visits import Visit, draw_in_thread, file_response, report_of, visit
from fairsheet.serve.sharing.bg_stats import play_address
from fairsheet.serve.sharing.share_card import card_png
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.model.sheet import ENGLISH
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

LONGEST_CODE = 1_500  # characters of a QR code that phones read from a screen


async def _result(request: Request) -> Response:
    at = visit(request)
    reported = report_of(at)
    if reported is None:
        return at.page("result.html", "result", article=None)
    replays = [(each.seat, at.name(each.seat)) for each in reported.found if each.history and each.seat]
    address = _play_address(at)
    return at.page(
        "result.html",
        "result",
        article=partial(table_part, reported, at.words),
        replays=replays,
        play=address,
        play_code=qr_of(address) if address and len(address) <= LONGEST_CODE else "",
        is_proved=reported.is_proved,
        result_version=at.tables.result_version(at.guest.table),
    )


def _play_address(at: Visit) -> str:
    """Return the link with the play for BG Stats; "" until all sheets are there and proved, and somebody is ranked."""
    outcome, table = at.overview.outcome, at.overview.table
    if outcome is None or outcome.score is None or outcome.table.missing or not outcome.score.ranking:
        return ""
    moment = datetime.fromisoformat(table.log[0].event.moment)
    return play_address(outcome, table.id, at.overview.played.playable.title_in(ENGLISH), moment)


def _reported(at: Visit) -> ReportTable:
    """Return the report of a table with its pictures. Raises FairsheetError until it is proved: files are shared."""
    reported = report_of(at, embedded=True) if at.overview.is_proved else None
    if reported is None:
        raise FairsheetError(
            "there is no result yet", code=ErrorCode.NOTHING_TO_READ, hint="wait until the sheets are proved"
        )
    return reported


async def _result_file(request: Request) -> Response:
    at, kind = visit(request), request.path_params["kind"]
    made = {
        "png": (tables_png, "image/png"),
        "pdf": (tables_pdf, "application/pdf"),
        "html": (lambda *of: tables_page(*of).encode(), "text/html"),
    }
    reported, outcome = _reported(at), at.overview.outcome
    if kind == "zip":
        return file_response(_zipped_records(at), "application/zip", "records.zip")
    if kind not in made:
        games = [in_season(outcome, at.overview.table)] if outcome else []
        return games_file(standings(games), kind, "result")
    make, media_type = made[kind]
    content = await draw_in_thread(make, [reported], FOOT, at.words)
    return file_response(content, media_type, f"result.{kind}")


def _zipped_records(at: Visit) -> bytes:
    """Return a ZIP file with a record of each sheet, answers included, which commands read in a folder."""
    with BytesIO() as file:
        with ZipFile(file, "w") as archive:
            for number, place in enumerate(at.overview.places(), 1):
                archive.writestr(f"sheet-{number}.json", write_record(place.record))
        return file.getvalue()


async def _card(request: Request) -> Response:
    at = visit(request)
    card = at.overview.cards.get(language_of(request))
    if card is None:
        card = await draw_in_thread(_draw_card, at, _reported(at))
    return file_response(card, "image/png", f"card-{at.overview.table.day}.png")


def _draw_card(at: Visit, reported: ReportTable) -> bytes:
    """Return a card, and keep it for the other phones of the table."""
    cards, language = at.overview.cards, language_of(at.request)
    if language not in cards:  # another phone may have waited for the same card
        cards[language] = card_png(reported, at.overview.table.day, FOOT, at.words)
    return cards[language]


async def _steps(request: Request) -> Response:
    at = visit(request)
    seat, turn = request.path_params["seat"], request.path_params["turn"]
    reported = report_of(at)
    found = next((each for each in (reported.found if reported else ()) if each.seat == seat), None)
    if reported is None or found is None or not found.history:
        raise HTTPException(404)
    last = max(each.turn for each in found.history)
    shown = next((each for each in table_view(reported).sheets if each.seat == seat and each.turns), None)
    turns = {each[0]: each for each in (shown.turns if shown else ())}
    _, offers, causes = turns.get(turn, (turn, [], []))
    by_sheet: dict[int, dict[str, Mark]] = {}
    new: dict[int, set[str]] = {}
    for made in inked(found):
        marks = by_sheet.setdefault(made.seat, {})
        if made.turn <= turn:
            marks[made.field] = made.mark
        if made.turn == turn:
            new.setdefault(made.seat, set()).add(made.field)
    pages = []
    for place in at.overview.places():
        record = place.record
        if record.seat in by_sheet:
            sheet = layout_of(record, at.overview.plan.catalog)
            for number in sheet.pages_of(record.seat):
                marked = list(spots(sheet, number, by_sheet[record.seat], (), new.get(record.seat, ())))
                pages.append((f"/t/{at.link}/blank/{record.seat}/{number}.png", marked))
    return at.page("steps.html", "result", seat=seat, turn=turn, last=last, name=at.name(seat), offers=offers,
                   ink=causes, pages=pages, frame=frame_of(reported.sheet))  # fmt: skip


async def _blank(request: Request) -> Response:
    at = visit(request)
    seat, number = request.path_params["seat"], request.path_params["number"]
    for place in at.overview.places():
        if place.record.seat == seat:
            sheet = layout_of(place.record, at.overview.plan.catalog, language_of(request))
            pages = await draw_in_thread(record_pngs, sheet, structs.replace(place.record, marks={}))
            if 1 <= number <= len(pages):
                headers = {"Cache-Control": "private, max-age=86400", "Vary": "Accept-Language, Cookie"}
                return Response(pages[number - 1], media_type="image/png", headers=headers)
    raise HTTPException(404)


ROUTES = [
    Route("/t/{link}/result", _result),
    Route("/t/{link}/result.{kind}", _result_file),
    Route("/t/{link}/card.png", _card),
    Route("/t/{link}/steps/{seat:int}/{turn:int}", _steps),
    Route("/t/{link}/blank/{seat:int}/{number:int}.png", _blank),
]
