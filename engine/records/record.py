"""Records: the ink on one sheet as JSON (`fairsheet.record/2`), and the JSON of histories.

Whatever is wrong with a file is an FairsheetError that names the place in it as a path: `players[0].seat`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from fairsheet.engine.dealing.deal import (
    Deal,
    check_alone,
    check_players,
    check_print_id,
    check_seed,
    check_table_name,
    deal,
    most_players,
)
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.json_documents import SHOWN_IN, convert, one_line, parse_json, shown
from fairsheet.engine.records.record_checks import (
    check_choices,
    check_mark,
    check_missions,
    check_options,
    check_table_size,
    check_text,
)
from fairsheet.engine.records.table_options import Option, flat_options
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import ENGLISH, PLAYER, Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen

FORMAT = "fairsheet.record/2"
FORMER = "fairsheet.record/1"  # without layout and table: of the newest layout, and a table without a name
NO_SEAT = 0  # of a sheet that is one for the table

SheetKey = tuple[str, int]  # what identifies a sheet at its table: its name, and the seat


class FormerTable(Frozen, frozen=True, forbid_unknown_fields=True):
    """The game that a sheet belongs to. `seed` is None for physical cards; `solo` the opponent's level."""

    seed: str | None
    players: int
    solo: int | None = None
    missions: Mapping[str, str] | None = None


class Table(FormerTable, frozen=True, forbid_unknown_fields=True):
    """The game with what records of the former format did not hold.

    `name` is the table's own, where the print bears one: it distinguishes tables that play the same seed. `print` is
    the identity of its print run, which distinguishes any two tables. `options` is what the table chose where its
    sheets have options. `lang` is the language of this sheet, where it is not English.
    """

    name: str | None = msgspec.field(default=None, name="table")
    options: Mapping[str, Option] | UnsetType = UNSET
    print: str | None = None
    lang: str | UnsetType = UNSET

    @property
    def language(self) -> str:
        """The language that its sheet was printed in."""
        return ENGLISH if self.lang is UNSET else self.lang

    @property
    def chosen(self) -> Mapping[str, str]:
        """The options that the table chose, as the template names them."""
        return {} if self.options is UNSET else flat_options(self.options)


def table_of(deal: Deal, name: str | None = None) -> Table:
    """The game that a deal is for, at a table of this name."""
    return Table(deal.seed or None, deal.players, deal.solo, deal.missions, name)


class Record(Frozen, frozen=True, forbid_unknown_fields=True):
    """The ink on one sheet: `marks` has the fields that bear any. Seats count from 1.

    Of a sheet that is one for the table the seat is `NO_SEAT`, which JSON has as null.

    `layout` is the fingerprint of the layout that the sheet was printed with, by which everything judges it.
    """

    sheet: str
    layout: str
    game: Table
    seat: int
    marks: Marks
    player: str = ""
    format: str = FORMAT

    @property
    def key(self) -> SheetKey:
        """What identifies the sheet at its table."""
        return self.sheet, self.seat

    @classmethod
    def on(cls, sheet: Sheet, game: Table, seat: int, marks: Marks | None = None, player: str = "") -> Record:
        """The record of a sheet, with some ink or none."""
        return cls(sheet.name, sheet.fingerprint, game, seat, marks or {}, player)


def mark_in(record: Record, field: str) -> Mark | None:
    """What the record says in a field; the player's name is one, too."""
    return (record.player or None) if field == PLAYER else record.marks.get(field)


def read_record(data: bytes, where: str, catalog: Catalog = BUNDLED) -> tuple[Sheet, Record]:
    """The record in a JSON file, and the sheet that it is of, as `catalog` has it. `where` names the file.

    Raises FairsheetError for whatever is wrong with it.
    """
    document = parse_json(data, where)
    if isinstance(document, list):
        problem = "this is a list, such as a history, not a record"
        raise FairsheetError(problem, where=where, hint="give the records, such as the seat-1.json beside it")
    if not isinstance(document, dict):
        raise FairsheetError(
            "this is not a record", where=where, hint=f"a record is an object of {FORMAT}: {SHOWN_IN}"
        )
    if document.get("format") not in (FORMAT, FORMER):
        problem = (
            f"the format is {shown(document['format'])}" if "format" in document else "there is no format"
        )
        raise FairsheetError(
            problem, where=f"{where}: format", hint=f"this release reads {FORMAT}: {SHOWN_IN}"
        )
    if document["format"] == FORMER:
        former = convert(document, _FormerRecord, where)
        sheet = _sheet(catalog, former.sheet, None, former.game.solo, where)
        game = Table(**msgspec.structs.asdict(former.game))
        record = Record.on(sheet, game, former.seat, former.marks, former.player)
    else:
        if document.get("seat", NO_SEAT) is None:
            document["seat"] = NO_SEAT
        record = convert(document, Record, where)
        sheet = _sheet(catalog, record.sheet, record.layout, record.game.solo, where)
    check_record(sheet, record, where)
    return sheet, record


