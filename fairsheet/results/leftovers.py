"""What a batch wrote about photos and tables that are there no longer: it goes, and nothing else in the folder does."""

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

_OF_FILE = re.compile(rf".+-[0-9a-f]{{{DIGITS}}}(?:-\d+)?\.(?:json|doubts|jpg)")  # as `file_stem` begins it
_PAGE = re.compile(rf".+-[0-9a-f]{{{DIGITS}}}\.html")  # as `page_name` and `player_page_name` end it


def remove_leftovers(plan: Plan, files: Iterable[FileOutcome], tables: Sequence[JudgedTable]) -> None:
    """Remove the records, overlays and pages in the folder of outputs that are of none of these. Raises OSError.

    Where no file can be read at all nothing goes: the disk may be away, or the folder be filled again.
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
    """What may be written about a file, below the folder of outputs."""
    for number, sheet in enumerate(outcome.found.sheets if outcome.found else ()):
        record = record_name(outcome, number)
        yield from (record, f"{record.removesuffix('.json')}{SUFFIX}", overlay_name(outcome, sheet.overlay))
