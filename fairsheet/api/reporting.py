"""Make the report of an evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairsheet.api._arguments import Progress, all_of, check, check_language, check_path, in_python, watched
from fairsheet.api.judged import seated_tables
from fairsheet.api.public import catalog_of
from fairsheet.engine.records.record import Record
from fairsheet.results.documents.reading_json import Reading, ReadRecord
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:
    from fairsheet.reports.evening import ReportKind


@in_python
def report(
    readings: Iterable[Reading | ReadRecord | Record] | Iterable[str | Path],
    *,
    kind: ReportKind = "html",
    sheets: Iterable[Sheet | str | Path] = (),
    names: bool = False,
    lang: str = ENGLISH,
    progress: Progress | None = None,
) -> bytes:
    """Return the report of one or more tables as the bytes of a file, as `fairsheet report` writes it.

    Give readings of `scan` and records, or the paths of records, photos and folders. Only paths show the photos. `kind`
    is "html" (a page that needs no other file), "pdf", "png", or "txt" for a chat. `names` also reads the names on
    photos, which needs Tesseract. `lang` is "en", "cs" or "de". Give custom sheets as `sheets`. `progress` is called
    with "reading" or "proving", the number of photos or tables done, and their total.

    Raises FairsheetError if there is nothing to read, or a file cannot be read.

    >>> from fairsheet import read_record
    >>> records = [read_record(path) for path in sorted(Path("examples/legal").glob("*.json"))]
    >>> report(records, kind="txt").decode().splitlines()[0]
    'Launch, seed coral-otter-42, 3 players'
    """
    from fairsheet.pipeline.judging.judging import judge
    from fairsheet.pipeline.tables_from_files import ReadTables, read_tables
    from fairsheet.reports.evening import KINDS, ReportKind, evening_table, render_report
    from fairsheet.vision.readings.read_choices import ReadChoices

    check(ReportKind, f"choose {', '.join(KINDS)}", kind=kind)
    check(bool, "give True or False", names=names)
    check_language(lang)
    catalog = catalog_of(sheets)
    words = catalog.words(lang)
    hint = "give readings and records, or paths of files"
    given = all_of(readings, (Reading, ReadRecord, Record, str, Path), "readings", hint)
    values = [each for each in given if not isinstance(each, str | Path)]
    paths = [Path(each) for each in given if isinstance(each, str | Path)]
    if values and paths:
        problem = "these are values and paths together"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="readings", hint=hint)
    for path in paths:
        check_path(path, "readings", hint)
    if paths:
        read = read_tables(
            paths,
            catalog,
            choices=ReadChoices(names=names),
            overlays=words,
            count_photos=lambda photos: watched(photos, progress, "reading", len(photos)),
        )
    else:
        read = ReadTables(tuple(seated_tables(values, catalog)))
    found = zip(read.tables, read.names, strict=True)
    tables = [
        evening_table(judge(table, catalog, name=name), catalog, words, read.overlays)
        for table, name in watched(found, progress, "proving", len(read.tables))
    ]
    if read.unread:  # photos in folders
        notes = tuple(error.as_message() for error in read.unread)
        tables[0] = replace(tables[0], notes=(*notes, *tables[0].notes))
    return render_report(kind, tables, words)
