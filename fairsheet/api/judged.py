"""Judge tables together with their open questions, as the commands do."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

import msgspec
from msgspec import UNSET

from fairsheet.api._arguments import Progress, all_of, budget_of, in_python
from fairsheet.api.public import catalog_of
from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.records.record import Record, check_record, layout_of
from fairsheet.engine.scoring.score import Score
from fairsheet.pipeline.answers.answers import with_answers
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile, Source
from fairsheet.pipeline.grouping.grouping import tables_of
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.joining.joining import join_readings
from fairsheet.pipeline.judging.judging import judge as judge_table
from fairsheet.results.documents.reading_json import Reading, ReadRecord
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.readings.reading import Doubt


class JudgedReadings(msgspec.Struct, frozen=True):
    """The verdict and points of the sheets of a table, and by seat the questions that could change them.

    A sheet that is illegal only as read is undecided. `verdict` is None for a custom sheet without checks. `score` is
    None if the points cannot be added up or a seat has two sheets; `problem` gives the reason.
    """

    verdict: Verdict | None
    score: Score | None
    questions: Mapping[int, tuple[Doubt, ...]]
    problem: str | None = None


@in_python
def judge(
    readings: Iterable[Reading | ReadRecord | Record],
    *,
    sheets: Iterable[Sheet | str | Path] = (),
    work: float | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> JudgedReadings:
    """Return the verdict, points and open questions of the sheets of one table, as `fairsheet verify` does.

    The readings come from `scan`; records without a photo can be among them. Several readings of one sheet are joined.
    `sheets`, `work`, `time_limit` and `progress` are as for `verify`. Raises FairsheetError unless the readings are of
    one table.

    >>> from fairsheet import Doubt, ReadRecord, load_sheet
    >>> from fairsheet.engine.simulation.simulate import simulate
    >>> (played,) = simulate(load_sheet("launch"), "coral-otter-42", players=2)
    >>> ada, ben = played.records
    >>> seven = Doubt("error.1", ((None, 0.6), ("circled", 0.4)), None, "faint", matters=True)
    >>> judged = judge([ReadRecord(ada, (seven,), settled=False), ben])
    >>> [(each.seat, each.verdict, each.settled) for each in judged.verdict.sheets]
    [(1, 'legal', False), (2, 'legal', True)]
    >>> [doubt.field for doubt in judged.questions[1]]
    ['error.1']
    """
    budget = budget_of(work, time_limit, progress)
    catalog = catalog_of(sheets)
    given = all_of(readings, (Reading, ReadRecord, Record), "readings", "give readings of scan, or records")
    tables = seated_tables(given, catalog)
    if len(tables) > 1:
        raise FairsheetError(
            f"these are sheets of {len(tables)} tables",
            code=ErrorCode.MIXED_TABLES,
            where="readings",
            hint="judge each table separately",
        )
    judged = judge_table(tables[0], catalog, budget=budget)
    problem = judged.result.problem if judged.result else None
    # a seat of a recorded game may have several sheets
    questions: defaultdict[int, list[Doubt]] = defaultdict(list)
    for place in judged.table.places:
        questions[place.record.seat] += place.doubts or ()
    return JudgedReadings(
        judged.proof,
        judged.score,
        {seat: tuple(doubts) for seat, doubts in questions.items() if doubts},
        problem if judged.error is None else str(judged.error),
    )


def seated_tables(given: Iterable[Reading | ReadRecord | Record], catalog: Catalog) -> list[SeatedTable]:
    """Return the tables of readings and records. Raises FairsheetError if there are none, or one fits no sheet."""
    seen = [_as_file(number, read, catalog) for number, read in enumerate(_sheets_of(given), 1)]
    if not seen:
        hint = "give the sheets of one table"
        raise FairsheetError("there is no sheet", code=ErrorCode.NOTHING_TO_READ, where="readings", hint=hint)
    return tables_of(seen, joined=partial(join_readings, catalog), catalog=catalog, are_given=True)


def _sheets_of(given: Iterable[Reading | ReadRecord | Record]) -> Iterator[KeptSheet]:
    """Yield the sheets of readings and records."""
    for each in given:
        if isinstance(each, Record):
            yield KeptSheet(each, None, pages=())
        else:
            for read in each.sheets if isinstance(each, Reading) else (each,):
                ink = read.ink
                pages, unsure = ((), ()) if ink is UNSET else (ink.pages, ink.unsure)
                yield KeptSheet(read.record, read.doubts, pages=pages, unsure=unsure)


def _as_file(number: int, read: KeptSheet, catalog: Catalog) -> SheetOfFile:
    """Return a reading as a numbered file. Raises FairsheetError unless the record and its doubts fit its sheet."""
    name, sheet = f"reading {number}", layout_of(read.record, catalog)
    check_record(sheet, read.record, name)
    for field in [*(doubt.field for doubt in read.doubts or ()), *(each.field for each in read.unsure)]:
        if field not in sheet.field:
            problem = f"this sheet has no field {field!r}"
            hint = "give a reading of scan"
            raise FairsheetError(problem, code=ErrorCode.UNKNOWN_FIELD, where=name, hint=hint)
    content = hashlib.sha256(msgspec.json.encode(read, enc_hook=str)).hexdigest()
    return with_answers(Source(Path(name), name), content, 0, read, ())
