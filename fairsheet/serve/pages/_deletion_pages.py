"""The page on which the host deletes photos, now or after some days, and the whole table."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fairsheet.serve.event_log import PhotosLimited
from fairsheet.serve.pages._forms import form_of, number_of, text_of
from fairsheet.serve.pages._visits import redirect_to, require_host, visit
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

PHOTO_DAYS_CHOICES = (1, 7, 30, 365)


async def _delete(request: Request) -> Response:
    """Ask what to delete, and delete the table."""
    at = visit(request)
    require_host(at)
    if request.method == "GET":
        return at.page("delete.html", "table", choices=PHOTO_DAYS_CHOICES)
    at.tables.delete(at.guest.table)
    return RedirectResponse(f"/h/{at.tables.link}", 303)


async def _delete_photos(request: Request) -> Response:
    """Delete all photos now, or each of them a number of days after it was sent."""
    form = await form_of(request)
    at = visit(request)
    require_host(at)
    if text_of(form, "now"):
        at.tables.delete_photos(at.guest.table)
        return redirect_to(at)
    days = number_of(form, "days")
    if days not in PHOTO_DAYS_CHOICES:
        raise FairsheetError("this time cannot be chosen", code=ErrorCode.BAD_OPTION, hint="choose another")
    if days != at.overview.table.photo_days:
        at.add_event(PhotosLimited(days))
        at.tables.delete_photos(at.guest.table, days)
    return redirect_to(at, "delete")


ROUTES = [
    Route("/t/{link}/delete", _delete, methods=["GET", "POST"]),
    Route("/t/{link}/delete/photos", _delete_photos, methods=["POST"]),
]
