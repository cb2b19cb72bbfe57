"""The records of one table: checks that they belong together, and its missing sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fairsheet.engine.records.record import Record, missions_of
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

OF_ONE_TABLE = Message("give the records of one table")  # a hint


def check_table(sheet: Sheet, records: Sequence[Record]) -> None:
    """Raise FairsheetError unless the records are seats of one table on such sheets, with the same missions."""
    if not records:
        raise FairsheetError(Message("there is no record"), code=ErrorCode.NOTHING_TO_READ, hint=OF_ONE_TABLE)
    first = records[0]
    tables = with_prints([table_of_record(record) for record in records])
    for record, table in zip(records, tables, strict=True):
        if table != tables[0]:
            problem = Message("the records of seats {seats} are from different tables")
            problem = problem.filled(seats=listed([first.seat, record.seat]))
            if record.sheet == first.sheet and record.layout != first.layout:
                layouts = listed([first.layout, record.layout])
                problem = Message(
                    "{problem}, printed with the layouts {layouts}", problem=problem, layouts=layouts
                )
            raise FairsheetError(problem, code=ErrorCode.MIXED_TABLES, hint=OF_ONE_TABLE)
    if (first.sheet, first.layout) != (sheet.name, sheet.fingerprint):
        problem = Message("these are records of the sheet {sheet}", sheet=f"{first.sheet} {first.layout}")
        raise FairsheetError(
            problem,
            code=ErrorCode.WRONG_SHEET,
            where=f"{sheet.name} {sheet.fingerprint}",
            hint=Message("give the sheet that they name"),
        )
    missions = missions_of(sheet, records)
    for record in records:
        if record.game.missions and dict(record.game.missions) != dict(missions):
            problem = Message("the record of seat {seat} has other missions than its table", seat=record.seat)
            hint = Message("give all records of a table the same missions")
            raise FairsheetError(problem, code=ErrorCode.MIXED_TABLES, hint=hint)
    seats = [record.seat for record in records]
    if twice := sorted({seat for seat in seats if seats.count(seat) > 1}):
        problem = Message("there are two records of seat {seat}", seat=twice[0])
        raise FairsheetError(problem, code=ErrorCode.DUPLICATE_SEAT, hint=_seat_twice_hint(sheet))


def _seat_twice_hint(sheet: Sheet) -> Message:
    """Return the advice for two records of one seat."""
    if sheet.pages == 1:
        return Message("give one record for each seat: scan both photos of it together, or delete one")
    return Message("scan the photos of all pages of a sheet together: they make one record; or delete one")


class TableKey(NamedTuple):
    """The values that the records of one table have in common, except missions.

    If a game is recorded on several sheets, `sheet` is the game, and `layout` is blank.
    """

    sheet: str
    layout: str
    seed: str | None
    players: int
    solo: int | None
    name: str | None
    print: str | None


def table_of_record(record: Record, sheet: Sheet | None = None) -> TableKey:
    """Return the table of a record; `sheet` is its layout if it may belong to a recorded game."""
    game = record.game
    names = (record.sheet, record.layout) if sheet is None or sheet.game is None else (sheet.game, "")
    return TableKey(*names, game.seed, game.players, game.solo, game.name, game.print)


def with_prints(tables: Sequence[TableKey]) -> list[TableKey]:
    """Return the tables of some records, with the print run for those without one if their game has only one.

    A seat that was printed separately has no print run.

    >>> known, other = (TableKey("launch", "", "otter", 3, None, None, print_id) for print_id in ("k7m2qx", None))
    >>> with_prints([known, other]) == [known, known]
    True
    >>> with_prints([known, other, known._replace(print="p3")])[1] == other
    True
    """
    runs: dict[TableKey, set[str]] = {}
    for table in tables:
        if table.print is not None:
            runs.setdefault(table._replace(print=None), set()).add(table.print)
    return [
        table._replace(print=next(iter(runs[table]))) if len(runs.get(table, ())) == 1 else table
        for table in tables
    ]


def distinct_names(tables: Sequence[TableKey]) -> list[str | None]:
    """Return the names of tables, with the print run if tables differ only in that.

    >>> club = TableKey("launch", "", "otter", 3, None, "Club", "k7m2qx")
    >>> distinct_names([club, club._replace(seed="owl")]), distinct_names([club, club._replace(print="p3")])
    (['Club', 'Club'], ['Club, print k7m2qx', 'Club, print p3'])
    """
    alike = Counter(table._replace(print=None) for table in tables)
    return [
        joined(", ", filter(None, (table.name, Message("print {print}", print=table.print))))
        if table.print is not None and alike[table._replace(print=None)] > 1
        else table.name
        for table in tables
    ]


def missing_seats(sheet: Sheet, records: Sequence[Record]) -> tuple[int, ...]:
    """Return the seats of a table without a record; in a recorded game, every player has a sheet."""
    available, players = {record.seat for record in records}, records[0].game.players
    seats = sheet.seats(players) if sheet.game is None else range(1, players + 1)
    return tuple(seat for seat in seats if seat not in available)


def format_missing(seats: Sequence[int]) -> Message:
    """Return that the sheets of some seats are missing, in words.

    >>> format_missing((3,)), format_missing((2, 3, 4))
    ('the sheet of player 3 is missing', 'the sheets of players 2, 3 and 4 are missing')
    """
    return Message(
        "the sheet of player {seats} is missing",
        "the sheets of players {seats} are missing",
        n=len(seats),
        seats=listed(seats),
    )
