"""Make the page of one player of a league: results by game, against each other player, and every game by date."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fairsheet.languages.messages import Message, joined
from fairsheet.languages.sorting import name_order
from fairsheet.pipeline.store.plan import Plan
from fairsheet.results.html_pages import (
    FOOT,
    name_of_sheet,
    page_name,
    page_style,
    player_page_name,
    results_template,
)
from fairsheet.results.league import WAYS, Game, Standing

Line = Mapping[str, object]  # a row of a table, by column heads


Met = Mapping[int, Sequence[tuple[Standing, Game]]]  # the players of a table, by the table's identity


def player_pages(plan: Plan, league: Sequence[Standing]) -> Iterator[tuple[str, bytes]]:
    """Yield the page of each player with its path below the report folder."""
    met = players_met(league)
    for each in league:
        page = results_template("player.html", plan.words).render(
            style=page_style(),
            back="../index.html",
            above=Message("League"),
            address=lambda outcome: f"../{page_name(outcome)}",
            foot=FOOT,
            **page_values(each, league, met, plan.league_by, plan.lang),
        )
        yield player_page_name(each), page.encode("utf-8", "backslashreplace")


def players_met(league: Sequence[Standing]) -> Met:
    """Return the players of each table, by the table's identity."""
    met: defaultdict[int, list[tuple[Standing, Game]]] = defaultdict(list)
    for each in league:
        for game in each.played:
            met[id(game.outcome)].append((each, game))
    return met


def page_values(
    player: Standing, league: Sequence[Standing], met: Met, by: str, language: str
) -> dict[str, object]:
    """Return what the page of a player shows; the league is ranked `by` one of `WAYS`."""
    return {
        "player": player,
        "number": len(league),
        "ways": WAYS[by],
        "earned": _format_results(player, WAYS[by]),
        "groups": [
            (Message("By game"), by_sheet(player)),
            (Message("Against"), against(player, met, language)),
        ],
        "games": [
            (game, sum(bool(other.rank) for _, other in met[id(game.outcome)])) for game in player.played
        ],
    }


def by_sheet(player: Standing) -> Sequence[Line]:
    """Return a row for each sheet, or each game with several sheets, that a player played."""
    games: defaultdict[str, list[Game]] = defaultdict(list)
    for game in player.played:
        games[name_of_sheet(game.outcome.table.key)].append(game)
    rows = []
    for sheet, played in sorted(games.items()):
        part = replace(player, played=tuple(played))
        sums = {"games": part.games, "wins": part.wins, "average": part.average, "best": part.best}
        rows.append(
            {"sheet": sheet, **{name: "" if value is None else value for name, value in sums.items()}}
        )
    return rows


def against(player: Standing, met: Met, language: str = "en") -> Sequence[Line]:
    """Return a row for each other player: the number of common games, and who had the better rank in how many.

    A player with an illegal sheet is neither ahead nor behind.
    """
    found: dict[str, Counter[str]] = {}
    for mine in player.played:
        for other, theirs in met[id(mine.outcome)]:
            if other is player or not (
                mine.player.earns and mine.rank and theirs.player.earns and theirs.rank
            ):
                continue
            word = "ahead" if mine.rank < theirs.rank else "behind" if mine.rank > theirs.rank else "level"
            found.setdefault(other.player, Counter(games=0, ahead=0, behind=0, level=0)).update(
                ["games", word]
            )
    lines = sorted(found.items(), key=lambda line: (-line[1]["games"], name_order(line[0], language)))
    return [{"player": name, **counts} for name, counts in lines]


def _format_results(player: Standing, ways: Sequence[str]) -> Message:
    counts = {
        "stars": Message("{n} star", "{n} stars"),
        "beaten": Message("{n} player beaten", "{n} players beaten"),
        "points": Message("{n} point", "{n} points"),
        "games": Message("{n} game", "{n} games"),
        "wins": Message("{n} win", "{n} wins"),
    }
    return joined(", ", (counts[name].filled(n=getattr(player, name)) for name in (*ways, "games", "wins")))
