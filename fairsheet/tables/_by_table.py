"""Sheets that were read, table by table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fairsheet.engine.records.table_records import TableKey, table_of_record, with_prints
from fairsheet.languages.messages import Message, joined, render
from fairsheet.process.console import complain, say
from fairsheet.process.spoken import spoken
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.tables.read_sheet import ReadSheet
from fairsheet.wording.table_words import owner_name

if TYPE_CHECKING:  # spares commands on one record a seat the import of all that joins readings
    from fairsheet.tables.grouping import Place
    from fairsheet.tables.values import SheetOfFile, SheetsJoined


def by_table(sheets: Sequence[ReadSheet]) -> tuple[list[tuple[ReadSheet, ...]], bool]:
    """The sheets of each table, and whether these are all; of several tables one with a seat twice is only reported.

    Several readings of one sheet are joined. Raises FairsheetError naming the files where no table has all its seats
    once.
    """
    tables: dict[TableKey, list[ReadSheet]] = {}
    keys = with_prints([table_of_record(each.record, each.sheet) for each in sheets])
    for key, each in zip(keys, sheets, strict=True):
        tables.setdefault(key, []).append(each)
    done: list[tuple[ReadSheet, ...]] = []
    wrong: list[FairsheetError] = []
    for key, table in tables.items():
        try:
            done.append(_with_seats_once(key, table))
        except FairsheetError as error:
            wrong.append(error)
    if not done:
        raise wrong[0]
    for problem in wrong:
        complain(f"fairsheet: {problem}")
    return done, not wrong


def _with_seats_once(key: TableKey, table: Sequence[ReadSheet]) -> tuple[ReadSheet, ...]:
    """The sheets of a table by seat, several readings of one joined as a batch does it, which is said.

    Raises FairsheetError naming the files for two sheets of a seat.
    """
    if len({(template_of(each.record.sheet), each.record.seat) for each in table}) == len(table):
        return tuple(table)
    from fairsheet.tables.grouping import file_names, table_of
    from fairsheet.tables.joining import answers_in
    from fairsheet.tables.joining import joined as read_together
    from fairsheet.tables.two_sheets import without_verdict
    from fairsheet.tables.values import SheetsJoined

    catalog = Catalog(tuple({id(each.sheet): each.sheet for each in table}.values()))

    def together(seen: Sequence[SheetOfFile]) -> SheetsJoined:
        return SheetsJoined(read_together([each.sheet for each in seen], answers_in(seen), catalog))

    seen = [_of_file(each) for each in table]
    read = {id(of_file): each for of_file, each in zip(seen, table, strict=True)}
    found = table_of(key, seen, together, catalog)
    if (apart := without_verdict(found, catalog)) is not None:
        twice = [place.seen for place in apart[0].places if len(place.seen) > 1]
        hint = Message("give the sheets of each table alone, and of each sheet the photo from the end")
        parts = (apart[1].problem or "", joined("; ", map(file_names, twice)), hint)
        problem, where, advice = (render(each, spoken()) for each in parts)
        raise FairsheetError(problem, where=where, hint=advice)
    for remark in found.remarks:
        say(remark)
    for place in found.places:
        if len(place.seen) > 1:
            agree = Message("{files} are one sheet and agree", files=file_names(place.seen))
            for note in place.notes or (agree,):
                say(joined(": ", (owner_name(place.record.seat, place.record.sheet), note)))
    return tuple(_as_one([read[id(each)] for each in place.seen], place) for place in found.places)


def _of_file(each: ReadSheet) -> SheetOfFile:
    from fairsheet.tables.answers import with_answers
    from fairsheet.tables.records import sheet_read
    from fairsheet.tables.values import Source

    read = sheet_read(each.record, each.kept)
    # equal for a copy of it
    content = msgspec.json.encode((read, each.kept and each.kept.reading), enc_hook=str).decode()
    return with_answers(Source(Path(each.file), each.file), content, 0, read, ())


def _as_one(read: Sequence[ReadSheet], place: Place) -> ReadSheet:
    """What several records of a seat say together."""
    first = read[0]
    if len(read) == 1:
        return first
    kept = [each.kept for each in read if each.kept is not None]
    overlays = tuple(name for each in kept for name in each.overlays)
    return replace(
        first,
        file=" and ".join(each.file for each in read),
        record=place.record,
        doubts=place.doubts,
        kept=replace(kept[0], overlays=overlays) if kept else None,
        unsure=place.unsure,
        changes=tuple(change for each in read for change in each.changes),
    )
