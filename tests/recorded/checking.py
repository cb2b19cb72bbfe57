"""What the tests of every recorded game do with a table: change marks, see what is found, try a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.ink import Mark
from engine.proof.verdict import Finding
from engine.record import Record
from engine.recorded.tables import table_sheets, verify_recorded
from sheets.library import load_sheet


def with_marks(record: Record, changes: Mapping[str, Mark | None]) -> Record:
    """The record with other marks, None for none."""
    marks = {field: mark for field, mark in {**record.marks, **changes}.items() if mark is not None}
    return Record.on(load_sheet(record.sheet), record.game, record.seat, marks, record.player)


def findings(records: Sequence[Record]) -> list[Finding]:
    """Everything that is found on the sheets of a table."""
    return [found for each in verify_recorded(table_sheets(records)).sheets for found in each.findings or ()]


def assert_check(check: str, level: str, met: Sequence[Record], broken: Sequence[Record]) -> None:
    """A check is silent about a table that just meets it, and tells at its level, with fields, of one that does not."""
    assert check not in {found.check for found in findings(met)}
    told = [found for found in findings(broken) if found.check == check]
    assert told
    assert {found.level for found in told} == {level}
    assert all(found.fields for found in told)
