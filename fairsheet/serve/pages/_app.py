"""Build the web application: its routes and error pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from fairsheet.languages.messages import Message, as_message, render
from fairsheet.serve.guard import Guard, TooMuch
from fairsheet.serve.pages import (
    _deletion_pages,
    _home_pages,
    _mark_pages,
    _result_pages,
    _season_pages,
    _seat_pages,
    _seed_pages,
    _table_pages,
    _turn_pages,
)
from fairsheet.serve.pages._templates import STATIC, language_of, page, static_address, static_file
from fairsheet.serve.tables import Tables
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_CACHED_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


def app_of(tables: Tables, address: str, origins: Collection[str]) -> ASGIApp:
    """Return the application for these tables.

    `address` is the base URL for links and codes. Requests to other origins than `origins` are refused.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tables.resume_tasks()
        yield

    def storing(route: Route) -> Route:
        """Return a route that answers when everything is stored."""

        async def answer(request: Request) -> Response:
            return await tables.stored(route.endpoint(request))

        return Route(route.path, answer, methods=list(route.methods or ()))

    routes = [
        *_home_pages.ROUTES,
        *_season_pages.ROUTES,
        *_table_pages.ROUTES,
        *_seat_pages.ROUTES,
        *_deletion_pages.ROUTES,
        *_seed_pages.ROUTES,
        *_turn_pages.ROUTES,
        *_mark_pages.ROUTES,
        *_result_pages.ROUTES,
    ]
    pages = Starlette(
        routes=[
            Route("/", _home_pages.front_page),
            Route("/static/{version}/{name}", _static),
            *map(storing, routes),
        ],
        exception_handlers={
            FairsheetError: _on_fairsheet_error,
            HTTPException: _on_http_error,
            TooMuch: _on_too_much,
            ClientDisconnect: _on_disconnect,
            Exception: _on_crash,
        },
        lifespan=lifespan,
    )
    pages.state.tables, pages.state.address = tables, address
    return Guard(pages, origins)


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC or request.url.path != static_address(name):
        raise HTTPException(404)
    return Response(static_file(name), media_type=STATIC[name], headers=_CACHED_FOREVER)


def _error_page(request: Request, status: int, problem: str, hint: str = "") -> Response:
    if "application/json" in request.headers.get("accept", ""):
        words = words_on_sheets(language_of(request))
        return JSONResponse({"problem": render(problem, words), "hint": render(hint, words)}, status)
    title, link = Message("This cannot be done"), request.path_params.get("link", "")
    back = f"/t/{link}" if request.app.state.tables.guest(link) else ""
    return page(request, "message.html", status, title=title, problem=problem, hint=hint, back=back)


async def _on_fairsheet_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, FairsheetError)
    status = 503 if error.code == ErrorCode.CANNOT_WRITE else 400  # pages send it again
    return _error_page(request, status, as_message(error.problem), as_message(error.hint))


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        hint = Message("Ask for the link or the code again.")
        return _error_page(request, 404, Message("This link is not valid."), hint)
    return _error_page(request, error.status_code, Message("The request was not understood."))


async def _on_too_much(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooMuch)
    return _error_page(request, error.status, Message("The upload is too large or too slow."))


async def _on_disconnect(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # the client is gone, but Starlette needs a response


async def _on_crash(request: Request, error: Exception) -> Response:
    return _error_page(
        request, 500, Message("fairsheet failed on this request. Everything else still works.")
    )
