"""The pages of the season: standings, evenings, one page for each player, and files of all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairsheet.languages.messages import Message
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.results.html_pages import NAMES, first_place, format_table, how_counted, player_id
from fairsheet.results.league import WAYS, Standing, games_csv, games_json, standings
from fairsheet.results.outputs import incomplete_tables
from fairsheet.results.player_pages import page_values, players_met
from fairsheet.serve.event_log import TableState
from fairsheet.serve.pages._home_pages import tables_of_home
from fairsheet.serve.pages._templates import language_of, page
from fairsheet.serve.pages._visits import file_response
from fairsheet.serve.tables import Tables
from fairsheet.sheets.support.errors import FairsheetError

BY = "stars"  # how the season counts, of `WAYS`


@dataclass(frozen=True)
class _Season:
    """The judged tables, newest first, with the paths of their results by identity, and the standings."""

    home: str
    evenings: Sequence[JudgedTable]
    results: Mapping[int, str]
    league: Sequence[Standing]

    @property
    def path(self) -> str:
        """The path of the page of the season; the pages of the players are below."""
        return f"/h/{self.home}/season"

    def player_address(self, player: Standing) -> str:
        """Return the path of the page of a player; the name is not in it, so that no log shows it."""
        return f"{self.path}/{player_id(player)}"

    def address(self, evening: JudgedTable) -> str:
        """Return the path of the result of a table; "" for a table of a batch, which has no page here."""
        return self.results.get(id(evening), "")

    def words(self, evening: JudgedTable) -> str:
        """Return a table in a few words. Only files name a table of this folder: its name is an identity."""
        return format_table(replace(evening, name=None) if self.address(evening) else evening)


def _season_of(request: Request) -> _Season:
    tables = tables_of_home(request)
    served = dict(_served(tables))
    found = [each for each in (*served.values(), *tables.batch_tables) if each.result is not None]
    found.sort(key=lambda each: each.day or date.min, reverse=True)
    results = {id(each): f"/t/{link}/result" for link, each in served.items()}
    return _Season(tables.link, found, results, standings(found[::-1], BY, language=language_of(request)))


def _served(tables: Tables) -> Iterator[tuple[str, JudgedTable]]:
    """Yield the tables of the folder that have sheets, newest first, each after its link for the host."""
    for each in tables.all():
        if each.started.is_practice:
            continue
        with suppress(FairsheetError):  # the template of its custom sheet has changed
            if (outcome := tables.standing(each.id).outcome) is not None:
                yield each.started.links[0], in_season(outcome, each)


def in_season(outcome: JudgedTable, table: TableState) -> JudgedTable:
    """Return the judged table with its day, and with the identity of its print as its name."""
    return replace(outcome, day=table.day, name=table.id)


async def _season_page(request: Request) -> Response:
    season = _season_of(request)
    evenings = [(each, season.address(each), *first_place(each)) for each in season.evenings]
    return page(request, "season.html", home=season.home, league=season.league, evenings=evenings, ways=WAYS[BY],
                player_address=season.player_address, counted_by=how_counted(BY),
                incomplete=incomplete_tables(season.evenings), **{**NAMES, "format_table": season.words})  # fmt: skip


async def _player_page(request: Request) -> Response:
    season = _season_of(request)
    found = (each for each in season.league if player_id(each) == request.path_params["player"])
    if (player := next(found, None)) is None:
        raise HTTPException(404)
    values = page_values(player, season.league, players_met(season.league), BY, language_of(request))
    above = Message("Standings of the season")
    names = {**NAMES, "format_table": season.words}
    return page(
        request, "player.html", back=season.path, above=above, address=season.address, **values, **names
    )


async def _season_file(request: Request) -> Response:
    return games_file(_season_of(request).league, request.path_params["kind"], "season")


def games_file(league: Sequence[Standing], kind: str, name: str) -> Response:
    """Return the games of a league as a file of a kind, csv or json. Raises HTTPException for other kinds."""
    match kind:
        case "csv":
            return file_response(games_csv(league), "text/csv", f"{name}.csv")
        case "json":
            return file_response(games_json(league), "application/json", f"{name}.json")
    raise HTTPException(404)


ROUTES = [
    Route("/h/{home}/season", _season_page),
    Route("/h/{home}/season.{kind}", _season_file),
    Route("/h/{home}/season/{player}", _player_page),
]
