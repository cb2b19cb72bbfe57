"""Group sheets into tables, and combine the readings of each seat. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from msgspec import structs

from fairsheet.engine.records.record import NO_SEAT, Record, layout_of
from fairsheet.engine.records.table_records import TableKey, table_of_record, with_prints
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.doubt_files import asked
from fairsheet.pipeline.base.values import JoinResult, SheetOfFile
from fairsheet.pipeline.grouping._two_sheets import with_two_sheets
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet, file_names
from fairsheet.pipeline.joining.joining import by_page, contradictory_answers, different_photos, needs_joining
from fairsheet.pipeline.joining.same_paper import are_two_sheets, were_written_apart
from fairsheet.pipeline.joining.unjoined_marks import combined, with_differences
from fairsheet.process.signals import limited_time
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import is_bundled, load_sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.table_words import of_owner

LONGEST_SEARCH = 1.0  # seconds of processor time for one file name

# Returns the joined photos of one seat, if they have been joined.
Joined = Callable[[Sequence[SheetOfFile]], JoinResult | None]


def tables_of(
    sheets: Iterable[SheetOfFile],
    table_by: re.Pattern[str] | None = None,
    joined: Joined = lambda photos: None,
    catalog: Catalog = BUNDLED,
    *,
    are_given: bool = False,
) -> list[SeatedTable]:
    """Group sheets into tables, sorted by sheet, seed, name and print; `joined` returns the joined photos of one seat.

    Labels separate tables. Tables whose prints have no name and no identity are separated by the match of `table_by` in
    the file names: its first group, or all of it. If different sheets of one seat are still in several places, each
    place is a table. A place is a match, or a folder if there is no pattern.

    `catalog` has the layouts of the sheets. Unused sheets belong to no table. `are_given` is set for files that
    somebody named for one evening. Then tables keep their order, folders do not separate them, and unused sheets count
    if there are no others.
    """
    sheets = list(sheets)
    are_counted = are_given and _is_blank(sheets)
    by_game: defaultdict[TableKey, list[SheetOfFile]] = defaultdict(list)
    games = with_prints([_game(each.sheet.record, catalog) for each in sheets])
    for game, each in zip(games, sheets, strict=True):
        by_game[game].append(each)
    by_key: defaultdict[TableKey, list[SheetOfFile]] = defaultdict(list)
    by_folder = set()
    for game, group in by_game.items():
        places = _places(group, table_by)
        named = table_by is not None and game.name is None and (game.print is None or len(set(places)) == 1)
        clash = not (named or are_given) and _have_clash(
            group, places, catalog, by_pattern=table_by is not None
        )
        for place, each in zip(places, group, strict=True):
            name = ", ".join(filter(None, (game.name, place))) or None if named or clash else game.name
            by_key[game._replace(name=name)].append(each)
            if clash and table_by is None:
                by_folder.add(game._replace(name=name))
    tables = [
        table_of(key, group, joined, catalog, by_folder=key in by_folder)
        for key, group in by_key.items()
        if are_counted or not _is_blank(group)
    ]
    if not are_given:
        return sorted(tables, key=lambda table: _sort_key(table.key))
    if tables and not are_counted:
        unused = [_left_out_remark(each) for group in by_key.values() if _is_blank(group) for each in group]
        tables[0] = replace(tables[0], remarks=(*unused, *tables[0].remarks))
    return tables


def _is_blank(sheets: Iterable[SheetOfFile]) -> bool:
    return all(each.sheet.is_unused for each in sheets)


def _sort_key(key: TableKey) -> tuple[object, ...]:
    known = (key.seed is not None, key.seed or "", key.name is not None, key.name or "", key.print or "")
    return (key.sheet, *known, key.players, key.solo or 0, key.layout)


def _game(record: Record, catalog: Catalog) -> TableKey:
    """Return the table that the label of a record names."""
    bundled = is_bundled(record.sheet)
    return table_of_record(record, load_sheet(record.sheet) if bundled else layout_of(record, catalog))


def table_named(file: str, table_by: re.Pattern[str]) -> str | None:
    """Return the match of a pattern in a file name: its first group, or all of it.

    Raises FairsheetError for a pattern that takes too long, such as `(a+)+$`.
    """
    try:
        with limited_time(LONGEST_SEARCH):
            found = table_by.search(file)
    except TimeoutError:
        raise FairsheetError(
            f"this pattern takes more than {LONGEST_SEARCH:g} s on the name {file}",
            code=ErrorCode.BAD_OPTION,
            where=f"--table-by {table_by.pattern}",
            hint="put no repeat into a repeat; '^[^/]+' is the first folder",
        ) from None
    return (found.group(1) if table_by.groups else found.group()) or None if found else None


def _places(group: Sequence[SheetOfFile], table_by: re.Pattern[str] | None) -> list[str | None]:
    """Return the place of each file; a place that has only copies of another place's files counts as that place."""
    places = [_place_of(each, table_by) for each in group]
    files: defaultdict[str | None, set[tuple[str, int]]] = defaultdict(set)
    for place, each in zip(places, group, strict=True):
        files[place].add((each.sha256, each.number))
    having: defaultdict[tuple[str, int], list[str | None]] = defaultdict(list)
    for place, contents in files.items():
        for file in contents:
            having[file].append(place)
    original = {
        place: max((p for p in having[next(iter(own))] if own <= files[p]), key=lambda p: len(files[p]))
        for place, own in files.items()
    }
    return [original[place] for place in places]


def _place_of(each: SheetOfFile, table_by: re.Pattern[str] | None) -> str | None:
    """Return the place of a file: the match of the pattern, or the folder below the input folder.

    It is None for a file without a match, or directly in the input folder.
    """
    if table_by is not None:
        return table_named(each.source.name, table_by)
    folder = str(PurePosixPath(each.source.name).parent)
    return None if folder == "." else folder


