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
    at = visit(request)
    require_host(at)
    names, seats, late, problem = list(at.overview.table.started.names), [], "", ""
    if request.method == "POST":
        form = await form_of(request)
        names, seats = [name_of(each) for each in form.getlist("name")], form.getlist("seat")
        late = name_of(text_of(form, "late"))
        try:
            _change_seats(at, names, [int(str(each)) for each in seats if str(each).isdecimal()], late)
            return redirect_to(at)
        except FairsheetError as error:
            problem = joined("; ", map(as_message, filter(None, (error.problem, error.hint))))
    rows = [
        (name, str(seats[place]) if place < len(seats) else str(place + 1))
        for place, name in enumerate(names)
    ]
    has_room = len(names) + 1 in at.overview.played.playable.player_counts
    status = 400 if problem else 200
    return at.page("seats.html", "table", status, rows=rows, late=late, has_room=has_room, problem=problem)


def _change_seats(at: Visit, names: list[str], seats: list[int], late: str) -> None:
    """Change names and seats as typed: the name and the new seat of each player, by former seat."""
    players = at.overview.table.players
    if len(names) != players or sorted(seats) != list(range(1, players + 1)):
        raise FairsheetError(
            Message("two players have the same seat"),
            code=ErrorCode.BAD_PLAYERS,
            hint=Message("choose others"),
        )
    former = tuple(sorted(range(1, players + 1), key=lambda seat: seats[seat - 1]))
    at.tables.seat(at.guest.table, (*(names[seat - 1] for seat in former), *filter(None, [late])), former)


async def _give_seat(request: Request) -> Response:
    at = visit(request)
    form = await form_of(request)
    require_host(at)
    at.tables.give_seat(at.guest.table, number_of(form, "number"))
    return redirect_to(at)


async def _assign(request: Request) -> Response:
    at = visit(request)
    form = await form_of(request)
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
