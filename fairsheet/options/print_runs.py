"""The tables of a print: their pages, identities and names, and the players of their sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from fairsheet.engine.dealing.deal import check_player_name, check_print_id, check_table_name
from fairsheet.engine.recorded.registry import sheets_in_play
from fairsheet.engine.records.record import NO_SEAT, Table
from fairsheet.languages.messages import Message, counted
from fairsheet.options.options import TypedTable, check_seat, players_for
from fairsheet.options.recorded_evenings import (
    choose_sheets,
    parse_typed_options,
    recorded_table,
    with_options,
)
from fairsheet.sheets.label.label import LabelledPage
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.base_32 import random_digits
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.lookalikes import skeleton
from fairsheet.wording.labels import pages_of, table_with_cards

MOST_TABLES = 500  # in one PDF
_LENGTH = 6  # characters of a random identity, which give a billion of them
_NUMBERED = re.compile(r"(?P<name>.*?)(?P<first>\d{1,4})\.\.(?P<last>\d{1,4})", re.DOTALL)


def new_print_id() -> str:
    """Return a new identity for a print run, such as 'k7m2qx'."""
    return random_digits(_LENGTH)


def print_ids(print_id: str | None, tables: int) -> list[str | None]:
    """Return the identity of each table, numbered if there are several. Raises FairsheetError if one is too long.

    >>> print_ids("k7m2qx", 1), print_ids("k7m2qx", 2), print_ids(None, 2)
    (['k7m2qx'], ['k7m2qx-1', 'k7m2qx-2'], [None, None])
    """
    if print_id is None or tables == 1:
        return [print_id] * tables
    numbered = [f"{print_id}-{number}" for number in range(1, tables + 1)]
    check_print_id(numbered[-1], "--print-id")
    return list(numbered)


def table_names(typed: str) -> list[str]:
    """Return the names of several tables, typed with commas between them.

    Two numbers with two dots between them are a range; if the first begins with 0, all have the same number of digits.
    Raises FairsheetError if a name cannot be used.

    >>> table_names("Club 09..11, North")
    ['Club 09', 'Club 10', 'Club 11', 'North']
    """
    names: list[str] = []
    for each in typed.split(","):
        numbered = _NUMBERED.fullmatch(each.strip())
        if numbered is None:
            names.append(each.strip())
            continue
        first, last = int(numbered["first"]), int(numbered["last"])
        digits = len(numbered["first"]) if numbered["first"].startswith("0") else 1
        names += (f"{numbered['name']}{number:0{digits}}" for number in range(first, last + 1))
        if first > last:
            hint = Message(
                "write it like {name}{first}..{last}",
                name=numbered["name"],
                first=numbered["last"],
                last=numbered["first"],
            )
            problem = Message("{tables!r} counts down", tables=each.strip())
            raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--tables", hint=hint)
    for name in names:
        check_table_name(name, "--tables")
    if twice := [name for name in names if names.count(name) > 1]:
        problem = Message("two tables are called {name}", name=twice[0])
        hint = Message("give each its own name")
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="--tables", hint=hint)
    return names


def names_by_seat(
    names: Sequence[str], seats: Sequence[int], players: int, seat: int | None, where: str
) -> dict[int, str]:
    """Return the name to be printed on the sheet of each seat, or "" for none; a solo player may have several seats.

    `names` has all players; if only `seat` is printed, one name is enough. Raises FairsheetError if a name cannot be
    used, if two look alike, or if there are too few or too many.
    """
    for name in filter(None, names):
        check_player_name(name, where)
    for other, name in combinations(filter(None, names), 2):
        if skeleton(other) == skeleton(name):
            problem = (
                Message("two players are called {name}", name=name)
                if other == name
                else Message("{other} and {name} look alike", other=other, name=name)
            )
            hint = Message("add a letter to one of them")
            raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where=where, hint=hint)
    if len(names) == 1 and seat is not None:
        return {seat: names[0]}
    if len(names) not in (0, players):
        problem = Message(
            "{names} for {players}", names=counted(len(names), "name"), players=counted(players, "player")
        )
        hint = Message("give one for each seat, in the order of seats; an empty name leaves its place blank")
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where=where, hint=hint)
    return {each: names[min(each, players) - 1] for each in seats} if names else {}


def table_of_print(
    asked: Sequence[Sheet], typed: TypedTable, missions: str | None = None
) -> tuple[list[Sheet], Table]:
    """Return the sheets of a table and the table; `asked` are the requested sheets. Raises FairsheetError."""
    sheet, *others = asked
    if sheet.has_companions:
        game = recorded_table(sheet, typed)
        return sheets_in_play(asked, game) if others else [sheet], game
    playing = players_for(sheet, typed.players, typed.solo)
    sheet = at_level(sheet, typed.solo)
    game = table_with_cards(sheet, typed.seed, playing, missions, typed.name, typed.solo)
    return [sheet], with_options(game, sheet, parse_typed_options(typed.options), "--")


def pages_of_print(
    sheets: Sequence[Sheet], game: Table, seat: int | None, choose: str | None, names: Sequence[str]
) -> list[LabelledPage]:
    """Return the pages of a table: first the shared sheets, then those of each seat; or only the pages of `seat`."""
    of_players = [sheet for sheet in sheets if not sheet.is_of_table]
    seats = of_players[0].seats(game.players) if of_players else range(0)
    for option, given in (("--seat", seat), ("--choose", choose)):
        if given is not None and not of_players:
            problem = Message("all players of the table share this sheet")
            hint = Message("leave it out")
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=option, hint=hint)
    if seat is not None:
        check_seat(seat, seats[-1])
    called = names_by_seat(names, seats, game.players, seat, "--names")
    of_table = [sheet for sheet in sheets if sheet.is_of_table] if seat is None else []
    pages = [page for sheet in of_table for page in pages_of(sheet, game, NO_SEAT)]
    chosen = [choose_sheets(sheet, seats, choose) for sheet in of_players]
    for each in seats if seat is None else [seat]:
        pages += [page for by_seat in chosen for page in pages_of(by_seat[each], game, each, called)]
    return pages
