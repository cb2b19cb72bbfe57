"""What a batch makes of the records that it wrote: which are of one table, and of one sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fairsheet.batches.store.folders import batch_of
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.tables.by_table import BatchOf, RecordsOfSeat


def batches_of_records() -> BatchOf:
    """A function from a record to the batch that wrote it; each batch is opened once.

    It raises FairsheetError where the batch is at work.
    """
    opened_once = cache(RecordsOfBatch)

    def of(record: Path) -> RecordsOfBatch | None:
        out = batch_of(record)
        return None if out is None else opened_once(out)

    return of


class RecordsOfBatch:
    """The records that a batch wrote, by the tables and seats that it found for them.

    Raises FairsheetError where the batch is at work.
    """

    def __init__(self, out: Path) -> None:
        # Imported here: most records were written by no batch, and their commands should start fast.
        from fairsheet.batches.questions.again import opened
        from fairsheet.batches.results.outputs import record_name

        with opened(out) as batch:
            files, self._tables = batch.state.file_named, batch.state.tables
        self._seats = {  # by the name of a record
            Path(record_name(files[seen.source.name], seen.number)).name: (number, seat)
            for number, outcome in enumerate(self._tables)
            for seat, place in enumerate(outcome.table.places)
            for seen in place.seen
        }

    def by_table(self, records: Iterable[Path]) -> list[tuple[str | None, list[RecordsOfSeat]]]:
        """Some of the records by table, with its name, and seat; those that belong to no table are left out.

        Raises FairsheetError where a table has two sheets of a seat.
        """
        found: defaultdict[tuple[int, int], list[Path]] = defaultdict(list)
        for path in records:
            if path.name in self._seats:
                found[self._seats[path.name]].append(path)
        tables: dict[int, list[RecordsOfSeat]] = {}
        for (number, seat), paths in sorted(found.items()):
            outcome = self._tables[number]
            if outcome.has_two_sheets and outcome.judged is not None:
                raise FairsheetError(str(outcome.judged.problem), where=format_path(paths[0]))
            tables.setdefault(number, []).append(RecordsOfSeat(tuple(paths), outcome.table.places[seat]))
        return [(self._tables[number].table.key.name, seats) for number, seats in tables.items()]
