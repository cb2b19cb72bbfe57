"""Find whose mark is wrong if several sheets contradict each other and one of them also contradicts itself.

A sheet is to blame if one other mark in a compared field removes two contradictions: one within the sheet, and the
one with the other sheets. No other sheet is blamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from msgspec.structs import replace

from fairsheet.engine.checks.attribution import possibly_wrong, readings_of
from fairsheet.engine.checks.known_conflicts import unmet_checks
from fairsheet.engine.recorded.base.protocol import OnSheet, Sheets, TableFinding, TableSheet
from fairsheet.engine.records.record import SheetKey
from fairsheet.sheets.model.marks import Mark, Marks

MOST_SLIPS = 50  # tried for each sheet; each one costs another comparison of all sheets


def attributed_findings(
    findings: Sequence[TableFinding],
    settings: Mapping[SheetKey, Marks],
    compare: Callable[[Sheets], Iterable[TableFinding]],
    table: Sheets,
) -> Iterator[TableFinding]:
    """Yield the findings about a table, errors shared by several sheets last and only for the sheets to blame, if any.
    `settings` are the facts about the game that formulas use; `compared` returns the findings for other readings of
    the sheets."""

    def with_slips(of: OnSheet) -> Iterator[list[TableSheet]]:
        sheet, fields = of
        for slip in islice(_slips(sheet, fields, settings[sheet.record.key]), MOST_SLIPS):
            yield [slip if each is sheet else each for each in table]

    def is_better(check: str, sheets: Sheets) -> bool:
        return _errors_of(check, compare(sheets)) < _errors_of(check, findings)

    yield from (each for each in findings if not _is_shared(each))
    for each in filter(_is_shared, findings):
        yield each._replace(sheets=possibly_wrong(each.sheets, with_slips, partial(is_better, each.check)))


def _is_shared(findings: TableFinding) -> bool:
    return findings.level == "error" and len(findings.owners) > 1


def _errors_of(check: str, findings: Iterable[TableFinding]) -> set[tuple[SheetKey, str, tuple[str, ...]]]:
    return {
        (sheet.record.key, each.why, each.owners)
        for each in findings
        if each.check == check and each.level == "error"
        for sheet, _ in each.sheets
    }


def _slips(sheet: TableSheet, fields: Sequence[str], setting: Mapping[str, Mark]) -> Iterator[TableSheet]:
    """Yield the sheet with one of the fields changed or blank, for each change after which it violates fewer of its
    own checks."""
    marks = sheet.record.marks
    unmet = unmet_checks(sheet.layout, setting, "error")
    wrong = len(list(unmet(marks)))
    for field in fields if wrong else ():
        for other in readings_of(field, marks, sheet.layout):
            if len(list(unmet(other))) < wrong:
                yield sheet._replace(record=replace(sheet.record, marks=other))
