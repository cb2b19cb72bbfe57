"""Whose mark is wrong where marks of several sheets contradict each other and one of these sheets contradicts itself.

A sheet is to blame if another mark in one of the fields that are compared corrects something that is wrong on it
alone, and then what is said of the others as well. No other sheet is blamed.
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

MOST_SLIPS = 50  # of one sheet that are tried: each means to compare all sheets again


def attributed_findings(
    found: Sequence[TableFinding],
    settings: Mapping[SheetKey, Marks],
    compared: Callable[[Sheets], Iterable[TableFinding]],
    table: Sheets,
) -> Iterator[TableFinding]:
    """What is said of the sheets of a table together: errors that compare several of them of those alone that are to
    blame, if any, behind the others. `settings` are what formulas may ask about the game, `compared` says it of other
    sheets."""

    def with_slips(of: OnSheet) -> Iterator[list[TableSheet]]:
        sheet, fields = of
        for slip in islice(_slips(sheet, fields, settings[sheet.record.key]), MOST_SLIPS):
            yield [slip if each is sheet else each for each in table]

    def is_better(check: str, sheets: Sheets) -> bool:
        return _errors_of(check, compared(sheets)) < _errors_of(check, found)

    yield from (each for each in found if not _is_shared(each))
    for each in filter(_is_shared, found):
        yield each._replace(sheets=possibly_wrong(each.sheets, with_slips, partial(is_better, each.check)))


def _is_shared(found: TableFinding) -> bool:
    return found.level == "error" and len(found.owners) > 1


def _errors_of(check: str, found: Iterable[TableFinding]) -> set[tuple[SheetKey, str, tuple[str, ...]]]:
    return {
        (sheet.record.key, each.why, each.owners)
        for each in found
        if each.check == check and each.level == "error"
        for sheet, _ in each.sheets
    }


def _slips(sheet: TableSheet, fields: Sequence[str], setting: Mapping[str, Mark]) -> Iterator[TableSheet]:
    """The sheet with another mark in one of some fields, or with none there, where fewer of its own checks are then
    not met."""
    marks = sheet.record.marks
    unmet = unmet_checks(sheet.layout, setting, "error")
    wrong = len(list(unmet(marks)))
    for field in fields if wrong else ():
        for other in readings_of(field, marks, sheet.layout):
            if len(list(unmet(other))) < wrong:
                yield sheet._replace(record=replace(sheet.record, marks=other))
