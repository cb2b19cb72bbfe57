"""Pages from templates: in the language of who looks, believing no text."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from starlette.requests import Request
from starlette.responses import HTMLResponse

from fairsheet.languages.catalogues import languages
from fairsheet.languages.messages import Message, render
from fairsheet.report.html import page_data, page_environment
from fairsheet.sheets.library.catalog import BUNDLED, Catalog

LANGUAGE = "lang"  # the name of the cookie, and in a query
YEAR = 365 * 24 * 3600  # seconds
SHARED = ("picture.html",)  # with pages that need no server
NAMES_OF_LANGUAGES = {"en": "English", "cs": "Čeština", "de": "Deutsch"}


def page(
    request: Request, template: str, status: int = 200, catalog: Catalog = BUNDLED, /, **values: object
) -> HTMLResponse:
    """The page of a template with these values, with the words beside the custom templates of a catalog."""
    language = language_of(request)
    known = {"language": language, "catalogue": catalog.words(language), "path": request.url.path}
    words = _environment().get_template(template).render(known, **values)
    answer = HTMLResponse(words, status)
    if LANGUAGE in request.query_params:
        answer.set_cookie(LANGUAGE, language, YEAR, httponly=True, samesite="strict")
    return answer


def language_of(request: Request) -> str:
    """The language that was chosen, else the first that the browser asks for and there is, else English."""
    asked = (each.split(";")[0].strip()[:2] for each in request.headers.get("accept-language", "").split(","))
    chosen = (request.query_params.get(LANGUAGE), request.cookies.get(LANGUAGE), *asked)
    return next((each for each in chosen if each in languages()), "en")


@pass_context
def _said(context: Context, value: object) -> object:
    return render(value, context["catalogue"]) if isinstance(value, Message) else value


@cache
def _environment() -> Environment:
    environment = page_environment(lambda name: (page_data if name in SHARED else serve_data)(name), _said)
    static = {name: static_address(name) for name in STATIC}
    environment.globals.update(languages=NAMES_OF_LANGUAGES, static=static)
    return environment


def serve_data(name: str) -> str:
    """A page, style or script among the data of the program."""
    return (files("fairsheet") / "data" / "serve" / name).read_text(encoding="utf-8")


STATIC = {  # what browsers keep, and its kind
    "report.css": "text/css",
    "serve.css": "text/css",
    "serve.js": "text/javascript",
}


@cache
def static_file(name: str) -> bytes:
    """One of `STATIC`."""
    return (page_data(name) if name == "report.css" else serve_data(name)).encode()


def static_address(name: str) -> str:
    """Where it is: another place whenever it changes."""
    return f"/static/{hashlib.sha256(static_file(name)).hexdigest()[:12]}/{name}"
