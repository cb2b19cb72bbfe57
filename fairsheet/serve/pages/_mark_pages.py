"""The pages of the marks as read: marks over the photo, questions, corrections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.asking.table_questions import TableQuestion
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.languages.messages import Message, as_message, joined
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.judging.consequences import doubt_effects
from fairsheet.reports.spots import spots, view_around
from fairsheet.serve.event_answers import (
    answer_question,
    candidate_marks,
    correct_field,
    counted_sheet,
    form_value,
    possible_marks,
)
from fairsheet.serve.event_log import TABLE, Answered
from fairsheet.serve.overview import MOST_PAGES
from fairsheet.serve.pages._forms import form_of, number_of, text_of
from fairsheet.serve.pages._visits import Visit, redirect_to, visit
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import mark_name
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.model.sheet import Field
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import photo_hint
from fairsheet.wording.table_words import known_names, with_names

CLOSER = 2.0  # mm that are shown around a field when it is enlarged


@dataclass(frozen=True)
class _Crop:
    """A field on a photo: the address of the picture, the place in words, the usual view and the enlarged one."""

    image: str
    field: Field
    place: str
    views: tuple[Rect, Rect]


def _crop(at: Visit, seen: SheetOfFile, field: Field, frame: Rect, place: str) -> _Crop:
    return _Crop(at.image(seen), field, place, (view_around(field, frame), view_around(field, frame, CLOSER)))


def _last_answer(at: Visit) -> int | None:
    """Return the number of the last event if it is an answer that the guest may undo."""
    last = at.overview.table.last
    is_own = last and isinstance(last.event.what, Answered) and at.guest.who in (TABLE, last.who)
    return last.number if last and is_own else None


async def _flat_page(request: Request) -> Response:
    at = visit(request)
    sha256, number = request.path_params["sha256"], request.path_params["number"]
    kept = [each.sha256 for each in at.overview.table.photos if each.reading is None]
    if sha256 not in kept or number >= MOST_PAGES:
        raise HTTPException(404)
    jpeg = at.tables.page(sha256, number)
    if jpeg is None:
        raise HTTPException(404)
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


def _find_place(at: Visit) -> tuple[SeatSheet, SheetOfFile]:
    photo = at.request.path_params["sha256"], at.request.path_params["number"]
    place = counted_sheet(at.overview, photo)
    return place, next(each for each in place.seen if (each.sha256, each.number) == photo)


async def _photo(request: Request) -> Response:
    at = visit(request)
    place, seen = _find_place(at)
    sheet = layout_of(place.record, at.overview.plan.catalog)
    may = at.overview.may_change(at.guest.who, place.record)
    asked = {each.field.id for each in at.overview.open_questions if each.record is place.record}
    marks = at.overview.counted_record(place, seen).marks
    shown = spots(sheet, min(seen.sheet.pages, default=1), marks, asked)
    links = f"/t/{at.link}/f/{seen.sha256}/{seen.number}" if may else ""
    return at.page("photo.html", "table", name=at.sheet_name(place.record.seat), may_change=may, undo=_last_answer(at),
                   back=f"p/{seen.sha256}/{seen.number}", is_deleted=at.overview.table.is_deleted(seen.sha256),
                   image=at.image(seen), frame=frame_of(sheet), page_spots=list(shown), links=links)  # fmt: skip


async def _field(request: Request) -> Response:
    form = await form_of(request) if request.method == "POST" else None
    at = visit(request)
    place, seen = _find_place(at)
    sheet = layout_of(place.record, at.overview.plan.catalog)
    field = sheet.field.get(request.path_params["field"])
    if field is None or not at.overview.may_change(at.guest.who, place.record):
        raise HTTPException(404)
    back = "ask" if request.query_params.get("back") == "ask" else f"p/{seen.sha256}/{seen.number}"
    problem = ""
    if form is not None:
        try:
            photo = (seen.sha256, seen.number)
            at.add_event(correct_field(at.overview, at.guest.who, photo, field.id, text_of(form, "mark")))
            return redirect_to(at, back)
        except FairsheetError as error:
            problem = joined("; ", map(as_message, filter(None, (error.problem, error.hint))))
    buttons, frame = possible_marks(field), frame_of(sheet)
    asked = at.overview.questions_for(at.guest.who) if back == "ask" else ()
    questions = (of for of in asked if of.record is place.record and of.field.id == field.id)
    offered = [mark for question in questions for mark in candidate_marks(question)]
    return at.page(
        "field.html", "ask" if back == "ask" else "table", 400 if problem else 200, problem=problem, frame=frame,
        shown=_crop(at, seen, field, frame, field_places(sheet)[field.id]), whose=at.sheet_name(place.record.seat),
        mark=at.overview.counted_record(place, seen).marks.get(field.id), back=back,
        choices=[(form_value(mark), mark_name(mark)) for mark in buttons if mark not in offered],
        typed_in=len(buttons) == 1, numeric=field.kind == "box", is_deleted=at.overview.table.is_deleted(seen.sha256),
    )  # fmt: skip


async def _ask(request: Request) -> Response:
    form = await form_of(request) if request.method == "POST" else None
    at = visit(request)
    if form is not None:
        photo = (text_of(form, "sha256"), number_of(form, "number"))
        at.add_event(
            answer_question(at.overview, at.guest.who, photo, text_of(form, "field"), text_of(form, "mark"))
        )
        return redirect_to(at, "ask")
    asked = at.overview.questions_for(at.guest.who)
    after = request.query_params.get("after", "0")
    skipped = min(int(after), 10_000) if after.isascii() and after.isdecimal() and len(after) < 6 else 0
    undo = _last_answer(at)
    if skipped >= len(asked):
        return at.page("ask.html", "ask", question=None, undo=undo, hints=list(_photo_hints(at)))
    question = asked[skipped]
    seen, frame = question.seen[0], frame_of(question.layout)
    alike = [of for of in asked[skipped + 1 :] if question.is_alike(of)]
    key = {"sha256": seen.sha256, "number": seen.number, "field": question.field.id}
    shown, *others = _shown(at, question)
    here = joined(", ", (question.place, shown.source.name)) if others else question.place
    crops = [_crop(at, shown, question.field, frame, here)]
    crops += [_crop(at, _shown(at, of)[0], of.field, frame, of.place) for of in alike]
    crops += [
        _crop(at, other, question.field, frame, joined(", ", (question.place, other.source.name)))
        for other in others
    ]
    offered, possible = candidate_marks(question), possible_marks(question.field)
    has_others = len(possible) == 1 or not set(possible) <= set(offered)  # a single button: others are typed
    return at.page(
        "ask.html", "ask", question=question, whose=at.sheet_name(question.record.seat), undo=undo, crops=crops,
        hints=list(_photo_hints(at)),
        frame=frame, key=key, after=skipped + 1 + len(alike), effects=_effects(at, question.record, question.doubt),
        candidates=[(form_value(mark), mark_name(mark)) for mark in offered],
        otherwise=has_others and f"/t/{at.link}/f/{shown.sha256}/{shown.number}/{question.field.id}?back=ask",
        is_deleted=at.overview.table.is_deleted(shown.sha256),
    )  # fmt: skip


def _photo_hints(at: Visit) -> Iterator[Message]:
    """Yield what other photos of the guest's sheets should show, if they are better than questions."""
    for place in at.overview.places():
        hint = photo_hint(place.doubts)
        if hint and at.overview.may_change(at.guest.who, place.record):
            yield joined(": ", (at.sheet_name(place.record.seat), hint))


