"""A campaign: the stars of several evenings by player, from the records of the tables and from log sheets. Pure.

A log is a sheet with a column for each player and a box `score.<scenario>.<player>` for each scenario, as
`fairsheet new --like campaign` writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from fairsheet.engine.games.registry import SCENARIOS, rules_of
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.record import Record
from fairsheet.engine.scoring.score import Score
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.lookalikes import skeleton

FORMAT = "fairsheet.campaign/1"


class CampaignPlayer(msgspec.Struct, frozen=True):
    """A player, with the stars of every scenario so far; all of them add up to `total`."""

    player: str
    stars: Mapping[str, int]
    total: int


class Difference(msgspec.Struct, frozen=True):
    """Stars that the log has otherwise than the records of the scenario."""

    player: str
    scenario: str
    log: int
    records: int


class Campaign(msgspec.Struct, frozen=True):
    """The scenarios so far in their order, the players from the most stars down, and what the log has otherwise."""

    scenarios: tuple[str, ...]
    players: tuple[CampaignPlayer, ...]
    ranking: tuple[tuple[str, ...], ...]
    differences: tuple[Difference, ...] = ()
    format: str = FORMAT


Stars = dict[str, dict[str, int]]  # by scenario, by player


def campaign_of(
    tables: Iterable[tuple[Sheet, Sequence[Record], Score]], logs: Iterable[tuple[Sheet, Record]] = ()
) -> Campaign:
    """The campaign of some scored tables and log sheets; where both tell of a scenario the records count.

    Raises FairsheetError where a scenario was played twice, and for tables that are no part of a campaign.
    """
    earned: Stars = {}
    names: dict[str, str] = {}
    for sheet, records, score in tables:
        if sheet.name not in SCENARIOS or sheet.solo_level is not None:
            problem = "a campaign is of scenarios that two or more play"
            raise FairsheetError(problem, where=sheet.name, hint="leave these records out")
        if sheet.name in earned:
            problem = f"{sheet.name} was played at two tables"
            raise FairsheetError(problem, where="--campaign", hint="give the records of one of them")
        earned[sheet.name] = _stars_of_table(sheet, records, score, names)
    noted: Stars = {}
    for sheet, record in logs:
        _add_log(noted, sheet, record, names)
    differences = tuple(
        Difference(names[player], scenario, stars, earned[scenario].get(player, 0))
        for scenario in SCENARIOS
        if scenario in earned
        for player, stars in noted.get(scenario, {}).items()
        if stars != earned[scenario].get(player, 0)
    )
    return _summed({**noted, **earned}, names, differences)


def is_log(sheet: Sheet) -> bool:
    """Whether a sheet is the log of a campaign."""
    columns = columns_of(sheet)
    return bool(columns) and all(f"score.{scenario}.{columns[0]}" in sheet.field for scenario in SCENARIOS)


def _stars_of_table(
    sheet: Sheet, records: Sequence[Record], score: Score, names: dict[str, str]
) -> dict[str, int]:
    """By player, the stars of a table: those of the rank, where who ties takes up no more than one rank."""
    stars = tuple(rules_of(sheet).stars)
    player_at = {record.seat: _known(record, names) for record in records}
    if len(set(player_at.values())) < len(player_at):
        problem = "two players of one table have the same name"
        raise FairsheetError(problem, where=sheet.name, hint="correct RECORD player=NAME tells them apart")
    return {
        player_at[seat]: stars[rank] if rank < len(stars) else 0
        for rank, seats in enumerate(score.ranking)
        for seat in seats
    }


def _add_log(noted: Stars, sheet: Sheet, record: Record, names: dict[str, str]) -> None:
    """Adds what a log says. Raises FairsheetError where two logs say different things."""
    _, players = players_of(sheet, [record])
    for each in players:
        written = {name: each.marks.get(f"score.{name}") for name in SCENARIOS}
        given = {name: stars for name, stars in written.items() if isinstance(stars, int)}
        if not (given or each.player.strip()):  # nobody's column
            continue
        player = _known(each, names)
        for scenario, stars in given.items():
            before = noted.setdefault(scenario, {}).setdefault(player, stars)
            if before != stars:
                problem = f"one log gives {names[player]} {before} stars for {scenario}, another {stars}"
                raise FairsheetError(problem, where="--campaign", hint="give the newest log alone")


def _known(record: Record, names: dict[str, str]) -> str:
    """The key of a player, by the `skeleton` of the name; `names` keeps how it was first written.

    Without a name it is that of the seat, which players then keep through the campaign.
    """
    name = record.player.strip() or f"seat {record.seat}"
    key = skeleton(name)
    names.setdefault(key, name)
    return key


def _summed(stars: Stars, names: Mapping[str, str], differences: tuple[Difference, ...]) -> Campaign:
    scenarios = tuple(scenario for scenario in SCENARIOS if scenario in stars)
    players = [
        CampaignPlayer(
            names[player],
            {scenario: stars[scenario].get(player, 0) for scenario in scenarios},
            sum(stars[scenario].get(player, 0) for scenario in scenarios),
        )
        for player in names
    ]
    players.sort(key=lambda each: (-each.total, each.player.casefold()))
    totals = sorted({each.total for each in players}, reverse=True)
    ranking = tuple(tuple(each.player for each in players if each.total == total) for total in totals)
    return Campaign(scenarios, tuple(players), ranking, differences)


def campaign_rows(campaign: Campaign) -> tuple[list[str], list[list[object]]]:
    """The campaign as a table for people: its columns, and a row for each player."""
    rank_of = {
        name: 1 + sum(map(len, campaign.ranking[:better]))
        for better, same in enumerate(campaign.ranking)
        for name in same
    }
    columns = ["rank#", "player", *(f"{scenario}#" for scenario in campaign.scenarios), "stars#"]
    rows = [
        [rank_of[each.player], each.player, *(each.stars[name] for name in campaign.scenarios), each.total]
        for each in campaign.players
    ]
    return columns, rows
