"""The pages on which the host decides who plays: names, seats, phones, and whose sheets are on the photos."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.languages.messages import Message, as_message, joined
from fairsheet.serve.event_log import Assigned
from fairsheet.serve.pages._forms import form_of, name_of, number_of, text_of
from fairsheet.serve.pages._visits import Visit, redirect_to, require_host, visit
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


async def _seats(request: Request) -> Response:
    """Return the form of names and seats."""
    form = await form_of(request) if request.method == "POST" else None
    at = visit(request)
    require_host(at)
    table = at.overview.table
    names, seats = list(table.started.names), [str(seat) for seat in range(1, table.players + 1)]
    late, problem = "", ""
    if form is not None:
        typed = [name_of(each) for each in form.getlist("name")], [str(each) for each in form.getlist("seat")]
        late = name_of(text_of(form, "late"))
        try:
            _check_seats_form(at, number_of(form, "changed"), *typed)
            names, seats = typed  # from here on, the form shows again what was typed
            _change_seats(at, names, seats, late)
            return redirect_to(at)
        except FairsheetError as error:
            problem = joined("; ", map(as_message, filter(None, (error.problem, error.hint))))
    rows = list(zip(names, seats, strict=True))
    has_room, status = at.overview.has_room, 400 if problem else 200
    return at.page("seats.html", "table", status, rows=rows, late=late, has_room=has_room, problem=problem)


def _check_seats_form(at: Visit, changed: int, names: list[str], seats: list[str]) -> None:
    """Raise FairsheetError if names or seats changed after event `changed`, when the form was opened."""
    table = at.overview.table
    if changed != table.seats_changed or not len(names) == len(seats) == table.players:
        raise FairsheetError(
            Message("somebody else changed names or seats since you opened this form"),
            code=ErrorCode.WRONG_STATE,
            hint=Message("it shows the present ones now; change them again"),
        )


def _change_seats(at: Visit, names: list[str], seats: list[str], late: str) -> None:
    """Change names and seats as typed: the name and the new seat of each player, by former seat."""
    players = range(1, len(names) + 1)
    if sorted(seats) != sorted(map(str, players)):
        raise FairsheetError(
            Message("two players have the same seat"),
            code=ErrorCode.BAD_PLAYERS,
            hint=Message("choose others"),
        )
    former = tuple(sorted(players, key=lambda seat: int(seats[seat - 1])))
    at.tables.seat(at.guest.table, (*(names[seat - 1] for seat in former), *filter(None, [late])), former)


async def _give_seat(request: Request) -> Response:
    form = await form_of(request)
    at = visit(request)
    require_host(at)
    at.tables.give_seat(at.guest.table, number_of(form, "number"))
    return redirect_to(at)


async def _assign(request: Request) -> Response:
    form = await form_of(request)
    at = visit(request)
    require_host(at)
    sha256, number, seat = text_of(form, "sha256"), number_of(form, "number"), number_of(form, "seat")
    is_there = any(each.sha256 == sha256 for each in at.overview.table.photos)
    if not is_there or not 1 <= seat <= at.overview.table.players:
        raise FairsheetError("this photo was removed", code=ErrorCode.NOT_ALLOWED, hint="reload the page")
    at.add_event(Assigned(sha256, number, seat))
    return redirect_to(at)


ROUTES = [
    Route("/t/{link}/seats", _seats, methods=["GET", "POST"]),
    Route("/t/{link}/seat", _give_seat, methods=["POST"]),
    Route("/t/{link}/assign", _assign, methods=["POST"]),
]
