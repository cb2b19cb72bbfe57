"""What a batch wrote about photos and tables that are there no longer: it goes, and nothing else in the folder does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from fairsheet.batch.folders import OVERLAYS, RECORDS
from fairsheet.batch.outputs import FileOutcome, TableOutcome, overlay_name, record_name
from fairsheet.batch.pages import page_name
from fairsheet.doubts import SUFFIX

_OF_FILE = re.compile(r".+-[0-9a-f]{10}(?:-\d+)?\.(?:json|doubts|jpg)")  # as `file_stem` begins it
_OF_TABLE = re.compile(r".+-[0-9a-f]{8}\.html")  # as `page_name` ends it


def remove_leftovers(out: Path, files: Iterable[FileOutcome], tables: Iterable[TableOutcome]) -> None:
    """Remove the records, overlays and pages in a folder of outputs that are of none of these. Raises OSError.

    Where no file can be read at all nothing goes: the disk may be away, or the folder be filled again.
    """
    readable = [each for each in files if each.source.problem is None]
    if not readable:
        return
    kept = {out / name for each in readable for name in _names_of(each)}
    for folder in (out / RECORDS, out / OVERLAYS):
        for path, _ in _named(folder, _OF_FILE):
            if path not in kept:
                path.unlink(missing_ok=True)
    pages = {out / "report" / page_name(each) for each in tables}
    for path, _ in _named(out / "report" / "tables", _OF_TABLE):
        if path not in pages:
            path.unlink(missing_ok=True)


def _names_of(outcome: FileOutcome) -> Iterator[str]:
    """What may be written about a file."""
    for number, sheet in enumerate(outcome.found.sheets if outcome.found else ()):
        record = record_name(outcome, number)
        yield from (record, f"{record.removesuffix('.json')}{SUFFIX}", overlay_name(outcome, sheet.overlay))


def _named(folder: Path, pattern: re.Pattern[str]) -> Iterator[tuple[Path, re.Match[str]]]:
    """The files in a folder, which may not be there, whose names are like this."""
    for path in list(folder.iterdir()) if folder.is_dir() else []:
        if (name := pattern.fullmatch(path.name)) and path.is_file():
            yield path, name