def _shown(at: Visit, question: TableQuestion) -> Sequence[SheetOfFile]:
    """Return the readings whose pictures show a question: of photos that were not deleted, if there are any."""
    (place,) = (each for each in at.overview.places() if each.record is question.record)
    is_about_photos, catalog = question.doubt.is_about_photos, at.overview.plan.catalog
    showing = () if is_about_photos else place.showing(question.field.id, catalog)
    kept = [each for each in (*question.seen, *showing) if not at.overview.table.is_deleted(each.sha256)]
    return (kept if is_about_photos else kept[:1]) or question.seen[:1]


def _effects(at: Visit, record: Record, doubt: Doubt) -> list[str]:
    """Describe how other answers to a doubt would change the score."""
    outcome = at.overview.outcome
    if outcome is None or outcome.score is None:
        return []
    records = outcome.table.records
    doubts = [(doubt,) if each is record else () for each in records]
    catalog = at.overview.plan.catalog
    found = doubt_effects(layout_of(records[0], catalog), records, doubts, outcome.score, catalog)
    names = known_names(records)
    return [with_names(words, names) for each in found for words in each.values()]


ROUTES = [
    Route("/t/{link}/page/{sha256}/{number:int}.jpg", _flat_page),
    Route("/t/{link}/p/{sha256}/{number:int}", _photo),
    Route("/t/{link}/f/{sha256}/{number:int}/{field}", _field, methods=["GET", "POST"]),
    Route("/t/{link}/ask", _ask, methods=["GET", "POST"]),
]
