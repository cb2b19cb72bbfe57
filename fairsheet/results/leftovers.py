"""Remove outputs of a batch about photos and tables that no longer exist; other files in the folder stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from fairsheet.pipeline.base.doubt_files import SUFFIX
from fairsheet.pipeline.base.values import FileOutcome
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.store.folders import DIGITS, OVERLAYS, RECORDS
from fairsheet.pipeline.store.plan import Plan
from fairsheet.results.html_pages import page_name, player_page_name
from fairsheet.results.league import league_of
from fairsheet.results.outputs import overlay_name, record_name

_OF_FILE = re.compile(rf".+-[0-9a-f]{{{DIGITS}}}(?:-\d+)?\.(?:json|doubts|jpg)")  # begins with `file_stem`
_PAGE = re.compile(rf".+-[0-9a-f]{{{DIGITS}}}\.html")  # made by `page_name` and `player_page_name`


def remove_leftovers(plan: Plan, files: Iterable[FileOutcome], tables: Sequence[JudgedTable]) -> None:
    """Remove the records, overlays and pages in the output folder that belong to none of these files and tables.

    If no file can be read, nothing is removed: the disk may be disconnected. Raises OSError if a file cannot be
    removed.
    """
    readable = [each for each in files if each.source.problem is None]
    if not readable:
        return
    kept = {name for each in readable for name in _names_of(each)}
    kept |= {f"report/{page_name(each)}" for each in tables}
    kept |= {f"report/{player_page_name(each)}" for each in league_of(plan, tables)}
    pages = dict.fromkeys(("report/tables", "report/players"), _PAGE)
    out = plan.out
    for folder, pattern in ((RECORDS, _OF_FILE), (OVERLAYS, _OF_FILE), *pages.items()):
        for path in (out / folder).iterdir() if (out / folder).is_dir() else ():
            if pattern.fullmatch(path.name) and f"{folder}/{path.name}" not in kept and path.is_file():
                path.unlink(missing_ok=True)


def _names_of(outcome: FileOutcome) -> Iterator[str]:
    """Yield the paths of all outputs about a file, below the output folder."""
    for number, sheet in enumerate(outcome.found.sheets if outcome.found else ()):
        record = record_name(outcome, number)
        yield from (record, f"{record.removesuffix('.json')}{SUFFIX}", overlay_name(outcome, sheet.overlay))
