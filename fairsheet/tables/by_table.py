"""Sheets that were read, table by table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import structs

from fairsheet.engine.records.table_records import seat_twice_hint, table_of_record
from fairsheet.process.console import complain
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.tables.read_sheet import ReadSheet
from fairsheet.wording.table_words import of_seat

if TYPE_CHECKING:  # spares commands without a batch its import
    from fairsheet.tables.grouping import Place


@dataclass(frozen=True)
class RecordsOfSeat:
    """Records that a batch wrote about one seat of a table, and what they say together."""

    records: tuple[Path, ...]
    place: Place


class BatchRecords(Protocol):
    """The records that a batch wrote."""

    def by_table(self, records: Iterable[Path]) -> list[tuple[str | None, list[RecordsOfSeat]]]:
        """Some of the records by table, with its name, and seat; those that belong to no table are left out.

        Raises FairsheetError where a table has two sheets of a seat.
        """


BatchOf = Callable[[Path], BatchRecords | None]  # the batch that wrote a record, None where none did


def by_table(sheets: Sequence[ReadSheet], batch_of: BatchOf) -> tuple[list[tuple[ReadSheet, ...]], bool]:
    """The sheets of each table, and whether these are all; of several tables one with a seat twice is only told.

    Raises FairsheetError naming the files where no table has all its seats once.
    """
    tables: dict[object, list[ReadSheet]] = {}
    for each in sheets:
        tables.setdefault(table_of_record(each.record, each.sheet), []).append(each)
    done: list[tuple[ReadSheet, ...]] = []
    wrong: list[FairsheetError] = []
    for table in tables.values():
        try:
            done += _with_seats_once(table, batch_of)
        except FairsheetError as error:
            wrong.append(error)
    if not done:
        raise wrong[0]
    for problem in wrong:
        complain(f"fairsheet: {problem}")
    return done, not wrong


def _with_seats_once(table: Sequence[ReadSheet], batch_of: BatchOf) -> list[tuple[ReadSheet, ...]]:
    """The sheets of a table, where a seat has several records of a batch as the batch puts these together.

    Raises FairsheetError naming the files where a seat has two sheets.
    """
    keys = [(template_of(each.record.sheet), each.record.seat) for each in table]
    for key in sorted(keys):
        files = [each.file for each, other in zip(table, keys, strict=True) if other == key]
        if len(files) > 1:
            batches = {batch_of(Path(each.file)) for each in table}
            if len(batches) == 1 and (batch := batches.pop()) is not None:
                return _as_in_batch(batch, table)
            problem = f"there are two records {of_seat(key[1])}: {' and '.join(files)}"
            raise FairsheetError(problem, hint=seat_twice_hint(table[0].sheet))
    return [tuple(table)]


def _as_in_batch(batch: BatchRecords, table: Sequence[ReadSheet]) -> list[tuple[ReadSheet, ...]]:
    """Records that a batch wrote, as its tables; those of several photos of one sheet as one. Raises FairsheetError."""
    read = {Path(each.file): each for each in table}
    return [
        tuple(_named(_together([read[path] for path in seat.records], seat.place), name) for seat in seats)
        for name, seats in batch.by_table(read)
    ]


def _together(read: Sequence[ReadSheet], place: Place) -> ReadSheet:
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
    )


def _named(read: ReadSheet, table: str | None) -> ReadSheet:
    """The sheet as one of the table of this name."""
    game = structs.replace(read.record.game, name=table)
    return replace(read, record=structs.replace(read.record, game=game))
