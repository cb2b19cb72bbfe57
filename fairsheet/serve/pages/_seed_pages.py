"""Where phones take part in a seed that nobody can choose."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.serve.pages._forms import form_of, text_of
from fairsheet.serve.pages._visits import back_to, visit
from fairsheet.serve.shared_seed import committed, told


async def _take_part(request: Request) -> Response:
    at = visit(request)
    form = await form_of(request)
    table, who = at.standing.table, at.guest.who
    if hash_ := text_of(form, "commit"):
        at.happens(committed(table, who, hash_))
    else:
        at.happens(told(table, who, text_of(form, "tell")))
    return back_to(at)


ROUTES = [Route("/t/{link}/seed", _take_part, methods=["POST"])]