class _FormerRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record of the former format."""

    sheet: str
    game: FormerTable
    seat: int
    marks: Marks
    player: str = ""
    format: str = FORMER


def write_record(record: Record) -> bytes:
    """The record as JSON, two spaces deep."""
    fields = {
        "format": record.format,
        "sheet": record.sheet,
        "layout": record.layout,
        "game": record.game,
        "seat": None if record.seat == NO_SEAT else record.seat,
        "player": record.player,
        "marks": record.marks,
    }
    return msgspec.json.format(msgspec.json.encode(fields), indent=2) + b"\n"


def write_history(history: History) -> bytes:
    """The history as JSON, a list of turns."""
    return msgspec.json.format(msgspec.json.encode(history), indent=2) + b"\n"


def read_history(data: bytes, where: str) -> History:
    """The history in a JSON file, a list of turns. Raises FairsheetError for whatever is wrong with it."""
    document = parse_json(data, where)
    if not isinstance(document, list):
        problem = "this is not a history"
        raise FairsheetError(problem, where=where, hint="a history is a list of turns, as simulate writes it")
    return convert(document, History, where)


def layout_of(record: Record, catalog: Catalog = BUNDLED, language: str = ENGLISH) -> Sheet:
    """The layout that a record is on, in a language: the records of one table can be on several. Raises
    FairsheetError."""
    return catalog.sheet(record.sheet, record.layout, record.game.solo, language)


def deal_of(sheet: Sheet, record: Record) -> Deal | None:
    """The cards that the record's game was played with, or None for physical cards."""
    game = record.game
    if game.seed is None or sheet.seed_draws:
        return None
    return deal(sheet, game.seed, game.players, game.solo)


def missions_of(sheet: Sheet, records: Sequence[Record]) -> Mapping[str, str]:
    """The missions of one table: those dealt; with physical cards those that a record names, or none."""
    dealt = deal_of(sheet, records[0])
    if dealt is not None:
        return dealt.missions
    return next((record.game.missions for record in records if record.game.missions), {})


def check_record(sheet: Sheet, record: Record, where: str) -> None:
    """Raises FairsheetError unless the record fits its sheet and its seed. Says nothing about the rules."""
    game = record.game
    if game.seed is not None:
        check_seed(game.seed, f"{where}: game.seed")
    if game.name is not None:
        check_table_name(game.name, f"{where}: game.table")
    if game.print is not None:
        check_print_id(game.print, f"{where}: game.print")
    check_options(sheet, game.chosen, f"{where}: game.options")
    if sheet.game is not None:
        _check_recorded(sheet, record, where)
    hint = 'give its level as "solo", or records of 2 to 6 players'
    check_alone(sheet, game.players, game.solo, f"{where}: game.players", hint)
    place = f"{where}: game.{'players' if game.solo is None else 'solo'}"
    check_players(game.players, game.solo, place, most_players(sheet))
    seats = sheet.seats(game.players)
    if sheet.is_of_table:
        if record.seat != NO_SEAT:
            hint = "write null"
            raise FairsheetError(
                "this sheet is one for the table, so no seat's", where=f"{where}: seat", hint=hint
            )
    elif record.seat not in seats:
        problem = f"there is no seat {record.seat} at a table of {game.players}"
        raise FairsheetError(problem, where=f"{where}: seat", hint=f"seats are 1 to {seats[-1]}")
    check_text(record.player, f"{where}: player")
    if game.missions is not None:
        place = f"{where}: game.missions"
        check_missions(sheet, game.missions, place)
        dealt = deal_of(sheet, record)
        if dealt is not None and dict(game.missions) != dict(dealt.missions):
            problem = f"the seed deals the missions {_cards(dealt.missions)}, not {_cards(game.missions)}"
            raise FairsheetError(problem, where=place, hint="correct the seed, or leave the missions out")
    for id_, mark in record.marks.items():
        check_mark(sheet, id_, mark, f"{where}: marks")


def _check_recorded(sheet: Sheet, record: Record, where: str) -> None:
    """Raises FairsheetError unless this many can play the game of a sheet, alone at one of its levels."""
    game = record.game
    check_table_size(sheet, game.players, game.solo, f"{where}: game.")
    check_choices(sheet, game.chosen, game.players, game.solo, f"{where}: game.options")
    if game.missions is not None:
        hint = "write null, or leave them out"
        raise FairsheetError("this game has no missions to deal", where=f"{where}: game.missions", hint=hint)


def _sheet(catalog: Catalog, name: str, layout: str | None, solo: int | None, where: str) -> Sheet:
    try:
        return catalog.sheet(name, layout, solo)
    except FairsheetError as error:
        problem, hint = one_line(error.problem), one_line(error.hint)
        place = "game.solo" if error.where == "solo" else error.where
        raise FairsheetError(problem, where=f"{where}: {place}", hint=hint) from None


def _cards(missions: Mapping[str, str]) -> str:
    return ", ".join(missions[letter] for letter in sorted(missions))
