"""Find out when a table was played: from options, folder names, the camera, file names or file times. Pure."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path, PurePosixPath

from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.grouping.seated_tables import SeatedTable

_DATE = re.compile(r"(?<!\d)(20\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")
NIGHT = timedelta(hours=5)  # an evening may end after midnight


def date_of(
    table: SeatedTable, given: Mapping[Path, date], changed: Callable[[Path], int | None]
) -> date | None:
    """Return the date of a table: the most reliable date of its files, and the earliest of equally reliable ones.

    `given` are dates by folder or file. `changed` returns when a file changed, in ns of Unix time.
    """
    dates = (
        each for place in table.places for seen in place.seen for each in _find_dates(seen, given, changed)
    )
    return min(dates, default=(0, None))[1]


def _find_dates(
    seen: SheetOfFile, given: Mapping[Path, date], changed: Callable[[Path], int | None]
) -> Iterator[tuple[int, date]]:
    """Yield every date of a file with its rank; a lower rank is more reliable."""
    path, name = Path(os.path.normpath(seen.source.path)), PurePosixPath(seen.source.name)
    near = [folder for folder in (path, *path.parents) if folder in given]
    if near:
        yield 0, given[near[0]]
    folders = path.parts[-len(name.parts) - 1 : -1]  # with the one that was given as an input
    if dated := list(filter(None, map(_parse_date, folders))):
        yield 1, dated[-1]
    if seen.sheet.taken is not None:
        yield 2, (datetime.fromisoformat(seen.sheet.taken) - NIGHT).date()
    if (written := _parse_date(path.name)) is not None:
        yield 3, written
    if (nanoseconds := changed(seen.source.path)) is not None:
        yield 4, (datetime.fromtimestamp(nanoseconds / 1e9) - NIGHT).date()


def _parse_date(name: str) -> date | None:
    """Return the last date in the name of a file or folder.

    >>> _parse_date("2026-11-24 Kavárna"), _parse_date("IMG_20261124_211500.jpg"), _parse_date("20261399")
    (datetime.date(2026, 11, 24), datetime.date(2026, 11, 24), None)
    """
    found = None
    for year, _, month, day in _DATE.findall(name):
        try:
            found = date(int(year), int(month), int(day))
        except ValueError:
            continue
    return found