def _have_clash(
    group: Sequence[SheetOfFile], places: Sequence[str | None], catalog: Catalog, *, by_pattern: bool
) -> bool:
    """Check whether two places have different sheets of one seat.

    Without a pattern, one may be an earlier photo of the other and does not clash: folders need not separate tables.
    """
    first: dict[tuple[str, int, int], tuple[SheetOfFile, str | None]] = {}
    for each, place in zip(group, places, strict=True):
        if not each.sheet.is_inked:
            continue
        record = each.sheet.record
        seat = (template_of(record.sheet), record.seat, min(each.sheet.pages, default=1))
        known, there = first.setdefault(seat, (each, place))
        if there == place:
            continue
        if known.sheet.record.sheet != record.sheet or were_written_apart(known, each, catalog):
            return True
        if by_pattern and are_two_sheets([known, each], catalog):
            return True
    return False


def table_of(
    key: TableKey, group: Sequence[SheetOfFile], joined: Joined, catalog: Catalog, *, by_folder: bool = False
) -> SeatedTable:
    """Return the table of some sheets, without unused ones if others have ink.

    `by_folder` is whether only its folder separates it from other tables.
    """
    by_seat: defaultdict[tuple[bool, int, str], list[SheetOfFile]] = defaultdict(list)
    remarks = []
    is_blank = _is_blank(group)
    for each in sorted(group, key=lambda each: (each.name, each.number)):
        record = each.sheet.record
        if each.sheet.is_unused and not is_blank:
            remarks.append(_left_out_remark(each))
            continue
        by_seat[record.seat == NO_SEAT, record.seat, record.sheet].append(each)
    for seen in by_seat.values():
        seen[:] = _without_photos_of_records(seen)
        for each in _find_spares(seen):
            words = Message("{file} is left out: it seems blank, and another sheet {whose} has clear marks")
            remarks.append(words.filled(file=each.name, whose=of_owner(each.sheet.record)))
            seen.remove(each)
    first = by_seat[min(by_seat)][0].sheet.record  # names a table with several kinds of sheets
    key = key._replace(sheet=first.sheet, layout=first.layout)
    places = tuple(_seat_sheet(by_seat[at], joined, catalog) for at in sorted(by_seat))
    if by_folder:
        remarks.append(
            Message(
                "several folders have sheets of the same seats with different ink, so each folder is a table"
            )
        )
    return with_two_sheets(SeatedTable(key, places, tuple(remarks)), catalog)


def _left_out_remark(unused: SheetOfFile) -> str:
    words = Message("{file} (player {seat}) has no ink and is left out")
    return words.filled(file=unused.name, seat=unused.sheet.record.player or unused.sheet.record.seat)


def _without_photos_of_records(seen: Sequence[SheetOfFile]) -> list[SheetOfFile]:
    """Return the sheets of a seat without photos that one of its records was read from, because they are one reading.

    A photo stays if somebody answered about it. It also stays if its record was changed without a note, so that the two
    are compared.
    """
    noted = [each.sheet for each in seen if all(change.at for change in each.sheet.changes)]
    read = {digest for sheet in noted for digest in sheet.photo_digests}
    return [each for each in seen if each.sha256 not in read or each.answered]


def _find_spares(seen: Sequence[SheetOfFile]) -> list[SheetOfFile]:
    """Return the sheets of a seat without a clear mark whose pages others with clear marks show."""
    inked = [each.sheet for each in seen if each.sheet.is_inked]
    pages = {page for sheet in inked for page in sheet.pages}
    is_whole = any(not sheet.pages for sheet in inked)  # a record
    rest = (each for each in seen if inked and not each.sheet.is_inked)
    return [each for each in rest if is_whole or {*each.sheet.pages} <= pages]


def _seat_sheet(seen: Sequence[SheetOfFile], joined: Joined, catalog: Catalog) -> SeatSheet:
    """Return the sheet of one seat from all its readings; its pages become one record.

    If its photos were not joined, or cannot be, their marks are compared.
    """
    different = different_photos(seen)
    pages = by_page(different, catalog).values()
    contradictory = contradictory_answers(different)
    done = joined(different) if needs_joining(different) else None
    if done is not None and (together := done.found) is not None:
        notes: list[str] = [
            Message("{files} show one sheet: it is read from all of them", files=file_names(photos))
            for photos in pages
            if len(photos) > 1
        ]
        doubts = together.doubts or ()
        for photos in pages:
            doubts = with_differences(doubts, photos)
        doubts = (*doubts, *contradictory)
        return SeatSheet(
            together.record,
            asked(doubts),
            tuple(seen),
            together.unsure,
            _without_effect(doubts),
            notes=tuple(notes),
        )
    problem = done.problem if done is not None else None
    notes = []
    if problem is not None:
        words = Message("{files} could not be read together: {why}")
        notes.append(words.filled(files=file_names(different), why=problem))
    read = []
    for photos in pages:
        page, page_notes = combined(photos)
        read.append(page)
        notes += page_notes
    marks = {field: mark for page in read for field, mark in page.record.marks.items()}
    player = next((page.record.player for page in read if page.record.player), "")
    open_ = (*(doubt for page in read for doubt in page.doubts or ()), *contradictory)
    of_photos = any(page.doubts is not None for page in read)
    return SeatSheet(
        structs.replace(read[0].record, marks=marks, player=player),
        asked(open_) if of_photos or open_ else None,
        tuple(seen),
        tuple(field for page in read for field in page.unsure),
        _without_effect(open_),
        problem,
        tuple(notes),
    )


def _without_effect(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    return tuple(doubt for doubt in doubts if not doubt.is_asked)
