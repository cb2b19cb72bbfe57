"""Add up the tables of one evening or of a season by player. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations, product
from pathlib import Path

import msgspec

from fairsheet.engine.games.registry import SCENARIOS, rules_of
from fairsheet.languages.messages import Message, either, joined, listed
from fairsheet.languages.sorting import name_order
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.store.plan import Plan
from fairsheet.results._table_players import PlayerOutcome, has_no_ranking, players_of_table, shared_ranks
from fairsheet.results.spreadsheets import Cell, csv_of
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.support.input_files import format_path
from fairsheet.sheets.support.lookalikes import plain_letters, skeleton

LEAST_LETTERS = 4  # names this short may not differ by a letter: Max and Ma are two people
WAYS: Mapping[str, Sequence[str]] = {
    "stars": ("stars", "points"),
    "places": ("beaten", "points"),
    "points": ("points",),
}
"""The values that rank players, the most important first, by the league's way of counting."""
COLUMNS = (
    *("rank", "player", "stars", "beaten", "points", "games"),
    *("wins", "average", "best", "illegal", "doubts"),
)
GAME_COLUMNS = (
    *("date", "table", "sheet", "seed", "seat", "player", "verdict", "total"),
    *("rank", "stars", "beaten", "won", "counts"),
)


@dataclass(frozen=True)
class Game:
    """One player's part in one table: the number of beaten players, and the stars and points earned."""

    outcome: JudgedTable
    player: PlayerOutcome
    rank: int | None  # None if one plays alone or all play together
    beaten: int = 0
    stars: int = 0
    is_won: bool = False

    @property
    def points(self) -> int:
        """The points of the sheet, 0 if it does not count."""
        return self.player.earns * (self.player.total or 0)


@dataclass(frozen=True)
class Standing:
    """A player over all games, by date; stars, beaten and points are from the games that count."""

    player: str
    rank: int = 0
    played: tuple[Game, ...] = ()
    counting: tuple[Game, ...] = ()
    by_seat: bool = False  # without names of player and table, so that it may be several people
    is_named: bool = False  # whether a sheet has the player's name

    @property
    def stars(self) -> int:
        """The stars for ranks."""
        return sum(each.stars for each in self.counting)

    @property
    def beaten(self) -> int:
        """The number of players beaten, added up over tables."""
        return sum(each.beaten for each in self.counting)

    @property
    def points(self) -> int:
        """The points of the sheets."""
        return sum(each.points for each in self.counting)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.played)

    @property
    def wins(self) -> int:
        """The number of games in which the player was first of several, or beat the game."""
        return sum(each.is_won for each in self.played)

    @property
    def tables(self) -> set[int]:
        """The identities of the player's tables."""
        return {id(each.outcome) for each in self.played}

    @property
    def illegal(self) -> int:
        """The number of games whose sheet is illegal by itself; a sheet in conflict with others may be right."""
        return sum(each.player.word == "illegal" for each in self.played)

    @property
    def doubts(self) -> int:
        """The number of marks in doubt."""
        return sum(each.player.doubts for each in self.played)

    @property
    def average(self) -> float | None:
        """The mean points of games that count, to one decimal, halves rounded up; None if there are none."""
        points = [each.points for each in self.played if each.player.earns]
        return (20 * sum(points) + len(points)) // (2 * len(points)) / 10 if points else None

    @property
    def best(self) -> int | None:
        """The most points in a game that counts, or None."""
        return max((each.points for each in self.played if each.player.earns), default=None)


def league_of(plan: Plan, tables: Iterable[JudgedTable]) -> list[Standing]:
    """Return the standings of a batch; empty if it has no league."""
    return standings(tables, plan.league_by, plan.best, plan.lang) if plan.league else []


def standings(
    outcomes: Iterable[JudgedTable], by: str = "stars", best: int | None = None, language: str = "en"
) -> list[Standing]:
    """Return the players from the first down, ranked by one of `WAYS`; ties share a rank and are sorted by `language`.

    Only the `best` games of each player count; None counts all. Players with the same `skeleton` of their name are one
    player. Players without a name are identified by table name and seat.
    """
    players: dict[tuple[str, bool], Standing] = {}
    for game in sorted(games_of(outcomes), key=lambda game: game.outcome.day or date.min):
        name = game.outcome.table.key.name
        player, is_named = game.player.name.strip(), bool(game.player.name.strip())
        if not is_named:
            player = Message("seat {seat}", seat=game.player.seat)
            if name:
                player = Message("seat {seat} of {table}", seat=game.player.seat, table=name)
        key = skeleton(player), is_named
        each = players.get(key, Standing(player, is_named=is_named))
        by_seat = each.by_seat or not (is_named or name)
        players[key] = replace(each, played=(*each.played, game), by_seat=by_seat)

    def earned(result: Game | Standing) -> tuple[int, ...]:
        return tuple(getattr(result, name) for name in WAYS[by])

    for key, each in players.items():
        counting = sorted(each.played, key=earned, reverse=True)[:best]
        players[key] = replace(each, counting=tuple(counting))
    ordered = sorted(players.values(), key=lambda each: name_order(each.player, language))
    ordered.sort(key=earned, reverse=True)
    ranks = shared_ranks([earned(each) for each in ordered])
    return [replace(each, rank=rank) for rank, each in zip(ranks, ordered, strict=True)]


