"""Add up a campaign: the stars of several evenings by player, from records and from log sheets. Pure.

A log has a column for each player and a box `score.<scenario>.<player>` for each scenario, such as the template of
`fairsheet new --like campaign`.
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
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.lookalikes import skeleton

FORMAT = "fairsheet.campaign/1"


class CampaignPlayer(msgspec.Struct, frozen=True):
    """A player with the stars of every scenario so far, and their sum `total`."""

    player: str
    stars: Mapping[str, int]
    total: int


class Difference(msgspec.Struct, frozen=True):
    """Stars of a player that differ between the log and the records of a scenario."""

    player: str
    scenario: str
    log: int
    records: int


class Campaign(msgspec.Struct, frozen=True):
    """The scenarios so far in order, the players from the most stars down, and the differences to the log."""

    scenarios: tuple[str, ...]
    players: tuple[CampaignPlayer, ...]
    ranking: tuple[tuple[str, ...], ...]
    differences: tuple[Difference, ...] = ()
    format: str = FORMAT


Stars = dict[str, dict[str, int]]  # by scenario, by player


def campaign_of(
    tables: Iterable[tuple[Sheet, Sequence[Record], Score]], logs: Iterable[tuple[Sheet, Record]] = ()
) -> Campaign:
    """Return the campaign of some scored tables and log sheets; if both have a scenario, the records count.

    Raises FairsheetError if a scenario was played twice, or a table is not part of a campaign.
    """
    earned: Stars = {}
    names: dict[str, str] = {}
    for sheet, records, score in tables:
        if sheet.name not in SCENARIOS or sheet.solo_level is not None:
            problem = "a campaign has only scenarios with two or more players"
            hint = "leave these records out"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint)
        if sheet.name in earned:
            problem, hint = f"{sheet.name} was played at two tables", "give the records of one of them"
            raise FairsheetError(problem, code=ErrorCode.MIXED_TABLES, where="--campaign", hint=hint)
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
    return _sum_up({**noted, **earned}, names, differences)


def is_log(sheet: Sheet) -> bool:
    """Check whether a sheet is the log of a campaign."""
    columns = columns_of(sheet)
    return bool(columns) and all(f"score.{scenario}.{columns[0]}" in sheet.field for scenario in SCENARIOS)


def _stars_of_table(
    sheet: Sheet, records: Sequence[Record], score: Score, names: dict[str, str]
) -> dict[str, int]:
    """Return the stars of a table's ranks by player; a tie takes up only one rank.

    Raises FairsheetError if two players have the same name.
    """
    stars = tuple(rules_of(sheet).stars)
    player_at = {record.seat: _player_key(record, names) for record in records}
    if len(set(player_at.values())) < len(player_at):
        problem = "two players of one table have the same name"
        hint = "rename one: fairsheet correct RECORD player=NAME"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where=sheet.name, hint=hint)
    return {
        player_at[seat]: stars[rank] if rank < len(stars) else 0
        for rank, seats in enumerate(score.ranking)
        for seat in seats
    }


def _add_log(noted: Stars, sheet: Sheet, record: Record, names: dict[str, str]) -> None:
    """Add the stars of a log. Raises FairsheetError if two logs differ."""
    _, players = players_of(sheet, [record])
    for each in players:
        written = {name: each.marks.get(f"score.{name}") for name in SCENARIOS}
        given = {name: stars for name, stars in written.items() if isinstance(stars, int)}
        if not (given or each.player.strip()):  # an empty column
            continue
        player = _player_key(each, names)
        for scenario, stars in given.items():
            before = noted.setdefault(scenario, {}).setdefault(player, stars)
            if before != stars:
                problem = f"one log gives {names[player]} {before} stars for {scenario}, another {stars}"
                hint = "give only the newest log"
                raise FairsheetError(problem, code=ErrorCode.MIXED_TABLES, where="--campaign", hint=hint)


def _player_key(record: Record, names: dict[str, str]) -> str:
    """Return the key of a player, the `skeleton` of the name; `names` keeps the first spelling.

    A player without a name is identified by the seat, which must stay the same through the campaign.
    """
    name = record.player.strip() or f"seat {record.seat}"
    key = skeleton(name)
    names.setdefault(key, name)
    return key


def _sum_up(stars: Stars, names: Mapping[str, str], differences: tuple[Difference, ...]) -> Campaign:
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
    """Return the campaign as a table for people: its columns, and a row for each player."""
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
