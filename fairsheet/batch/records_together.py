"""What a batch makes of the records that it wrote: which are of one table, and of one sheet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from fairsheet.batch.again import opened
from fairsheet.batch.outputs import record_name
from fairsheet.batch.tables import Place
from sheets.errors import FairsheetError
from sheets.files import format_path


@dataclass(frozen=True)
class RecordsOfSeat:
    """Records that a batch wrote about one seat of a table, and what they say together."""

    records: tuple[Path, ...]
    place: Place


def tables_of_records(out: Path, records: Collection[Path]) -> list[tuple[str | None, list[RecordsOfSeat]]]:
    """Some of the records in a folder of outputs by table, with its name, and seat.

    Those that belong to no table are left out.

    Raises FairsheetError where the batch is at work, or a table has two sheets of a seat.
    """
    with opened(out) as batch:
        files, tables = batch.state.file_named, batch.state.tables
    by_table = []
    for outcome in tables:
        seats = []
        for place in outcome.table.places:
            names = {Path(record_name(files[seen.source.name], seen.number)).name for seen in place.seen}
            given = tuple(path for path in records if path.name in names)
            if given:
                seats.append(RecordsOfSeat(given, place))
        if outcome.has_two_sheets and seats and outcome.judged is not None:
            raise FairsheetError(str(outcome.judged.problem), where=format_path(seats[0].records[0]))
        if seats:
            by_table.append((outcome.table.key.name, seats))
    return by_table
