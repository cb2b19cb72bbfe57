"""What a batch makes of the records that it wrote: which are of one table, and of one sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
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


class RecordsOfBatch:
    """The records that a batch wrote, by the tables and seats that it found for them.

    Raises FairsheetError where the batch is at work.
    """

    def __init__(self, out: Path) -> None:
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
