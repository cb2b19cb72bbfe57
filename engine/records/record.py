"""Records: the ink on one sheet as JSON (`fairsheet.record/2`), and the JSON of histories.

Every fault of a file is a FairsheetError that gives the place in it as a path: `players[0].seat`.
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
from fairsheet.engine.records.json_documents import SHOWN_IN, convert, one_line, parse_json, quoted
from fairsheet.engine.records.record_checks import (
    check_choices,
    check_mark,
    check_missions,
    check_options,
    check_table_size,
    check_text,
)
from fairsheet.engine.records.table_options import Option, flat_options
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import ENGLISH, PLAYER, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen

FORMAT = "fairsheet.record/2"
FORMER = "fairsheet.record/1"  # without layout and table name; the newest layout is used
NO_SEAT = 0  # of a sheet for the whole table

SheetKey = tuple[str, int]  # the identity of a sheet at its table: its name and its seat


class FormerTable(Frozen, frozen=True, forbid_unknown_fields=True):
    """The game that a sheet belongs to. `seed` is None for physical cards; `solo` is the opponent's level."""

    seed: str | None
    players: int
    solo: int | None = None
    missions: Mapping[str, str] | None = None


class Table(FormerTable, frozen=True, forbid_unknown_fields=True):
    """The game, with the fields that records of the former format did not have.

    `name` is the table's own name if it is printed: it distinguishes tables that play the same seed. `print` is the
    identity of the print run, which distinguishes any two tables. `options` are the choices of the table if its sheets
    have options. `lang` is the language of this sheet if it is not English.
    """

    name: str | None = msgspec.field(default=None, name="table")
    options: Mapping[str, Option] | UnsetType = UNSET
    print: str | None = None
    lang: str | UnsetType = UNSET

    @property
    def language(self) -> str:
        """The language in which its sheet was printed."""
        return ENGLISH if self.lang is UNSET else self.lang

    @property
    def chosen(self) -> Mapping[str, str]:
        """The options that the table chose, with the names of the template."""
        return {} if self.options is UNSET else flat_options(self.options)


def table_of(deal: Deal, name: str | None = None) -> Table:
    """Return the game of a deal, at a table of this name; without a seed if no seed deals its cards."""
    return Table(deal.known_seed, deal.players, deal.solo, deal.missions, name)


class Record(Frozen, frozen=True, forbid_unknown_fields=True):
    """The ink on one sheet: `marks` has only fields with ink. Seats count from 1.

    A sheet for the whole table has the seat `NO_SEAT`, which is null in JSON.

    `layout` is the fingerprint of the layout that the sheet was printed with; everything judges the record by it.
    """

    sheet: str
    layout: str
    game: Table
    seat: int
    marks: Marks
    player: str = ""
    format: str = FORMAT

    def __repr__(self) -> str:
        return f"<Record of {self.sheet}, seat {self.seat}, {self.game}>"

    def _repr_html_(self) -> str | None:
        """Return the drawing of the sheet for notebooks; None if its layout is not bundled."""
        from fairsheet.sheets.printing.svg_pages import draw_svg  # slow to import

        try:
            sheet = layout_of(self)
        except FairsheetError:
            return None
        marks = {**self.marks, **({PLAYER: self.player} if self.player and PLAYER in sheet.field else {})}
        missions = tuple(missions_of(sheet, [self]).values())
        return draw_svg(sheet, sheet.pages_of(self.seat), missions, marks, title=repr(self))

    @property
    def key(self) -> SheetKey:
        """The identity of the sheet at its table."""
        return self.sheet, self.seat

    @classmethod
    def on(cls, sheet: Sheet, game: Table, seat: int, marks: Marks | None = None, player: str = "") -> Record:
        """Return the record of a sheet, with some ink or none.

        Raises FairsheetError if the table has no such seat, or the sheet no field that can have a mark.
        """
        _check_seat(sheet, game.players, seat, "seat")
        for id_, mark in (marks or {}).items():
            check_mark(sheet, id_, mark, "marks")
        return cls(sheet.name, sheet.fingerprint, game, seat, marks or {}, player)


def mark_in(record: Record, field: str) -> Mark | None:
    """Return the mark in a field of a record; the player's name counts as a field."""
    return (record.player or None) if field == PLAYER else record.marks.get(field)


def read_record(data: bytes, where: str, catalog: Catalog = BUNDLED) -> tuple[Sheet, Record]:
    """Return the record in a JSON file, and its sheet from `catalog`. `where` names the file.

    Raises FairsheetError for any fault.
    """
    document = parse_json(data, where)
    if isinstance(document, list):
        problem = Message("this is a list, such as a history, not a record")
        hint = Message("give the records, such as the {file} next to it", file="seat-1.json")
        raise FairsheetError(problem, code=ErrorCode.BAD_RECORD, where=where, hint=hint)
    if not isinstance(document, dict):
        problem = Message("this is not a record")
        hint = Message("a record is an object of {format}: {where}", format=FORMAT, where=SHOWN_IN)
        raise FairsheetError(problem, code=ErrorCode.BAD_RECORD, where=where, hint=hint)
    if document.get("format") not in (FORMAT, FORMER):
        problem = Message("there is no format")
        if "format" in document:
            problem = Message("the format is {format}", format=quoted(document["format"]))
        hint = Message("this release reads {format}: {where}", format=FORMAT, where=SHOWN_IN)
        raise FairsheetError(problem, code=ErrorCode.BAD_RECORD, where=f"{where}: format", hint=hint)
    if document["format"] == FORMER:
        former = convert(document, _FormerRecord, where)
        sheet = _find_sheet(catalog, former.sheet, None, former.game.solo, where)
        game = Table(**msgspec.structs.asdict(former.game))
        record = Record.on(sheet, game, former.seat, former.marks, former.player)
    else:
        if document.get("seat", NO_SEAT) is None:
            document["seat"] = NO_SEAT
        record = convert(document, Record, where)
        sheet = _find_sheet(catalog, record.sheet, record.layout, record.game.solo, where)
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
    """Return the record as JSON with an indentation of two spaces."""
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
    """Return the history as JSON, a list of turns."""
    return msgspec.json.format(msgspec.json.encode(history), indent=2) + b"\n"


