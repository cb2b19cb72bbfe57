"""The home page with all tables, and the pages for a new table and for joining a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address
from itertools import groupby
from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fairsheet.engine.records.table_choices import OPTIONS, VALUES
from fairsheet.languages.messages import Message, as_message, joined
from fairsheet.languages.sorting import name_order
from fairsheet.options.seeds import new_seed
from fairsheet.serve.event_log import PHOTO_DAYS, Started
from fairsheet.serve.games import PlayableGame, game_at, playable_games
from fairsheet.serve.links import new_link_id
from fairsheet.serve.pages._forms import form_of, name_of, number_of, text_of
from fairsheet.serve.pages._templates import YEAR, language_of, page
from fairsheet.serve.pages._visits import has_turns
from fairsheet.serve.practice import practice_table
from fairsheet.serve.tables import Guest, Tables
from fairsheet.sheets.model.sheet import Option
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

OWN_LINK = "own"  # the cookie of a player's link, which browsers send only to the page for joining that table


@dataclass(frozen=True)
class NewTableForm:
    """The values in the form of a new table."""

    players: str
    names: tuple[str, ...]
    seed: str
    options: dict[str, str] = field(default_factory=dict)
    physical: bool = False
    fair: bool = False


async def front_page(request: Request) -> Response:
    """Return the page at `/`, which explains where to find the links."""
    problem = Message("Scan the code of a table, or open the link that fairsheet shows in its terminal.")
    return page(request, "message.html", title="fairsheet", problem=problem, hint="", back="")


def tables_of_home(request: Request) -> Tables:
    """Return the tables of a request with the link of the home page. Raises HTTPException if the link is unknown."""
    tables: Tables = request.app.state.tables
    if request.path_params["home"] != tables.link:
        raise HTTPException(404)
    return tables


async def _home(request: Request) -> Response:
    tables = tables_of_home(request)
    code = qr_of(f"{request.app.state.address}/h/{tables.link}")
    games, problems = playable_games(tables.folder)
    rows = []
    for each in tables.all():
        try:
            rows.append((each, game_at(each).playable.title_in(language_of(request)), each.started.links[0]))
        except FairsheetError as error:  # the template of its custom sheet has changed
            problems.append(error)
    titles = {game.name: game.title_in(language_of(request)) for game in games}
    deleted = [(each.day, titles.get(each.game, each.game)) for each in tables.deleted]
    groups = [(heading, list(those)) for heading, those in groupby(enumerate(games), lambda of: of[1].group)]
    return page(request, "home.html", home=tables.link, groups=groups, qr=code, deleted=deleted,
                tables=[row for row in rows if not row[0].is_archived],
                archived=[row for row in rows if row[0].is_archived],
                is_local=is_local(request.app.state.address), problems=problems)  # fmt: skip


def _game(request: Request, tables: Tables) -> PlayableGame:
    games, _ = playable_games(tables.folder)
    number: int = request.path_params["game"]
    if number >= len(games):
        raise HTTPException(404)
    return games[number]


async def _new(request: Request) -> Response:
    tables = tables_of_home(request)
    game = _game(request, tables)
    most = max(game.player_counts)
    filled = NewTableForm(str(next((n for n in game.player_counts if n > 1), 1)), ("",) * most, new_seed())
    problems: dict[str, str] = {}
    if request.method == "POST":
        form = await form_of(request)
        names = tuple(map(name_of, form.getlist("name")))
        options = {
            option.id: value for option in game.options if (value := text_of(form, f"option-{option.id}"))
        }
        filled = NewTableForm(
            text_of(form, "players"),
            (names + ("",) * most)[:most],
            text_of(form, "seed"),
            options,
            bool(text_of(form, "physical")),
            bool(text_of(form, "fair")),
        )
        try:
            table = tables.start(_read_new_table(game, filled))
            return RedirectResponse(f"/t/{table.started.links[0]}", 303)
        except FairsheetError as error:
            hint = "" if "--" in error.hint else error.hint
            words = joined("; ", map(as_message, filter(None, (error.problem, hint))))
            problems[_part_of_form(error.where)] = words
    language = language_of(request)
    people = sorted(
        {name for each in tables.all() for name in each.started.names if name},
        key=lambda name: name_order(name, language),
    )
    shown: dict[str, object] = {
        "game": game,
        "most": most,
        "filled": filled,
        "people": people,
        "problems": problems,
    }
    status = 400 if problems else 200
    return page(
        request,
        "new.html",
        status,
        home=tables.link,
        words_of_option=_option_words,
        values=VALUES,
        **shown,
    )


def _part_of_form(where: str) -> str:
    """Return the part of the form of a new table that an error is about."""
    if where.startswith("option-"):
        return where
    return next((part for part in ("names", "seed", "option") if part in where), "players")


def _option_words(option: Option) -> str:
    found = (words[option.id] for words in OPTIONS.values() if option.id in words)
    return next(found, option.id)


def _read_new_table(game: PlayableGame, filled: NewTableForm) -> Started:
    """Return the table that a form describes. Raises FairsheetError if the number of players does not fit the game."""
    solo = filled.players.startswith("solo-")
    number = filled.players.removeprefix("solo-")
    if not (number.isascii() and number.isdecimal() and len(number) < 3):
        raise FairsheetError(
            "the number of players is missing", code=ErrorCode.MISSING_OPTION, hint="choose how many"
        )
    players = 1 if solo else int(number)
    if players not in game.player_counts and not solo:
        raise FairsheetError(
            "this game needs another number of players", code=ErrorCode.BAD_PLAYERS, hint="choose how many"
        )
    for option in game.options:
        if players in option.needed_by and not solo and option.id not in filled.options:
            problem = Message("with {players} players you have to choose one", players=players)
            raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where=f"option-{option.id}")
    without = not solo and (filled.physical or filled.fair)
    return Started(
        game.name,
        filled.names[:players],
        (filled.seed or new_seed()) if game.takes_seed and not without else None,
        tuple(new_link_id() for _ in range(players + 2)),
        int(number) if solo else None,
        tuple(f"{name}={value}" for name, value in filled.options.items()),
        game.template,
        is_fair=game.takes_seed and filled.fair and not filled.physical and not solo,
        photo_days=PHOTO_DAYS,
    )


async def _practise(request: Request) -> Response:
    tables = tables_of_home(request)
    return RedirectResponse(f"/t/{tables.start(practice_table()).started.links[0]}", 303)


async def _join(request: Request) -> Response:
    """Return the page on which a player joins; a phone that has joined continues as the same player."""
    tables: Tables = request.app.state.tables
    form = await form_of(request) if request.method == "POST" else None
    table = tables.table_to_join(request.path_params["link"])
    if table is None:
        raise HTTPException(404)
    known = tables.standing(table)
    own = request.cookies.get(OWN_LINK, "")
    guest = tables.guest(own)
    if form is not None:
        seat = number_of(form, "seat")
        if guest == Guest(table, seat):
            return RedirectResponse(f"/t/{own}", 303)
        if seat in known.table.joined:
            answer = RedirectResponse(request.url.path, 303)
            own = tables.request_seat(table, seat)
        else:
            own = tables.join(table, seat)
            is_before = has_turns(known) and not known.table.photos
            answer = RedirectResponse(f"/t/{own}/turn" if is_before else f"/t/{own}", 303)
        answer.set_cookie(OWN_LINK, own, YEAR, path=request.url.path, httponly=True, samesite="lax")
        return answer
    if guest is not None and guest.table == table and "other" not in request.query_params:
        return RedirectResponse(f"/t/{own}", 303)
    names = [
        known.table.name_of(seat) or Message("Player {seat}", seat=seat)
        for seat in range(1, known.table.players + 1)
    ]
    title = known.played.playable.title_in(language_of(request))
    waits = tables.is_requested(table, own)
    return page(request, "join.html", title=title, names=names, joined=known.table.joined, waits=waits)


@lru_cache(64)
def is_local(address: str) -> bool:
    """Return whether only this machine can open an address."""
    try:
        return ip_address(urlsplit(address).hostname or "").is_loopback
    except ValueError:  # the host is a name
        return False


def qr_of(address: str) -> Markup:
    """Return the QR code of an address as SVG."""
    import re

    import zxingcpp

    code = zxingcpp.create_barcode(address, zxingcpp.BarcodeFormat.QRCode)
    svg = str(code.to_svg())
    return Markup(
        re.sub(
            r'width="(\d+)" height="(\d+)"',
            r'viewBox="0 0 \1 \2" role="img" aria-label="QR"',
            svg[svg.index("<svg") :],
            count=1,
        )
    )


ROUTES = [
    Route("/h/{home}", _home),
    Route("/h/{home}/new/{game:int}", _new, methods=["GET", "POST"]),
    Route("/h/{home}/practice", _practise, methods=["POST"]),
    Route("/j/{link}", _join, methods=["GET", "POST"]),
]