def games_of(outcomes: Iterable[JudgedTable]) -> Iterator[Game]:
    """Yield the games of the scored tables, table by table."""
    for outcome in outcomes:
        if (score := outcome.score) is None:
            continue
        players, alone = players_of_table(outcome), has_no_ranking(outcome)
        given = _stars(outcome.table.key.sheet)
        place = {seat: number for number, seats in enumerate(score.ranking) for seat in seats}
        for player in players:
            if not player.earns:
                yield Game(outcome, player, None if alone else player.rank)
            elif alone:
                yield Game(outcome, player, None, is_won=score.winner == "player")
            else:
                beaten = sum(place.get(each.seat, 0) > place[player.seat] for each in players)
                stars = beaten if given is None else sum(given[place[player.seat] :][:1])
                is_won = place[player.seat] == 0 and len(place) > 1
                yield Game(outcome, player, player.rank, beaten, stars, is_won)


def league_notes(found: Sequence[Standing], out: Path) -> list[str]:
    """Return notes about names in the league of a batch that writes into `out`."""
    return list(filter(None, (nameless_line(found), twice_line(found, out), alike_line(found, out))))


def nameless_line(found: Iterable[Standing]) -> str | None:
    """Return a note about players without names who were added up over several games; None if there are none."""
    seats = sorted(each.player for each in found if each.by_seat and each.games > 1)
    if not seats:
        return None
    return Message(
        "{seats} is added up over several tables, though no name says that this is the same player: "
        "write names on the sheets, or name the tables with --table-by",
        "{seats} are added up over several tables, though no name says that these are the same players: "
        "write names on the sheets, or name the tables with --table-by",
        n=len(seats),
        seats=listed(seats),
    )


def twice_line(found: Iterable[Standing], out: Path) -> str | None:
    """Return a note about names that several sheets of one table have; None if there are none."""
    twice = sorted(each.player for each in found if len(each.tables) < each.games)
    if not twice:
        return None
    return Message(
        "several sheets of one table have the name {names}, and all of them count; "
        "to separate two players: fairsheet correct {out} --seat N player=NAME",
        names=either(twice),
        out=shlex.quote(format_path(out)),
    )


def alike_line(found: Iterable[Standing], out: Path) -> str | None:
    """Return a note about names that may be one player's in several spellings or readings; None if there are none.

    Players at one table are different players.
    """
    by_letters: dict[str, list[Standing]] = {}
    for each in found:
        if each.is_named:
            by_letters.setdefault(plain_letters(each.player), []).append(each)
    pairs: list[tuple[Standing, Standing]] = []
    for letters, same in by_letters.items():
        pairs += combinations(same, 2)
        if len(letters) > LEAST_LETTERS:
            shorter = {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
            pairs += (
                pair for other in shorter & by_letters.keys() for pair in product(same, by_letters[other])
            )
    alike = sorted(sorted((a.player, b.player)) for a, b in pairs if a.tables.isdisjoint(b.tables))
    if not alike:
        return None
    return Message(
        "perhaps one player with several names: {names}; to merge two and keep the second: {merge}",
        names=joined("; ", map(listed, alike)),
        merge=shlex.join(["fairsheet", "review", format_path(out), "--merge", "=".join(alike[0])]),
    )


def _stars(name: str) -> Sequence[int] | None:
    """Return the stars of a scenario from the first rank down; a tie takes up one rank. None for other games.

    In other games a player earns a star for each player beaten.
    """
    return rules_of(load_sheet(name)).stars if name in SCENARIOS else None


def league_csv(found: Iterable[Standing], dialect: str = "comma") -> bytes:
    """Return `league.csv`: a row for every player."""
    return csv_of(COLUMNS, ([getattr(each, name) for name in COLUMNS] for each in found), dialect)


def games_csv(found: Iterable[Standing], dialect: str = "comma") -> bytes:
    """Return `league-games.csv`: a row for every player of every table, by date."""
    return csv_of(GAME_COLUMNS, (row for row, _ in _game_rows(found)), dialect)


def games_json(found: Iterable[Standing]) -> bytes:
    """Return the rows of `league-games.csv` as `fairsheet.games/1`, each with the parts of its score by box."""
    games = [
        dict(zip(GAME_COLUMNS, row, strict=True)) | {"parts": _parts(game)} for row, game in _game_rows(found)
    ]
    return msgspec.json.encode({"format": "fairsheet.games/1", "games": games}, enc_hook=str)


def _parts(game: Game) -> Mapping[str, int]:
    score = game.outcome.score
    return next((each.parts for each in score.players if each.seat == game.player.seat), {}) if score else {}


def _game_rows(found: Iterable[Standing]) -> list[tuple[Sequence[Cell], Game]]:
    """Return a row for every player of every table with its game, by date."""
    rows = [(_game_row(game, each), game) for each in found for game in each.played]
    return sorted(rows, key=lambda row: ["" if cell is None else str(cell) for cell in row[0]])


def _game_row(game: Game, standing: Standing) -> Sequence[Cell]:
    key, player, day = game.outcome.table.key, game.player, game.outcome.day
    return (
        *(day.isoformat() if day else None, game.outcome.name, key.sheet, key.seed, player.seat),
        *(standing.player, player.verdict, player.total, game.rank, game.stars, game.beaten),
        *(game.is_won, game in standing.counting),
    )