def read_history(data: bytes, where: str) -> History:
    """Return the history in a JSON file, a list of turns. Raises FairsheetError for any fault."""
    document = parse_json(data, where)
    if not isinstance(document, list):
        hint = Message("a history is a list of turns, such as those of fairsheet simulate")
        problem = Message("this is not a history")
        raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=where, hint=hint)
    return convert(document, History, where)


def layout_of(record: Record, catalog: Catalog = BUNDLED, language: str = ENGLISH) -> Sheet:
    """Return the layout of a record in a language; records of one table can have several layouts.

    Raises FairsheetError if the catalogue does not have it.
    """
    return catalog.sheet(record.sheet, record.layout, record.game.solo, language)


def deal_of(sheet: Sheet, record: Record) -> Deal | None:
    """Return the cards of the record's game, or None for physical cards."""
    game = record.game
    if game.seed is None or sheet.seed_draws:
        return None
    return deal(sheet, game.seed, game.players, game.solo)


def missions_of(sheet: Sheet, records: Sequence[Record]) -> Mapping[str, str]:
    """Return the missions of one table: those dealt; with physical cards, those that a record names, or none."""
    dealt = deal_of(sheet, records[0])
    if dealt is not None:
        return dealt.missions
    return next((record.game.missions for record in records if record.game.missions), {})


def check_record(sheet: Sheet, record: Record, where: str) -> None:
    """Raise FairsheetError unless the record fits its sheet and its seed. The rules are not checked."""
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
    hint = Message('give its level as "solo", or records of 2 to 6 players')
    check_alone(sheet, game.players, game.solo, f"{where}: game.players", hint)
    place = f"{where}: game.{'players' if game.solo is None else 'solo'}"
    check_players(game.players, game.solo, place, most_players(sheet))
    _check_seat(sheet, game.players, record.seat, f"{where}: seat")
    check_text(record.player, f"{where}: player")
    if game.missions is not None:
        place = f"{where}: game.missions"
        check_missions(sheet, game.missions, place)
        dealt = deal_of(sheet, record)
        if dealt is not None and dict(game.missions) != dict(dealt.missions):
            problem = Message(
                "the seed deals the missions {dealt}, not {given}",
                dealt=_format_cards(dealt.missions),
                given=_format_cards(game.missions),
            )
            hint = Message("correct the seed, or leave the missions out")
            raise FairsheetError(problem, code=ErrorCode.BAD_RECORD, where=place, hint=hint)
    for id_, mark in record.marks.items():
        check_mark(sheet, id_, mark, f"{where}: marks")


def _check_seat(sheet: Sheet, players: int, seat: int, where: str) -> None:
    seats = sheet.seats(players)
    if sheet.is_of_table:
        if seat != NO_SEAT:
            hint = Message("write null")
            problem = Message("this sheet is one for the table, so it has no seat")
            raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=where, hint=hint)
    elif seat not in seats:
        problem = Message("there is no seat {seat} at a table of {players}", seat=seat, players=players)
        hint = Message("seats are 1 to {last}")
        if seat == NO_SEAT:
            hint = Message("give a seat from 1 to {last}: null and 0 are only for a sheet of the whole table")
        hint = hint.filled(last=seats[-1])
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=where, hint=hint)


def _check_recorded(sheet: Sheet, record: Record, where: str) -> None:
    """Raise FairsheetError unless the game of the sheet allows this number of players, level and options."""
    game = record.game
    check_table_size(sheet, game.players, game.solo, f"{where}: game.")
    check_choices(sheet, game.chosen, game.players, game.solo, f"{where}: game.options")
    if game.missions is not None:
        problem = Message("this game has no missions to deal")
        hint = Message("write null, or leave them out")
        place = f"{where}: game.missions"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=place, hint=hint)


def _find_sheet(catalog: Catalog, name: str, layout: str | None, solo: int | None, where: str) -> Sheet:
    try:
        return catalog.sheet(name, layout, solo)
    except FairsheetError as error:
        problem, hint = one_line(error.problem), one_line(error.hint)
        place = "game.solo" if error.where == "solo" else error.where
        raise FairsheetError(problem, code=error.code, where=f"{where}: {place}", hint=hint) from None


def _format_cards(missions: Mapping[str, str]) -> str:
    return ", ".join(missions[letter] for letter in sorted(missions))
