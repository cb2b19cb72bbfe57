"""The address to which phones send their part of a shared seed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.serve.pages._forms import form_of, text_of
from fairsheet.serve.pages._visits import redirect_to, visit
from fairsheet.serve.shared_seed import check_commitment, check_secret


async def _take_part(request: Request) -> Response:
    form = await form_of(request)
    at = visit(request)
    table, who = at.overview.table, at.guest.who
    hash_, secret = text_of(form, "commit"), text_of(form, "tell")
    if hash_ and hash_ != table.commitments.get(who):  # a phone repeats itself if it got no answer
        at.add_event(check_commitment(table, who, hash_))
    elif not hash_ and secret != table.secrets.get(who):
        at.add_event(check_secret(table, who, secret))
    return redirect_to(at)


ROUTES = [Route("/t/{link}/seed", _take_part, methods=["POST"])]
