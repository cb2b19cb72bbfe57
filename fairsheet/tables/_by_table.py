"""Sheets that were read, table by table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fairsheet.engine.records.table_records import seat_twice_hint, table_of_record, with_prints
from fairsheet.process.console import complain
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.tables.read_sheet import ReadSheet
from fairsheet.wording.table_words import of_seat

if TYPE_CHECKING:  # spares commands on one record a seat the import of all that joins readings
    from fairsheet.tables.grouping import Place
    from fairsheet.tables.values import SheetOfFile, SheetsJoined


def by_table(sheets: Sequence[ReadSheet]) -> tuple[list[tuple[ReadSheet, ...]], bool]:
    """The sheets of each table, and whether these are all; of several tables one with a seat twice is only reported.

    Several readings of one sheet are joined. Raises FairsheetError naming the files where no table has all its seats
    once.
    """
    tables: dict[object, list[ReadSheet]] = {}
    keys = with_prints([table_of_record(each.record, each.sheet) for each in sheets])
    for key, each in zip(keys, sheets, strict=True):
        tables.setdefault(key, []).append(each)
    done: list[tuple[ReadSheet, ...]] = []
    wrong: list[FairsheetError] = []
    for table in tables.values():
        try:
            done.append(_with_seats_once(table))
        except FairsheetError as error:
            wrong.append(error)
    if not done:
        raise wrong[0]
    for problem in wrong:
        complain(f"fairsheet: {problem}")
    return done, not wrong


def _with_seats_once(table: Sequence[ReadSheet]) -> tuple[ReadSheet, ...]:
    """The sheets of a table, where several readings of one sheet are kept joined.

    Raises FairsheetError naming the files where a seat has two sheets.
    """
    keys = [(template_of(each.record.sheet), each.record.seat) for each in table]
    several = {key for key, number in Counter(keys).items() if number > 1}
    for key in sorted(several):
        of_key = [each for each, other in zip(table, keys, strict=True) if other == key]
        if any(each.kept is None or each.kept.reading is None for each in of_key):
            problem = f"there are two records {of_seat(key[1])}: {' and '.join(each.file for each in of_key)}"
            raise FairsheetError(problem, hint=seat_twice_hint(table[0].sheet))
    return _joined(table) if several else tuple(table)


def _joined(table: Sequence[ReadSheet]) -> tuple[ReadSheet, ...]:
    """The sheets of a table by seat, several readings of one as one. Raises FairsheetError for two sheets of a seat."""
    from fairsheet.tables.grouping import tables_of, without_confirmed
    from fairsheet.tables.joining import answers_in, joined
    from fairsheet.tables.two_sheets import without_verdict
    from fairsheet.tables.values import SheetsJoined

    catalog = Catalog(tuple({id(each.sheet): each.sheet for each in table}.values()))

    def together(seen: Sequence[SheetOfFile]) -> SheetsJoined:
        return SheetsJoined(joined([each.sheet for each in seen], answers_in(seen), catalog))

    read = {Path(each.file): each for each in table}
    (found,) = tables_of([_of_file(each) for each in table], joined=together, catalog=catalog)
    if (apart := without_verdict(found, catalog)) is not None:
        raise FairsheetError(str(apart[1].problem), where=table[0].file)
    return tuple(
        _as_one([read[seen.source.path] for seen in place.seen], place)
        for place in without_confirmed(found, catalog).places
    )


def _of_file(each: ReadSheet) -> SheetOfFile:
    from fairsheet.tables.answers import with_answers
    from fairsheet.tables.records import sheet_read
    from fairsheet.tables.values import Source

    name = each.kept.photo if each.kept is not None and each.kept.photo else Path(each.file).name
    read = sheet_read(each.record, each.kept)
    content = msgspec.json.encode((read, each.kept and each.kept.reading)).decode()  # equal for a copy of it
    return with_answers(Source(Path(each.file), name), content, 0, read, ())


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
    )
