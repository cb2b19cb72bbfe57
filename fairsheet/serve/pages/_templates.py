"""Render templates in the language of the browser, with all text escaped."""

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
from fairsheet.reports.html import page_data, page_environment
from fairsheet.sheets.drawing.icon_paths import commands
from fairsheet.sheets.drawing.icons import ICONS
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.drawn_shapes import Paint

LANGUAGE = "lang"  # the name of the cookie and of the query parameter
YEAR = 365 * 24 * 3600  # seconds
SHARED = ("picture.html", "player.html", "standings.html")  # also used by reports
NAMES_OF_LANGUAGES = {"en": "English", "cs": "Čeština", "de": "Deutsch"}


def page(
    request: Request, template: str, status: int = 200, catalog: Catalog = BUNDLED, /, **values: object
) -> HTMLResponse:
    """Return the page of a template with these values, translated also by the catalogues of custom sheets."""
    language = language_of(request)
    known = {"language": language, "catalogue": catalog.words(language), "path": request.url.path}
    words = _environment().get_template(template).render(known, **values)
    answer = HTMLResponse(words, status)
    if LANGUAGE in request.query_params:
        answer.set_cookie(LANGUAGE, language, YEAR, httponly=True, samesite="strict")
    return answer


def language_of(request: Request) -> str:
    """Return the chosen language, otherwise the first available one that the browser accepts, otherwise English."""
    asked = (each.split(";")[0].strip()[:2] for each in request.headers.get("accept-language", "").split(","))
    chosen = (request.query_params.get(LANGUAGE), request.cookies.get(LANGUAGE), *asked)
    return next((each for each in chosen if each in languages()), "en")


@pass_context
def _translate(context: Context, value: object) -> object:
    return render(value, context["catalogue"]) if isinstance(value, Message) else value


@cache
def _icon_paths(name: str) -> list[tuple[str, Paint, float]]:
    """Return the layers of an icon of the sheets as SVG paths about the origin; none for another name."""
    if name not in ICONS:
        return []
    drawn = ICONS[name].bare or ICONS[name].layers
    layers = [(commands(each.path, 100, 100), each) for each in drawn]
    return [
        ("".join(letter + " ".join(f"{at:g}" for at in to) for letter, to in path), of.paint, of.weight)
        for path, of in layers
    ]


@cache
def _environment() -> Environment:
    environment = page_environment(
        lambda name: (page_data if name in SHARED else serve_data)(name), _translate
    )
    static = {name: static_address(name) for name in STATIC}
    environment.globals.update(languages=NAMES_OF_LANGUAGES, static=static, icon_paths=_icon_paths)
    return environment


def serve_data(name: str) -> str:
    """Return a bundled page, style or script."""
    return (files("fairsheet") / "data" / "serve" / name).read_text(encoding="utf-8")


STATIC = {  # files that browsers cache, with their media types
    "report.css": "text/css",
    "serve.css": "text/css",
    "serve.js": "text/javascript",
}


@cache
def static_file(name: str) -> bytes:
    """Return the content of one of `STATIC`."""
    return (page_data(name) if name == "report.css" else serve_data(name)).encode()


def static_address(name: str) -> str:
    """Return the path of one of `STATIC`; it contains a hash of the content, so that caches notice changes."""
    return f"/static/{hashlib.sha256(static_file(name)).hexdigest()[:12]}/{name}"
