"""What the tests of every recorded game ask of a table: what is found on it, and whether a check tells its breach."""

from __future__ import annotations

from collections.abc import Sequence

from engine.proof.verdict import Finding
from engine.record import Record
from engine.recorded.tables import table_sheets, verify_recorded


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
