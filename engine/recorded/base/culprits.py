"""Whose mark is wrong where marks of several sheets contradict each other and one of these sheets contradicts itself.

A sheet is to blame if another mark in one of the fields that are compared puts right something that is wrong on it
alone, and what is said of the others then as well. Nobody else is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from msgspec import UNSET
from msgspec.structs import replace

from fairsheet.engine.checks.attribution import explaining, readings_of
from fairsheet.engine.checks.known_conflicts import UnmetChecks
from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.engine.records.record import SheetKey
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.phrases import resting_on

Told = tuple[TableSheet, Finding]
MOST_SLIPS = 50  # of one sheet that are tried: each means to compare all sheets anew


def attributed_findings(
    told: Sequence[Told],
    settings: Mapping[SheetKey, Mapping[str, Mark]],
    compared: Callable[[Sheets], Iterable[Told]],
    table: Sheets,
) -> Iterator[Told]:
    """What is said of the sheets of a table together: errors that compare several of them of those alone that are to
    blame, if any. `settings` are what formulas may ask about the game, `compared` says it anew of other sheets."""
    shared: dict[tuple[str, str], list[Told]] = {}
    for each, finding in told:
        if finding.level == "error" and finding.compares:
            shared.setdefault((finding.check, finding.why), []).append((each, finding))

    def with_slips(of: Told) -> Iterator[list[TableSheet]]:
        sheet, finding = of
        for slip in islice(_slips(sheet, finding.fields, settings[sheet.record.key]), MOST_SLIPS):
            yield [slip if each is sheet else each for each in table]

    def is_better(check: str, sheets: Sheets) -> bool:
        return _errors_of(check, compared(sheets)) < _errors_of(check, told)

    for (check, _), together in shared.items():
        if wrong := explaining(together, with_slips, partial(is_better, check)):
            together[:] = _said_of_these_alone(wrong)
    yield from (each for each in told if (each[1].check, each[1].why) not in shared)
    for together in shared.values():
        yield from together


def _said_of_these_alone(blamed: Sequence[Told]) -> list[Told]:
    """A finding in the words for those sheets alone that are to blame."""
    owners = [each.owner for each, _ in blamed]
    return [
        (
            each,
            replace(
                finding,
                why=resting_on(finding.why.removesuffix(resting_on("", finding.compares or ())), owners),
                compares=tuple(owners) if len(owners) > 1 else UNSET,
            ),
        )
        for each, finding in blamed
    ]


def _errors_of(check: str, told: Iterable[Told]) -> set[tuple[SheetKey, str]]:
    return {
        (each.record.key, finding.why)
        for each, finding in told
        if finding.check == check and finding.level == "error"
    }


def _slips(sheet: TableSheet, fields: Sequence[str], setting: Mapping[str, Mark]) -> Iterator[TableSheet]:
    """The sheet with another mark in one of some fields, or with none there, where fewer of its own checks are then
    not met."""
    marks = sheet.record.marks
    unmet = UnmetChecks(sheet.layout, setting, "error")
    wrong = len(list(unmet(marks)))
    for field in fields if wrong else ():
        for other in readings_of(field, marks, sheet.layout):
            if len(list(unmet(other))) < wrong:
                yield sheet._replace(record=replace(sheet.record, marks=other))
