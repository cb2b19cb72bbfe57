"""Whose mark is wrong where marks of several sheets contradict each other and one of these sheets contradicts itself.

A sheet is to blame if another mark in one of the fields that are compared puts right something that is wrong on it
alone, and what is said of the others then as well. Nobody else is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import UNSET
from msgspec.structs import replace

from fairsheet.engine.checks.known_conflicts import UnmetChecks
from fairsheet.engine.checks.missing_marks import marks_in
from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.engine.records.record import SheetKey
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.phrases import resting_on

Told = tuple[TableSheet, Finding]
MOST_SLIPS = 50  # of one sheet that are tried: each means to compare all sheets anew


def told_of_the_wrong(
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
    for together in shared.values():
        blamed = [
            (each, finding)
            for each, finding in together
            if _is_to_blame(each, finding, settings[each.record.key], told, compared, table)
        ]
        if blamed:
            together[:] = _told_alone(blamed)
    yield from (each for each in told if (each[1].check, each[1].why) not in shared)
    for together in shared.values():
        yield from together


def _told_alone(blamed: Sequence[Told]) -> list[Told]:
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


def _is_to_blame(
    sheet: TableSheet,
    finding: Finding,
    setting: Mapping[str, Mark],
    told: Sequence[Told],
    compared: Callable[[Sheets], Iterable[Told]],
    table: Sheets,
) -> bool:
    """Whether another mark on a sheet puts right what it says by itself and what is said of all."""
    before = _errors_of(finding.check, told)
    return any(
        _errors_of(finding.check, compared([slip if each is sheet else each for each in table])) < before
        for slip in islice(_slips(sheet, finding.fields, setting), MOST_SLIPS)
    )


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
    if not wrong:
        return
    for field in fields:
        without = {id_: mark for id_, mark in marks.items() if id_ != field}
        others = ({**without, id_: mark} for id_, mark in marks_in((field,), sheet.layout))
        for other in (without, *others):
            if other != marks and len(list(unmet(other))) < wrong:
                yield sheet._replace(record=replace(sheet.record, marks=other))
