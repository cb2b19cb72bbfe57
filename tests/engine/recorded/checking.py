"""Functions for the tests of every recorded game: change marks, list findings, try a check."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from fairsheet.engine.checks.verdict import Finding, SheetVerdict
from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets, verify_recorded
from fairsheet.engine.records.record import NO_SEAT, Record
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

# other marks, None for none: by seat, or for a sheet of the table by the end of its name, or `log`
Changes = Mapping[str, Mapping[str, Mark | None]]
Make = Callable[[], Sequence[Record]]
Case = tuple[str, str, Make, Changes, Changes]  # check, level, table, changes that meet it, others


def with_marks(record: Record, changes: Mapping[str, Mark | None]) -> Record:
    """Return the record with other marks, None for none."""
    marks = {field: mark for field, mark in {**record.marks, **changes}.items() if mark is not None}
    return Record.on(load_sheet(record.sheet), record.game, record.seat, marks, record.player)


def changed(records: Sequence[Record], changes: Changes) -> list[Record]:
    """Return the table with other marks."""
    keys = (each.sheet.rpartition("-")[2] if each.seat == NO_SEAT else str(each.seat) for each in records)
    log = changes.get("log", {})
    return [
        with_marks(each, changes.get(key, log if each.seat == NO_SEAT else {}))
        for each, key in zip(records, keys, strict=True)
    ]


def recounted(records: Sequence[Record], changes: Changes) -> list[Record]:
    """Return the table with other marks; inked computed boxes follow, except boxes that are changed themselves."""
    table = changed(records, changes)
    counted = [
        with_marks(each, {field: other.marks[field] for field in each.marks})
        for each, other in zip(table, fill_boxes(table_sheets(table)), strict=True)
    ]
    return changed(counted, changes)


def as_json(drawn: Draw) -> Any:
    """Return a draw in the format of `deal --json`."""
    return msgspec.json.decode(msgspec.json.encode(drawn))


def findings(records: Sequence[Record]) -> list[Finding]:
    """Return all findings on the sheets of a table."""
    return [found for each in verify_recorded(table_sheets(records)).sheets for found in each.findings or ()]


def each_case(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """Run a test for every case, as `case`."""
    return pytest.mark.parametrize("case", cases, ids=[f"{case[0]}-{k}" for k, case in enumerate(cases)])


def assert_case(case: Case, *, warned: bool = True) -> None:
    """Assert that a check reports, at its level and with fields, the table that does not meet it.

    The check reports nothing about the table that just meets it. No check reports an error there, nor a warning
    if the check's level is error, unless tables may be `warned`.
    """
    check, level, make, met, _ = case
    honest = [found for each in _sheets_of(make, _frozen(met), recount=True) for found in each.findings or ()]
    graver = {"error"} if warned or level != "error" else {"error", "warn"}
    assert [found for found in honest if found.level in graver or found.check == check] == []
    hits = [found for each in sheets_of_broken(case) for found in each.findings or () if found.check == check]
    assert hits
    assert {found.level for found in hits} == {level}
    assert all(found.fields for found in hits)


def sheets_of_broken(case: Case) -> Sequence[SheetVerdict]:
    """Return the verdicts on the table that does not meet the check of a case."""
    _, _, make, _, broken = case
    return _sheets_of(make, _frozen(broken), recount=False)


Frozen = tuple[tuple[str, tuple[tuple[str, Mark | None], ...]], ...]


def _frozen(changes: Changes) -> Frozen:
    return tuple((sheet, tuple(marks.items())) for sheet, marks in changes.items())


@cache
def _sheets_of(make: Make, changes: Frozen, *, recount: bool) -> Sequence[SheetVerdict]:
    """Return the verdicts on a table with other marks. Many cases have the same honest table."""
    changed_table = recounted if recount else changed
    table = changed_table(_made(make), {sheet: dict(marks) for sheet, marks in changes})
    return verify_recorded(table_sheets(table)).sheets


@cache
def _made(make: Make) -> Sequence[Record]:
    return make()


NUMBERS = re.compile(
    r" \((?:-?\d+ (?:against -?\d+|written, -?\d+ computed)|player \d has -?\d+[^()]*"
    r"|\d+ is written \d times[^()]*|\d+(?:(?:, | and )\d+)* written, \d+ at most"
    r"|none is marked|\d+ (?:is|are) marked)\)\.$"
)
SHEETS = re.compile(r" This compares .*: any of them may have the wrong mark\.$")
Statement = tuple[str, str, str]  # template, check, its text if it is not met


def statement_of(found: Finding) -> str:
    """Return the text of a finding without its numbers and without the sheets that it compares."""
    return NUMBERS.sub(".", SHEETS.sub("", found.why))


def statements_of(names: Sequence[str]) -> set[Statement]:
    """Return all statements of the checks of some templates."""
    return {(name, check.id, check.why) for name in names for check in load_sheet(name).checks}


def statements_broken(cases: Sequence[Case]) -> set[Statement]:
    """Return all statements that the broken table of some case does not meet."""
    return {
        (str(each.sheet), found.check, statement_of(found))
        for case in cases
        for each in sheets_of_broken(case)
        for found in each.findings or ()
        if found.check == case[0]
    }
